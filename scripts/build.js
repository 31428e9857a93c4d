// Builds dist/: the library with its types by tsc, and the command line as one split esbuild bundle, so
// that a 60-line comparison does not pay for resolving hundreds of small files.
//
//     node scripts/build.js           everything
//     node scripts/build.js bundle    only the command line, in half a second
//
// What is built is put into its place when it is complete: a build that fails leaves the last good one.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}dist`;
const made = mkdtempSync(`${root}.dist-`);

try {
  await bundle(`${made}/new/bundle`);
  if (process.argv[2] === "bundle") {
    mkdirSync(dist, { recursive: true });
    replace(`${dist}/bundle`, `${made}/new/bundle`);
  } else {
    compile(`${made}/new`);
    replace(dist, `${made}/new`);
  }
} catch (error) {
  // tsc and esbuild have already said what is wrong with the sources; only the failure is passed on.
  if (!("errors" in error) && !("status" in error)) throw error;
  process.exitCode = 1;
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function bundle(outdir) {
  await build({
    entryPoints: { "run-process": `${root}src/cli/run-process.ts`, worker: `${root}src/cli/worker.ts` },
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    minifySyntax: true,
    // yargs loads string-width at import, which costs 25 ms in building a segmenter that only its own help needs.
    alias: { "string-width": `${root}scripts/string-width.js` },
    // Bundled CommonJS packages call require(); the plain name createRequire collides with one in yargs.
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
  });
}

function compile(outdir) {
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  execFileSync(process.execPath, [tsc, "-p", `${root}tsconfig.build.json`, "--outDir", outdir], {
    stdio: "inherit",
  });
}

/** Two renames instead of a copy, so that a program that is started meanwhile hardly ever misses a file. */
function replace(place, fresh) {
  try {
    renameSync(place, `${made}/old`);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  renameSync(fresh, place);
}
