// Builds dist/: the library with its types by tsc, and the command line as one split esbuild bundle, so
// that a 60-line comparison does not pay for resolving hundreds of small files.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));
rmSync(dist, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`],
  {
    stdio: "inherit",
  },
);
await build({
  entryPoints: { main: `${root}src/cli/main.ts`, worker: `${root}src/cli/worker.ts` },
  outdir: `${dist}/bundle`,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  minifySyntax: true,
  // yargs loads string-width at import, which costs 25 ms in building a segmenter that the help never needs.
  alias: { "string-width": `${root}scripts/string-width.js` },
  // Bundled CommonJS packages call require(); the plain name createRequire collides with one in yargs.
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
});
