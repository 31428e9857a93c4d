// Builds dist/: the library and the command line as bundles by esbuild, so that a 60-line comparison does not pay for
// resolving hundreds of small files, and the types by TypeScript.
//
//     node scripts/build.js           everything, in two seconds
//     node scripts/build.js bundle    only the command line, in half a second
//
// The result is moved into place when it is complete: a build that fails leaves the last good one.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = `${root}dist`;

// Only the parser of yargs is used. yargs/helpers also imports what makes up help texts; loading it does nothing,
// which its package does not declare, but take 10 ms.
const parserOnly = {
  name: "parser-only",
  setup({ onResolve, resolve }) {
    onResolve(
      { filter: /platform-shims\/esm\.mjs$|apply-extends\.js$/ },
      async ({ path, pluginData, ...where }) => {
        if (pluginData === "resolving") return undefined;
        return { ...(await resolve(path, { ...where, pluginData: "resolving" })), sideEffects: false };
      },
    );
  },
};

// Loaded only to log something or to unpack it: files of their own, which cost nothing otherwise.
const APART = ["pino", "fzstd", "xxhash-wasm"];
const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(${APART.join("|")})$`) }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: `./${path}.cjs`, external: true } : undefined,
    );
  },
};

// chalk probes the terminal when it is loaded, and loads three modules for that; it is always given its level here.
const noTerminalProbe = {
  name: "no-terminal-probe",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#supports-color$/ }, ({ path }) => ({ path, namespace: "no-terminal-probe" }));
    onLoad({ filter: /.*/, namespace: "no-terminal-probe" }, () => ({
      contents: "export default { stdout: false, stderr: false };",
    }));
  },
};

const made = mkdtempSync(`${root}.dist-`);

try {
  await bundle(`${made}/new/bundle`);
  if (process.argv[2] === "bundle") {
    mkdirSync(dist, { recursive: true });
    replace(`${dist}/bundle`, `${made}/new/bundle`);
  } else {
    // Loaded only here: TypeScript takes longer to load than the command line takes to build.
    const { declareTypes } = await import("./declare-types.js");
    declareTypes(root, `${made}/new`);
    // As deep as src/cli, from where its files find those that come with the package.
    await bundleLibrary(`${made}/new/library`);
    replace(dist, `${made}/new`);
  }
  // The path of a program is part of its compiled code.
  execFileSync(process.execPath, [`${root}scripts/keep-compiled.js`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
} catch (error) {
  // esbuild has already reported what is wrong with the sources; only the failure is passed on.
  if (!("errors" in error) && !("status" in error)) throw error;
  process.exitCode = 1;
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function bundle(outdir) {
  const options = {
    outdir,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    // Names are kept, so that the stack of a reported bug can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    // What modules in packages expect to exist.
    define: { "import.meta.url": "__url" },
    banner: { js: 'const __url=require("node:url").pathToFileURL(__filename).href;' },
  };
  // No splitting: shared parts would be further files to load for the shortest run. CommonJS, since Node loads
  // it faster than modules, and so that bin/load-program.cjs can load it.
  await build({
    ...options,
    // Named, since esbuild would otherwise keep the folders below the one that they share.
    entryPoints: { "run-process": "src/cli/run-process.ts", worker: "src/input/worker.ts" },
    plugins: [parserOnly, packagesApart, noTerminalProbe],
    // require() instead of import(), which a script has only through an experimental API
    supported: { "dynamic-import": false },
  });
  await build({
    ...options,
    entryPoints: Object.fromEntries(APART.map((name) => [name, name])),
    // As in Node: what import() calls the default is everything that the package exports.
    footer: {
      js: "if(module.exports.__esModule&&module.exports.default)module.exports=module.exports.default;",
    },
  });
}

/** Dependencies of the library stay outside, so that its users have each package once. */
async function bundleLibrary(outdir) {
  await build({
    outdir,
    absWorkingDir: root,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    entryPoints: [`${root}src/tracediff.ts`],
  });
}

/** Two renames instead of a copy, so that a program started meanwhile hardly ever misses a file. */
function replace(place, fresh) {
  try {
    renameSync(place, `${made}/old`);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  renameSync(fresh, place);
}
