// Reads one trace in a thread of its own; see src/input/worker.ts.
const { join } = require("node:path");
const { loadProgram } = require("./load-program.cjs");

loadProgram(join(__dirname, "../dist/bundle/worker.cjs"));
