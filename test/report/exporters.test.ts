import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RECORD_FIELDS } from "../../src/report/csv/record-texts.ts";
import { exporters } from "../../src/report/exporters.ts";
import { callRecord } from "../../src/view/record-of-row.ts";
import { type TraceView, viewTrace } from "../../src/view/trace-view.ts";
import { grammar, shippedTrace, traceOf } from "../support/trace-of.ts";
import { parseCsv } from "./parse-csv.ts";

const schema = JSON.parse(readFileSync(new URL("../../schema/record-1.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

const asItIs = (text: string): string => text;
const view = (text: string | readonly string[]): TraceView => viewTrace(traceOf(text), grammar, null);
const ndjson = (side: TraceView): string[] =>
  [...exporters.ndjson(side, asItIs)].join("").split("\n").slice(0, -1);
const csv = (side: TraceView): (string | null)[][] => parseCsv([...exporters.csv(side, asItIs)].join(""));
const records = (side: TraceView): unknown[] => Array.from(side.rows, (row) => callRecord(side, row));

/** Of every kind of trace one: times of all forms, threads, sets of options, files by path, numbers beyond 2^53. */
const TRACES = [
  "rocksdb-5431/before.log",
  "pairs/base-1.log",
  "corpus/b07_tt.strace",
  "corpus/b08_ttt.strace",
  "corpus/b09_r.strace",
  "corpus/b13_T_ns.strace",
  "corpus/b18_abs_unix_s.strace",
  "corpus/b26_yy.strace",
  "corpus/c01_61.strace",
  "corpus/c20_v48.strace",
  "corpus/c42_m32_v48.strace",
  "corpus/f01_query_1.strace",
  "corpus/i05_python_mp_Y.strace",
  "corpus/k13_synthetic_rare_forms.strace",
];

describe.each(TRACES)("the export of %s", (path) => {
  const side = viewTrace(shippedTrace(path), grammar, null);

  test("has the record of every call, in order, as one line of NDJSON that keeps the schema", () => {
    const lines = ndjson(side).map((line) => JSON.parse(line));
    expect(lines).toEqual(records(side));
    for (const line of lines) {
      validate(line);
      expect(validate.errors).toBeNull();
    }
  });

  test("has the same values in the same order as CSV, nothing where the trace does not say", () => {
    const [head, ...rows] = csv(side);
    expect(head).toEqual(RECORD_FIELDS);
    const expected = Array.from(side.rows, (row) =>
      Object.values(callRecord(side, row)).map((value) => (value === null ? null : String(value))),
    );
    expect(rows).toEqual(expected);
  });
});

test("members of a record are those of the schema, in the order in which they are written", () => {
  expect(schema.required).toEqual(RECORD_FIELDS);
  const [line = ""] = ndjson(view(["close(3) = 0"]));
  expect(Object.keys(JSON.parse(line))).toEqual(RECORD_FIELDS);
});

test("numbers beyond 2^53 keep every digit, as texts", () => {
  const side = view(['9 1796033151.156811 pread64(3, "", 10, 9007199254740993) = 0 <0.000005>']);
  const [line = ""] = ndjson(side);
  expect(line).toContain('"start":"1796033151156811000"');
  expect(line).toContain('"offset":"9007199254740993"');
  expect(csv(side)[1]?.slice(2, 8)).toEqual([
    "1796033151156811000",
    "pread64",
    "3",
    null,
    "9007199254740993",
    "10",
  ]);
});

test("a start since 1970 keeps every nanosecond", () => {
  const seconds = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });
  const step = fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 999_999_999 }));
  fc.assert(
    fc.property(seconds, fc.array(step, { minLength: 1, maxLength: 5 }), (origin, steps) => {
      let second = origin;
      const times = steps.map(([more, nanoseconds]) => {
        second += more + 1;
        return `${second}.${String(nanoseconds).padStart(9, "0")}`;
      });
      const side = view(times.map((time) => `7 ${time} close(3) = 0`));
      const starts = ndjson(side).map((line) => String(JSON.parse(line).start));
      expect(starts).toEqual(times.map((time) => time.replace(".", "")));
    }),
  );
});

/** A path as strace -y prints it, from any text. */
const decorated = (path: string): string =>
  Array.from(new TextEncoder().encode(path), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

test("names of files with any characters come back from NDJSON and from CSV", () => {
  const paths = fc.string({ unit: "binary", minLength: 1, maxLength: 20 }).filter((path) => !/\0/.test(path));
  fc.assert(
    fc.property(paths, (name) => {
      const side = view([`openat(AT_FDCWD, "/${decorated(name)}", O_RDONLY) = 3`]);
      const [record] = records(side) as { readonly file: string }[];
      const [line = ""] = ndjson(side);
      expect(JSON.parse(line).file).toBe(record?.file);
      expect(csv(side)[1]?.[5]).toBe(record?.file);
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test("an empty text is not a missing one", () => {
  const side = view(['unlink("") = -1 ENOENT (No such file or directory)']);
  expect(csv(side)[1]?.[5]).toBe("");
});

test("what goes to a terminal is made safe before it is quoted", () => {
  const side = view(['unlink("/a,\\33[2J") = 0']);
  const shown = [...exporters.csv(side, (text) => text.replaceAll("\u001b", "\\x1b"))].join("");
  expect(shown).toContain('"/a,\\x1b[2J"');
});

test("a large trace comes in pieces of bounded length", () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `pread64(3, "", 4096, ${at * 4096}) = 4096`);
  const side = view(lines);
  for (const write of Object.values(exporters)) {
    const pieces = [...write(side, asItIs)];
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(34_000);
  }
});
