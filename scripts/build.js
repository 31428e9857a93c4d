// Builds dist/: the library and the command line as bundles by esbuild, so that a 60-line comparison does not pay for
// resolving hundreds of small files, and the types by tsc.
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

// Of yargs only the parser is used. Beside it yargs/helpers imports what makes up help texts; it does nothing when
// it is loaded, which its package does not declare, but take 10 ms.
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

// Loaded only when something is to be logged, or to be unpacked: files of their own, which cost nothing else.
const APART = ["pino", "fzstd", "xxhash-wasm"];
const packagesApart = {
  name: "packages-apart",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(${APART.join("|")})$`) }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: `./${path}.cjs`, external: true } : undefined,
    );
  },
};

// chalk probes the terminal when it is loaded, for which it loads three modules; it is always told its level here.
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
    declare(`${made}/new`);
    // As deep as src/cli, from where its files find those that come with the package.
    await bundleLibrary(`${made}/new/library`);
    replace(dist, `${made}/new`);
  }
  // The place of a program is part of what is compiled of it.
  execFileSync(process.execPath, [`${root}scripts/keep-compiled.js`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
} catch (error) {
  // tsc and esbuild have already said what is wrong with the sources; only the failure is passed on.
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
    // Names stay, so that the stack of a reported fault can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    // What modules of packages ask for.
    define: { "import.meta.url": "__url" },
    banner: { js: 'const __url=require("node:url").pathToFileURL(__filename).href;' },
  };
  // No splitting: what the parts share would be further files to load for the shortest run. CommonJS, since Node loads
  // it quicker than modules, and so that bin/load-program.cjs can load it.
  await build({
    ...options,
    entryPoints: { "run-process": `${root}src/cli/run-process.ts`, worker: `${root}src/input/worker.ts` },
    plugins: [parserOnly, packagesApart, noTerminalProbe],
    // require() instead of import(), which a script has only by an experimental way
    supported: { "dynamic-import": false },
  });
  await build({
    ...options,
    entryPoints: Object.fromEntries(APART.map((name) => [name, name])),
    // As Node has it: what import() calls the default is all that the package exports.
    footer: {
      js: "if(module.exports.__esModule&&module.exports.default)module.exports=module.exports.default;",
    },
  });
}

/** What the library depends on stays outside, so that who uses it has each package once. */
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

function declare(outdir) {
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
