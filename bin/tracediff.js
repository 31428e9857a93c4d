#!/usr/bin/env sh
":" //; { true 3>&1; } 2>/dev/null || export TRACEDIFF_STDOUT=closed; exec node -- "$0" "$@"

// A shell starts this, and Node goes on in the same file, to which the line above is a string and a comment. Node puts
// /dev/null where standard output is closed (`>&-`), and from then on nobody can tell: the report would be lost without
// a word. Only what runs before Node can see it.

// CommonJS, as bin/package.json says, in words that Node has read since its version 6: one that is too old says so.

const NEEDED = "20.19";

if (isTooOld()) {
  end(`tracediff needs Node ${NEEDED} or later, this is ${process.versions.node}: put a newer one first in PATH`);
} else {
  Promise.resolve().then(run).catch(explain);
}

function isTooOld() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [neededMajor, neededMinor] = NEEDED.split(".").map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

function run() {
  const { pathToFileURL } = require("node:url");
  const { loadProgram } = require("./load-program.cjs");
  const here = pathToFileURL(__filename);
  return loadProgram(program()).runProcess({
    grammar: new URL("../grammars/syscalls.txt", here),
    manifest: new URL("../package.json", here),
    worker: new URL("../dist/bundle/worker.cjs", here),
  });
}

function program() {
  return require("node:path").join(__dirname, "../dist/bundle/run-process.cjs");
}

function explain(error) {
  const isBuilt = require("node:fs").existsSync(program());
  const text = isBuilt ? `internal error, please report it\n${error.stack}` : "not built yet\nhint: npm ci builds it";
  end(`tracediff: ${text}`);
}

function end(text) {
  // Node's own exit code for this, 1, would read as "the traces differ".
  process.exitCode = 2;
  process.stderr.write(`${text}\n`);
}
