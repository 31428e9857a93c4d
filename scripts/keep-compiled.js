// Keeps what V8 compiles of the program next to it, for bin/load-program.cjs: the program compares the pair that README
// compares, so that everything a short comparison needs is compiled.
import { renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cacheOf, runScript } from "../bin/load-program.cjs";

const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const program = inRepository("dist/bundle/run-process.cjs");
const pair = ["before", "after"].map((side) => inRepository(`traces/rocksdb-5431/${side}.log`));

const { script, exports } = runScript(program);
process.argv.splice(2, Number.POSITIVE_INFINITY, ...pair, "--color", "never");
await exports.runProcess({
  grammar: new URL("../grammars/syscalls.txt", import.meta.url),
  manifest: new URL("../package.json", import.meta.url),
  worker: new URL("../dist/bundle/worker.cjs", import.meta.url),
});
// Renamed, so that a program started meanwhile never sees half of it.
writeFileSync(`${cacheOf(program)}.new`, script.createCachedData());
renameSync(`${cacheOf(program)}.new`, cacheOf(program));
