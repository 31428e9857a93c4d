// Keeps what V8 compiles of the program beside it, for bin/load-program.cjs.
//
// The program compares the pair that README compares, so that what such a run needs is compiled, then two logs that are
// long enough for workers, which keep what they have compiled as well.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheOf, runScript } from "../bin/load-program.cjs";
import { writeWhole } from "./write-whole.cjs";

/** Bytes; twice what a log needs to be read in a worker. */
const LONG = 16 * 1024 * 1024;

const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const pair = ["before", "after"].map((side) => inRepository(`traces/rocksdb-5431/${side}.log`));
const scratch = mkdtempSync(join(tmpdir(), "tracediff-build-"));
const program = inRepository("dist/bundle/run-process.cjs");

try {
  const { script, exports } = runScript(program);
  const compare = async (logs) => {
    process.argv.splice(2, Number.POSITIVE_INFINITY, ...logs, "--color", "never");
    await exports.runProcess({
      grammar: new URL("../grammars/syscalls.txt", import.meta.url),
      manifest: new URL("../package.json", import.meta.url),
      worker: new URL("keep-compiled-worker.cjs", import.meta.url),
    });
  };
  await compare(pair);
  await compare(pair.map(lengthened));
  writeWhole(cacheOf(program), script.createCachedData());
} finally {
  rmSync(scratch, { recursive: true });
}

function lengthened(log, index) {
  const text = readFileSync(log);
  const path = join(scratch, `${index}.log`);
  writeFileSync(path, Buffer.alloc(LONG, text));
  return path;
}
