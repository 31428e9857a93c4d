import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWith } from "../support/test-with.ts";
import { AFTER, BEFORE, BIN, ROOT } from "./run-bin.ts";

let folder = "";
let installed = "";

const node = (...argv: string[]): { status: number | null; stdout: string; stderr: string } => {
  const run = spawnSync(process.execPath, argv, { cwd: folder, encoding: "utf8" });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
};

describeWith("tar")("the packed package, elsewhere", () => {
  /** What `npm install tracediff.tgz` leaves in a folder elsewhere, with this repository's copies of dependencies. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tracediff-package-"));
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], {
      cwd: ROOT,
    });
    const [tarball = ""] = readdirSync(folder);
    mkdirSync(join(folder, "node_modules"));
    execFileSync("tar", ["-xzf", tarball, "-C", "node_modules"], { cwd: folder });
    installed = join(folder, "node_modules/tracediff");
    execFileSync("mv", [join(folder, "node_modules/package"), installed]);
    for (const name of ["chalk", "diff", "@types", "undici-types"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
    }
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test("runs without any dependency beside it", () => {
    const elsewhere = join(folder, "alone");
    execFileSync("cp", ["-r", installed, elsewhere]);
    expect(node(join(elsewhere, "bin/tracediff.js"), "-q", BEFORE, AFTER)).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
    expect(node(join(elsewhere, "bin/tracediff.js"), "-q", "--log-level", "info", BEFORE, AFTER).status).toBe(
      0,
    );
    expect(node(join(elsewhere, "bin/tracediff.js"), "--version").stdout).toMatch(/^tracediff \d/);
  });

  test("runs through the link that npm makes for its command", () => {
    mkdirSync(join(folder, "node_modules/.bin"));
    symlinkSync("../tracediff/bin/tracediff.js", join(folder, "node_modules/.bin/tracediff"));
    const run = spawnSync(join(folder, "node_modules/.bin/tracediff"), ["-q", BEFORE, AFTER], {
      encoding: "utf8",
    });
    expect({ status: run.status, stdout: run.stdout, stderr: run.stderr }).toEqual({
      status: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("unpacks zstd data and looks at its checksum", () => {
    // the first two lines of BEFORE, as `zstd -19 --check` packs them
    const packed = Buffer.from(
      "KLUv/QRo/QMAIkgaF2B3A9OzsxNcp7DiHyLUlEmJbWoaBMhzwOJR9tGyGX6/903Dfq2ytqyaWDadRGnXhGX+7/0Ci8vdXbeJNlRFiRiZWYuG" +
        "WjjnhH2mYX8fOL3v+QUtjsENKqqyqXKRAyKQFdrI7s5KWfMJBwCAMAgMF/Ow2aAgeTAkmYrcHgq9OAc=",
      "base64",
    );
    const log = join(folder, "before.log.zst");
    writeFileSync(log, packed);
    const bin = join(installed, "bin/tracediff.js");
    const { status, stdout, stderr } = node(bin, "export", log);
    expect([status, stderr, stdout.split("\n").length]).toEqual([0, "", 3]);
    packed[packed.length - 1] = 0;
    writeFileSync(log, packed);
    expect(node(bin, "export", log)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("damaged zstd data (its checksum does not fit)"),
    });
  });

  test("without its build is trouble with a way out", () => {
    const unbuilt = join(folder, "unbuilt");
    execFileSync("cp", ["-r", installed, unbuilt]);
    rmSync(join(unbuilt, "dist"), { recursive: true });
    expect(node(join(unbuilt, "bin/tracediff.js"), BEFORE, AFTER)).toEqual({
      status: 2,
      stdout: "",
      stderr: "tracediff: not built yet\nhint: npm ci builds it\n",
    });
  });

  const underNode = (version: string): ReturnType<typeof node> => {
    const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
    const options = ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`];
    return node(...options, join(installed, "bin/tracediff.js"), "-q", BEFORE, AFTER);
  };

  test.each(["8.17.0", "18.20.8", "20.9.0", "20.18.3"])(
    "under Node %s says in a sentence what it needs",
    (old) => {
      expect(underNode(old)).toEqual({
        status: 2,
        stdout: "",
        stderr: `tracediff needs Node 20.19 or later, this is ${old}: put a newer one first in PATH\n`,
      });
    },
  );

  test.each(["20.19.0", "21.0.0", "22.1.0", "100.0.0"])("runs under Node %s", (version) => {
    expect(underNode(version)).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("needs in its start what package.json says", () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const [, needed] = /^const NEEDED = "(.*)";$/m.exec(readFileSync(BIN, "utf8")) ?? [];
    expect(engines).toEqual({ node: `>=${needed}.0` });
  });

  const program = `
import { compare, formatComparison, readTrace } from "tracediff";
const before = await readTrace(${JSON.stringify(BEFORE)});
const after = await readTrace(${JSON.stringify(AFTER)});
const result = compare(before, after, { order: "thread" });
const { schema } = JSON.parse([...formatComparison(result, "json")].join(""));
export const told = [result.verdict.pattern, result.matches, schema].join(" ");
`;

  test("is a library", () => {
    writeFileSync(join(folder, "program.mjs"), `${program}console.log(told);`);
    expect(node("program.mjs")).toEqual({
      status: 0,
      stdout: "same 60 tracediff.comparison/1\n",
      stderr: "",
    });
  });

  test("is a library with types", () => {
    writeFileSync(join(folder, "program.mts"), program);
    const options = ["--strict", "--module", "nodenext", "--target", "es2023", "--types", "node", "--noEmit"];
    const run = node(join(ROOT, "node_modules/typescript/bin/tsc"), ...options, "program.mts");
    expect(run).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test.each(["comparison", "summary", "record"])("offers the schema of a %s by name", (name) => {
    const code = `import schema from "tracediff/schema/${name}.json" with { type: "json" }; console.log(schema.$id);`;
    writeFileSync(join(folder, "schema.mjs"), code);
    expect(node("--no-warnings", "schema.mjs").stdout).toBe(`tracediff.${name}/1\n`);
  });
});

test("the package holds what it says, and nothing else", () => {
  const run = spawnSync("npm", ["pack", "--ignore-scripts", "--dry-run", "--json"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(run.stdout);
  const paths = files.map(({ path }) => path);
  const outside = paths.filter((path) => !/^(?:dist|schema|grammars|docs|traces\/rocksdb-5431)\//.test(path));
  expect(outside.sort()).toEqual([
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "action.yml",
    "bin/load-program.cjs",
    "bin/package.json",
    "bin/tracediff.js",
    "completions/_tracediff",
    "completions/tracediff.bash",
    "completions/tracediff.fish",
    "man/tracediff.1",
    "package.json",
    "scripts/action.sh",
  ]);
  for (const path of [
    "dist/bundle/run-process.cjs",
    "dist/bundle/worker.cjs",
    "dist/library/tracediff.js",
    "dist/tracediff.d.ts",
    "grammars/syscalls.txt",
  ]) {
    expect(paths).toContain(path);
  }
  expect(paths.filter((path) => /\.(?:test|spec)\.|\.map$|\.cache$|node_modules/.test(path))).toEqual([]);
});
