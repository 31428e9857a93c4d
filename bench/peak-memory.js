// Loaded with --import before a script: writes the largest resident set of the process, in KiB, when it ends.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.on("exit", () =>
    writeFileSync(process.env.PEAK_MEMORY_FILE, String(process.resourceUsage().maxRSS)),
  );
}
