import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./run-bin.ts";

type Program = { readonly line: number; readonly source: string; readonly printed: string | null };

const document = readFileSync(resolve(ROOT, "docs/library.md"), "utf8");

/** Each ts block is a program; a block of text right behind it is all that it prints. */
const programs = Array.from(
  document.matchAll(/^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms),
  ({ index, 1: source = "", 2: printed = null }): Program => ({
    line: document.slice(0, index).split("\n").length,
    source,
    printed,
  }),
);

let folder = "";
const fileOf = ({ line }: Program, ending: string): string => join(folder, `line-${line}.${ending}`);

/** A project elsewhere that has installed what was built here. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-library-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules/tracediff"));
  symlinkSync(join(ROOT, "node_modules/@types"), join(folder, "node_modules/@types"));
  for (const program of programs) writeFileSync(fileOf(program, "mts"), program.source);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles all programs as their writers would, and strictly. */
function compile(): string[] {
  const project = ts.createProgram(
    programs.map((program) => fileOf(program, "mts")),
    {
      target: ts.ScriptTarget.ES2023,
      lib: ["lib.es2023.d.ts"],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noUnusedLocals: true,
      exactOptionalPropertyTypes: true,
      types: ["node"],
      typeRoots: [join(folder, "node_modules/@types")],
    },
  );
  const { diagnostics } = project.emit();
  return [...ts.getPreEmitDiagnostics(project), ...diagnostics].map(
    ({ file, start = 0, messageText }) =>
      `${file?.fileName}:${file?.getLineAndCharacterOfPosition(start).line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
  );
}

describe("docs/library.md", () => {
  test("shows programs that compile against the types that are shipped", () => {
    expect(programs.length).toBeGreaterThan(5);
    expect(compile()).toEqual([]);
  });

  test("reads, compares, prints and walks calls in ten lines", () => {
    const [first] = programs;
    expect(first?.source.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(10);
    for (const name of ["readTrace(", "compare(", "formatComparison(", ".calls("]) {
      expect(first?.source).toContain(name);
    }
  });

  test.each(programs)("the program of line $line runs and prints what is shown", (program) => {
    const run = spawnSync(process.execPath, [fileOf(program, "mjs")], { cwd: ROOT, encoding: "utf8" });
    expect({ status: run.status, stderr: program.printed === null ? run.stderr : "" }).toEqual({
      status: 0,
      stderr: "",
    });
    if (program.printed !== null) expect(run.stdout + run.stderr).toBe(program.printed);
  });
});
