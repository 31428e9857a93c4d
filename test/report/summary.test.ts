import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { type Overview, overviewOf } from "../../src/compare/overview.ts";
import { REDUNDANCY_KINDS } from "../../src/coverage/redundant-io.ts";
import { displayWidth } from "../../src/report/layout/display-width.ts";
import { type SummaryFormat, summaryReporters } from "../../src/report/summary-reporters.ts";
import { LINE_KINDS } from "../../src/trace/line-kind.ts";
import { viewTrace } from "../../src/view/trace-view.ts";
import { grammar, shippedTrace } from "../support/trace-of.ts";
import { PLAIN } from "./comparison-fixture.ts";
import { HOSTILE_NAMES } from "./hostile.ts";

type Schema = {
  readonly properties: object;
  readonly $defs: Readonly<Record<string, { readonly properties?: object }>>;
};

const schemaOf = (name: string): Schema =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../../schema/${name}-1.json`), "utf8"));
const schema = schemaOf("summary");
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

function report(
  overview: Overview,
  format: SummaryFormat = "text",
  options: Partial<typeof PLAIN> = {},
): string {
  return [...summaryReporters[format](overview, { ...PLAIN, ...options })].join("");
}

function problemsOf(value: unknown): unknown {
  validate(value);
  return validate.errors ?? [];
}

const shipped = (path: string, calls: readonly string[] | null = null): Overview =>
  overviewOf(viewTrace(shippedTrace(path), grammar, calls), { calls, maxUnread: 0 });

/** What there is to say about traces; the names are those of the golden files. */
const OVERVIEWS: Readonly<Record<string, Overview>> = {
  threads: shipped("pairs/base-1.log"),
  descriptors: shipped("rocksdb-5431/before.log"),
  sqlite: shipped("corpus/f01_query_1.strace"),
  "mapped-files": shipped("corpus/g09_rocksdb_read_mmap.strace"),
  rings: shipped("corpus/h08_fio_io_uring.strace"),
  restarts: shipped("corpus/e01_sigio_o.strace"),
  killed: shipped("corpus/e36_strace_sigkilled.strace"),
  "in-flight": shipped("corpus/n12_attach_blocked_read_v48.strace"),
  "untimed-set": shipped("corpus/b42_hexdump_read3.strace"),
  nothing: shipped("corpus/m15_no_match.strace"),
  hidden: shipped("rocksdb-5431/before.log", ["fsync"]),
};
const cases = Object.entries(OVERVIEWS);

describe("the summary", () => {
  test.each(cases)("of %s reads as its golden file", async (name, overview) => {
    const golden = resolve(import.meta.dirname, `../golden/summary/${name}.txt`);
    await expect(report(overview)).toMatchFileSnapshot(golden);
  });

  test.each(cases)("of %s keeps within the width, from 72 columns on", (_, overview) => {
    for (const width of [72, 80, 100, 200]) {
      const lines = report(overview, "text", { width }).split("\n");
      expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    }
  });

  test.each(cases)("of %s is the same text with and without colours", (_, overview) => {
    const coloured = report(overview, "text", { color: true });
    const esc = "\u001b";
    expect(coloured).toContain(esc);
    expect(coloured.replaceAll(new RegExp(`${esc}\\[\\d+m`, "g"), "")).toBe(report(overview));
  });

  test.each(cases)("of %s holds only ASCII where only that can be shown", (_, overview) => {
    expect(report(overview, "text", { unicode: false })).toMatch(/^[\n -~]*$/);
  });

  test.each(cases)("of %s is JSON that keeps the schema and is the overview", (_, overview) => {
    const printed = JSON.parse(report(overview, "json"));
    expect(problemsOf(printed)).toEqual([]);
    expect(printed).toEqual(overview);
  });

  test.each(HOSTILE_NAMES)("shows no control character where everything is named %j", (name) => {
    const hostile = hostileOverview(name);
    for (const format of ["text", "json"] as const) {
      const text = report(hostile, format).replaceAll("\n", "");
      expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    }
    expect(JSON.parse(report(hostile, "json"))).toEqual(hostile);
    expect(
      report(hostile)
        .split("\n")
        .filter((line) => displayWidth(line) > PLAIN.width),
    ).toEqual([]);
  });
});

/** This text in every field that can come from a trace. */
function hostileOverview(name: string): Overview {
  const { killed } = OVERVIEWS;
  if (killed === undefined) throw new Error("the fixture is gone");
  const problem = { line: 1, source: 0, text: name } as const;
  return {
    ...killed,
    sources: [name],
    otherCallNames: { [name]: 3 },
    problems: [
      { ...problem, kind: "malformed", column: 1, expected: name },
      { ...problem, kind: "orphan", thread: 1, call: name },
    ],
    warnings: [{ kind: "blind-spot", call: "mmap", count: 1, files: [name] }],
    findings: [
      { kind: "re-read", direction: "read", file: name, calls: 1, bytes: 1, latency: null, line: 1 },
    ],
    byFile: killed.byFile.map((use) => ({ ...use, file: name })),
  };
}

describe("the schema of the summary", () => {
  const { properties, $defs: defs } = schema;
  const { $defs: otherDefs } = schemaOf("comparison");

  test("says of one trace what the schema of a comparison says of a side", () => {
    const { traceSummary } = otherDefs;
    expect(properties).toMatchObject(traceSummary?.properties ?? { missing: true });
    for (const name of ["lineKinds", "problem", "latencySummary"])
      expect(defs[name]).toEqual(otherDefs[name]);
  });

  test("names the same values as the code", () => {
    expect(defs).toMatchObject({
      finding: { properties: { kind: { enum: REDUNDANCY_KINDS } } },
      lineKinds: { required: LINE_KINDS },
    });
  });

  test("refuses members that it does not name, and a summary in which something is missing", () => {
    const printed = JSON.parse(report(shipped("pairs/base-1.log"), "json"));
    expect(problemsOf({ ...printed, surprise: 1 })).not.toEqual([]);
    for (const name of Object.keys(printed)) {
      const { [name]: _missing, ...rest } = printed;
      expect(problemsOf(rest)).not.toEqual([]);
    }
  });
});
