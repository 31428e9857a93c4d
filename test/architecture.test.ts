import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** A folder imports folders of lower floors and itself. The door of the library, directly in src, stands beside cli. */
const FLOORS: Readonly<Record<string, number>> = {
  bytes: 0,
  trace: 0,
  columns: 0,
  grammar: 1,
  parse: 2,
  identity: 2,
  align: 2,
  stats: 2,
  result: 3,
  view: 4,
  pairing: 5,
  changes: 6,
  coverage: 7,
  latency: 7,
  compare: 8,
  report: 9,
  snapshot: 9,
  input: 10,
  library: 11,
  cli: 12,
  "": 12,
};

/** What reaches the world outside: process, terminal, clock, chance, network, timers. */
const WORLD = new Set([
  "process",
  "console",
  "performance",
  "fetch",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "Buffer",
]);

type SourceFile = {
  /** Relative to src. */
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly imports: readonly string[];
  readonly syntax: ts.SourceFile;
};

function readSource(file: string): SourceFile {
  const path = relative(SRC, file);
  const text = readFileSync(file, "utf8");
  const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const folder = path.includes("/") ? (path.split("/")[0] ?? "") : "";
  return { path, folder, text, imports: importsOf(syntax), syntax };
}

/** Static and dynamic imports, types included, and re-exports. */
function importsOf(syntax: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined
    ) {
      found.push((node.moduleSpecifier as ts.StringLiteral).text); // the grammar of modules allows no other literal
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      found.push(argument !== undefined && ts.isStringLiteral(argument) ? argument.text : "<computed>");
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push(node.argument.literal.getText().slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return found;
}

/** Names of the outside world that the code uses as values, and the clock and chance of the language itself. */
function worldUsesOf(syntax: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && WORLD.has(node.text) && !isMemberName(node)) found.push(node.text);
    const text = ts.isPropertyAccessExpression(node) || ts.isNewExpression(node) ? node.getText() : "";
    if (text === "Date.now" || text === "Math.random" || text === "import.meta.url") found.push(text);
    if (/^new Date(\(\))?$/.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return found;
}

/** `line.process` and `{ process: 1 }` name a member, not the global. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name === node;
  return false;
}

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => readSource(join(SRC, path)));

const relativeImports = files.flatMap((file) =>
  file.imports
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => ({ file, target: relative(SRC, resolve(SRC, dirname(file.path), specifier)) })),
);

/** Circles of imports, each as the paths along it; types count too. */
function cyclesOf(imports: readonly (readonly [string, string])[]): string[] {
  const targets = new Map<string, string[]>();
  for (const [path, target] of imports) targets.set(path, [...(targets.get(path) ?? []), target]);
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) cycles.push([...trail.slice(start), path].join(" → "));
    if (start !== -1 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) walk(path, []);
  return cycles;
}

test("cyclesOf finds a circle and where it closes", () => {
  const imports = [
    ["a", "b"],
    ["b", "c"],
    ["c", "b"],
    ["a", "d"],
  ] as const;
  expect(cyclesOf(imports)).toEqual(["b → c → b"]);
});

describe("floors", () => {
  test("every folder of src has a floor", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(({ folder }) => FLOORS[folder] === undefined).map(({ path }) => path)).toEqual([]);
  });

  test("a folder imports itself and lower floors only", () => {
    const upward = relativeImports.filter(({ file, target }) => {
      const folder = target.includes("/") ? (target.split("/")[0] ?? "") : "";
      if (folder === file.folder) return false;
      return (FLOORS[folder] ?? Number.POSITIVE_INFINITY) >= (FLOORS[file.folder] ?? 0);
    });
    expect(upward.map(({ file, target }) => `${file.path} imports ${target}`)).toEqual([]);
  });

  test("imports stay within src and name files that exist, with their endings", () => {
    const known = new Set(files.map(({ path }) => path));
    const unknown = relativeImports.filter(({ target }) => !known.has(target));
    expect(unknown.map(({ file, target }) => `${file.path} imports ${target}`)).toEqual([]);
  });

  test("no file imports itself by way of others", () => {
    expect(cyclesOf(relativeImports.map(({ file, target }) => [file.path, target]))).toEqual([]);
  });

  test("no import is computed", () => {
    expect(files.filter(({ imports }) => imports.includes("<computed>")).map(({ path }) => path)).toEqual([]);
  });
});

describe("the outside world", () => {
  const inner = files.filter(({ folder }) => folder !== "cli" && folder !== "input");

  test("only input and the command line import node's modules", () => {
    const outside = inner.flatMap(({ path, imports }) =>
      imports.filter((name) => isBuiltin(name)).map((name) => `${path} imports ${name}`),
    );
    expect(outside).toEqual([]);
  });

  test("only input and the command line touch process, console, clock or chance", () => {
    const outside = inner.flatMap(({ path, syntax }) =>
      worldUsesOf(syntax).map((name) => `${path}: ${name}`),
    );
    expect(outside).toEqual([]);
  });

  test("a package is imported on one floor only, so that it can be replaced there", () => {
    const floors = new Map<string, Set<string>>();
    for (const { folder, imports } of files) {
      for (const name of imports) {
        if (name.startsWith(".") || isBuiltin(name)) continue;
        floors.set(name, (floors.get(name) ?? new Set()).add(folder));
      }
    }
    const shared = [...floors].filter(([, folders]) => folders.size > 1);
    expect(shared.map(([name, folders]) => `${name}: ${[...folders].join(", ")}`)).toEqual([]);
  });
});

describe("files", () => {
  test("no file is longer than 400 lines", () => {
    const long = files.filter(({ text }) => text.trimEnd().split("\n").length > 400);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("no line is longer than 120 characters, but for one literal", () => {
    const long = files.flatMap(({ path, syntax }) =>
      syntax.getLineStarts().flatMap((start, line) => {
        const end = syntax.text.indexOf("\n", start);
        return end - start > 120 && !isInLiteral(syntax, start + 118) ? [`${path}:${line + 1}`] : [];
      }),
    );
    expect(long).toEqual([]);
  });

  test("no folder has more than 30 files directly in it", () => {
    const counts = new Map<string, number>();
    for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  test("there are no barrels: only the library's entry re-exports", () => {
    const barrels = files.filter(({ path, folder, syntax }) => {
      if (folder === "") return false;
      return basename(path) === "index.ts" || syntax.statements.some(isReexport);
    });
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test("there are no default exports, enums or namespaces", () => {
    const offenders = files.filter(({ syntax }) =>
      syntax.statements.some(
        (statement) =>
          ts.isExportAssignment(statement) ||
          ts.isEnumDeclaration(statement) ||
          ts.isModuleDeclaration(statement),
      ),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  test("files are named in kebab-case", () => {
    const named = files.filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/.test(basename(path)));
    expect(named.map(({ path }) => path)).toEqual([]);
  });
});

/** A sentence or a regular expression is not cut in two. */
function isInLiteral(node: ts.Node, position: number): boolean {
  if (position < node.getStart() || position >= node.getEnd()) return false;
  const isLiteral =
    ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isRegularExpressionLiteral(node);
  return isLiteral || (ts.forEachChild(node, (child) => isInLiteral(child, position) || undefined) ?? false);
}

function isReexport(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined;
}
