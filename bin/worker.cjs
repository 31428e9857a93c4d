// Reads one trace in a thread of its own; see src/cli/worker.ts.
const { join } = require("node:path");
const { loadProgram } = require("./load-program.cjs");

loadProgram(join(__dirname, "../dist/bundle/worker.cjs"));
