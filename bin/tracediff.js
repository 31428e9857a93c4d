#!/usr/bin/env sh
":" //; { true 3>&1; } 2>/dev/null || export TRACEDIFF_STDOUT=closed; exec node -- "$0" "$@"

// A shell starts this, and Node goes on in the same file, to which the line above is a string and a comment. Node puts
// /dev/null where standard output is closed (`>&-`), and from then on nobody can tell: the report would be lost without
// a word. Only what runs before Node can see it.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadProgram } from "./load-program.cjs";

const program = fileURLToPath(new URL("../dist/bundle/run-process.cjs", import.meta.url));

try {
  const { runProcess } = loadProgram(program);
  await runProcess({
    grammar: new URL("../grammars/syscalls.txt", import.meta.url),
    manifest: new URL("../package.json", import.meta.url),
    worker: new URL("worker.cjs", import.meta.url),
  });
} catch (error) {
  // Node's own exit code for this, 1, would read as "the traces differ".
  process.exitCode = 2;
  const text = existsSync(program)
    ? `internal error, please report it\n${error?.stack}`
    : "not built yet\nhint: npm ci builds it";
  process.stderr.write(`tracediff: ${text}\n`);
}
