// Loaded with --import before a script: writes the largest resident set of the process, in KiB, when it ends.
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.on("exit", () => writeFileSync(process.env.PEAK_MEMORY_FILE, String(peak())));
}

/** As the kernel has it of this very program: maxRSS counts in what the process was that started it. */
function peak() {
  const [, kib] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return kib === undefined ? process.resourceUsage().maxRSS : Number(kib);
}
