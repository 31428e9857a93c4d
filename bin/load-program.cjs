const nodeModule = require("node:module");
const { existsSync, readFileSync } = require("node:fs");
const { Script } = require("node:vm");

// A short comparison would spend a third of its time on the compilation of its program. From Node 22.1 on, Node keeps
// what it has compiled; before, V8 is given what it compiled when the program was built. What is of another version of
// V8 is rejected, and compiled anew.

/** What V8 has compiled of a program. */
const cacheOf = (path) => path.replace(/\.cjs$/, ".cache");

/**
 * Runs a file of CommonJS.
 * @returns what it exports, and the script, which knows what was compiled of it
 */
function runScript(path) {
  const cache = cacheOf(path);
  const script = new Script(
    `(function(exports,require,module,__filename){${readFileSync(path, "utf8")}\n})`,
    {
      filename: path,
      ...(existsSync(cache) ? { cachedData: readFileSync(cache) } : {}),
    },
  );
  const made = { exports: {} };
  script.runInThisContext()(made.exports, nodeModule.createRequire(path), made, path);
  return { script, exports: made.exports };
}

/** @returns what a program exports that is one file of CommonJS */
function loadProgram(path) {
  if (nodeModule.enableCompileCache === undefined) return runScript(path).exports;
  nodeModule.enableCompileCache();
  return require(path);
}

module.exports = { cacheOf, loadProgram, runScript };
