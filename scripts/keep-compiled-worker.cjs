// The worker of keep-compiled.js: reads a trace as the program's own does, then keeps what was compiled for it.
const { writeFileSync } = require("node:fs");
const { cacheOf, runScript } = require("../bin/load-program.cjs");

const path = process.env.TRACEDIFF_WORKER;
const { script } = runScript(path);
process.on("exit", () => writeFileSync(cacheOf(path), script.createCachedData()));
