// Builds dist/: the library with its types by tsc, and the command line as one split esbuild bundle, so
// that a 60-line comparison does not pay for resolving hundreds of small files. Both are made beside dist/ and
// put there when they are complete: a build that fails leaves the last good one.
import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}dist`;
const made = mkdtempSync(`${root}.dist-`);

try {
  await bundle(`${made}/bundle`);
  execFileSync(
    process.execPath,
    [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`, "--outDir", made],
    { stdio: "inherit" },
  );
  const old = `${made}-old`;
  rename(dist, old);
  rename(made, dist);
  rmSync(old, { recursive: true, force: true });
} catch (error) {
  rmSync(made, { recursive: true, force: true });
  // tsc and esbuild have already said what is wrong; only their failure is passed on.
  if (!("errors" in error) && !("status" in error)) throw error;
  process.exitCode = 1;
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

function rename(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
