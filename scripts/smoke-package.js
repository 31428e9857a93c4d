// Checks that the package, installed as its users install it, works under every version of Node that it promises to
// support, and that an older one says so in a sentence. dist/ has been built.
//
//     node scripts/smoke-package.js [VERSION...]
//
// npm brings each Node, some 50 MB, into a folder that is removed in the end. If it cannot, CI fails; on a developer's
// machine, which may have no network, that version is skipped with a message.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { pack } from "./pack.js";
import { refusalChecks, smokeChecks, writeSmokeFiles } from "./smoke-checks.js";

/** The oldest that "engines" in package.json allows, and the even ones after it, which have long support. */
const SUPPORTED = ["20.19", "22", "24", "26"];
const TOO_OLD = ["16", "18"];

const isCi = process.env.CI === "true";
const [, , ...asked] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "tracediff-smoke-"));
const app = join(folder, "app");
let failed = 0;
let skipped = 0;

try {
  mkdirSync(app);
  writeSmokeFiles((name, content) => writeFileSync(join(app, name), content));
  const packed = join(folder, "packed");
  mkdirSync(packed);
  if (await install(app, pack(packed))) {
    const versions = asked.length > 0 ? asked : [...SUPPORTED, ...TOO_OLD];
    const programs = await Promise.all(versions.map(fetchNode));
    for (const [at, version] of versions.entries()) {
      if (programs[at] !== null)
        examine(programs[at], TOO_OLD.includes(version) ? refusalChecks : smokeChecks);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`smoke: ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || (isCi && skipped > 0) ? 1 : 0;

/** @returns the folder of the program, null if it cannot be had */
async function fetchNode(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(folder, `node-${version}`);
  mkdirSync(prefix);
  return (await install(prefix, `${name}@${version}`)) ? join(prefix, "node_modules", name, "bin") : null;
}

/** @returns whether npm could install it, with its dependencies, into an empty folder */
async function install(prefix, what) {
  const words = [
    "install",
    "--prefix",
    prefix,
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    what,
  ];
  try {
    await promisify(execFile)("npm", words);
    return true;
  } catch (error) {
    skipped++;
    console.log(`${isCi ? "FAILED" : "skipped"}: npm cannot install ${what}\n${error.stderr}`);
    return false;
  }
}

/** Runs the checks with the programs of this folder first in PATH, as a user's shell does. */
function examine(bin, checks) {
  const path = [bin, join(app, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { PATH: path, LC_ALL: "C.UTF-8" };
  const node = spawnSync("node", ["--version"], { env, encoding: "utf8" }).stdout.trim();
  const misses = checks.flatMap((check) => missesOf(check, env));
  console.log(`node ${node}: ${checks.length - misses.length} of ${checks.length} checks hold`);
  for (const miss of misses) console.log(miss);
  failed += misses.length;
}

/** @returns nothing if the command does as it must, else what it did instead */
function missesOf({ words, input = "", status = 0, stdout = /^$/, stderr = /^$/ }, env) {
  const [program, ...args] = words;
  const run = spawnSync(program, args, { cwd: app, env, input, encoding: "utf8" });
  if (run.status === status && stdout.test(run.stdout) && stderr.test(run.stderr)) return [];
  const told = [`status ${run.status}, not ${status}`, run.error?.message, run.stdout, run.stderr];
  return [`FAILED: ${words.join(" ")}\n${told.filter(Boolean).join("\n").slice(0, 2000)}`];
}
