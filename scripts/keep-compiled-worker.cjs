// The worker of keep-compiled.js: reads a trace as the program's own does, then keeps what was compiled for it.
const { join } = require("node:path");
const { cacheOf, runScript } = require("../bin/load-program.cjs");
const { writeWhole } = require("./write-whole.cjs");

const path = join(__dirname, "../dist/bundle/worker.cjs");
const { script } = runScript(path);
// Both workers keep it, one after the other: what they write is the same.
process.on("exit", () => writeWhole(cacheOf(path), script.createCachedData()));
