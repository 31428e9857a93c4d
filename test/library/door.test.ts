import { resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import * as door from "../../src/tracediff.ts";

const SRC = resolve(import.meta.dirname, "../../src");
const DOOR = resolve(SRC, "tracediff.ts");

/** What a program can call or catch. */
const VALUES = [
  "UserError",
  "compare",
  "exportRecords",
  "formatComparison",
  "formatSummary",
  "readTrace",
  "summarize",
  "writeSnapshot",
];

/** What its results and options are called; UserError is a type too. */
const TYPES = [
  "BlindSpot",
  "CallLatency",
  "CallRecord",
  "CallSelection",
  "Caveat",
  "Change",
  "ChangeKind",
  "Color",
  "CommonDrift",
  "CompareOptions",
  "Comparison",
  "CountsByName",
  "CoveragePair",
  "Direction",
  "Divergence",
  "Effect",
  "ExactNumber",
  "Excess",
  "ExportFormat",
  "ExportOptions",
  "FileCoverage",
  "FilePair",
  "FileUse",
  "Format",
  "FormatOptions",
  "GateOutcome",
  "GroupKey",
  "GroupResidual",
  "Grouping",
  "Histogram",
  "Hunk",
  "HunkLine",
  "Ignorable",
  "IgnoredArgument",
  "InFlight",
  "InjectionCaveat",
  "Interval",
  "LatencyCaveat",
  "LatencyGroup",
  "LatencyReport",
  "LatencySummary",
  "LineCounts",
  "LineKind",
  "MannWhitney",
  "Nanoseconds",
  "Order",
  "OtherCallDifference",
  "OtherName",
  "Outlier",
  "Overview",
  "OverviewReason",
  "OverviewWarning",
  "Pair",
  "PairedShift",
  "PathMapping",
  "Percentile",
  "Place",
  "Problem",
  "ReadOptions",
  "ReadProgress",
  "Reason",
  "RecordingCaveat",
  "RedundancyKind",
  "RedundantIo",
  "ResolvedOptions",
  "ResultDifference",
  "RunDrift",
  "RunSummary",
  "Runs",
  "Selection",
  "Side",
  "SnapshotOptions",
  "Statistic",
  "StatisticDrift",
  "SummaryFormat",
  "SummaryOptions",
  "ThreadPair",
  "ThreadUse",
  "TouchedBytes",
  "Trace",
  "TraceSource",
  "TraceSummary",
  "Undecided",
  "UnpairedGroup",
  "UnstableCall",
  "Verdict",
  "Warning",
  "WholeNumber",
];

const program = ts.createProgram([DOOR], {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  types: ["node"],
});
const checker = program.getTypeChecker();

function original(symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function exportsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Symbol> {
  const module = checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${file.fileName} exports nothing`);
  return new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, original(symbol)]));
}

/** Types of src that the declaration of a symbol names where its users see it: not in bodies, not in private members. */
function namedTypes(symbol: ts.Symbol): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || ts.isPrivateIdentifier(node)) return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const named = checker.getSymbolAtLocation(name);
      if (named !== undefined) found.push(original(named));
    }
    ts.forEachChild(node, visit);
  };
  for (const declaration of symbol.declarations ?? []) visit(declaration);
  return found.filter(
    ({ flags, declarations }) =>
      (flags & ts.SymbolFlags.TypeParameter) === 0 &&
      declarations?.some((declaration) => declaration.getSourceFile().fileName.startsWith(`${SRC}/`)),
  );
}

function namedButMissing(known: ReadonlySet<ts.Symbol>): string[] {
  const missing = Array.from(known, (symbol) =>
    namedTypes(symbol)
      .filter((named) => !known.has(named))
      .map((named) => `${symbol.name} names ${named.name}`),
  );
  return [...new Set(missing.flat())];
}

const file = program.getSourceFile(DOOR);
if (file === undefined) throw new Error(`${DOOR} is missing`);
const exported = exportsOf(file);

describe("the door of the library", () => {
  test("has these values, and no other", () => {
    expect(Object.keys(door).sort()).toEqual(VALUES);
  });

  test("has these types, and no other", () => {
    const isValue = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Value) !== 0;
    const types = [...exported].filter(([, symbol]) => !isValue(symbol)).map(([name]) => name);
    expect(types.sort()).toEqual(TYPES);
  });

  test("exports every type that one of its signatures names", () => {
    expect(namedButMissing(new Set(exported.values()))).toEqual([]);
  });

  test("would be caught without a type that it names", () => {
    const { Verdict: verdict } = Object.fromEntries(exported);
    const others = [...exported.values()].filter((symbol) => symbol !== verdict);
    expect(namedButMissing(new Set(others))).toEqual(["Comparison names Verdict"]);
  });

  const functions = [...exported].filter(([, { flags }]) => (flags & ts.SymbolFlags.Function) !== 0);

  test.each(functions)("shows above %s a call of it, what it gives and what it throws", (name, symbol) => {
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    expect(comment).toMatch(new RegExp(`^ {4}.*\\b${name}\\(`, "m"));
    const tags = symbol.getJsDocTags(checker).map((tag) => tag.name);
    expect(tags).toContain("returns");
    expect(tags).toContain("throws");
  });
});
