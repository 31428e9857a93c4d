import fc from "fast-check";
import { expect, test } from "vitest";
import { LINE_KINDS } from "../../src/trace/line-kind.ts";
import { sampled, scaled } from "../support/scaled.ts";
import { parseBytes, parseText, readShipped, summaryOf } from "./parse-text.ts";

const FILES = [
  "a01_base_1",
  "b25_y",
  "b24_k",
  "b60_append_two_runs",
  "c03_61_yy",
  "c20_v48",
  "c29_v72_N",
  "c31_v72_color",
  "d01_noisy_61",
  "e01_sigio_o",
  "e10_threxec_o",
  "k13_synthetic_rare_forms",
  "m01_oddcomm_Y_stderr",
  "n04_noisy_v613",
  "n07_threads_v48_r_t",
];

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const corpus = FILES.map((name) => latin1(readShipped(`corpus/${name}.strace`)).split("\n"));

/** Bytes that have a meaning somewhere, and some that have none. */
const SPECIAL = [..."\"\\()[]{}<>,=|.:-+ 0x?/*'#\n\r\t\0\u00ff9aA"];

type Mutation = {
  readonly file: number;
  readonly line: number;
  readonly edits: readonly {
    readonly at: number;
    readonly kind: "insert" | "delete" | "replace" | "cut";
    readonly by: string;
  }[];
};

const mutations: fc.Arbitrary<Mutation> = fc.record({
  file: fc.nat({ max: corpus.length - 1 }),
  line: fc.nat(),
  edits: fc.array(
    fc.record({
      at: fc.nat({ max: 400 }),
      kind: fc.constantFrom("insert", "delete", "replace", "cut"),
      by: fc.constantFrom(...SPECIAL),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

function mutate(line: string, edits: Mutation["edits"]): string {
  let text = line;
  for (const { at, kind, by } of edits) {
    const place = text.length === 0 ? 0 : at % (text.length + 1);
    const after = text.slice(kind === "insert" ? place : place + 1);
    if (kind === "cut") text = text.slice(0, place);
    else text = `${text.slice(0, place)}${kind === "delete" ? "" : by}${after}`;
  }
  return text;
}

/** Some lines of a recording, of which one is damaged. */
function damage({ file, line, edits }: Mutation): string {
  const all = corpus[file] ?? [];
  const place = line % all.length;
  const lines = all.slice(Math.max(0, place - 20), place + 20);
  const at = Math.min(place, 20);
  return [...lines.slice(0, at), mutate(lines[at] ?? "", edits), ...lines.slice(at + 1)].join("\n");
}

test("a line with any damage is counted once, and nothing is lost or invented elsewhere", () => {
  fc.assert(
    fc.property(mutations.map(damage), (damaged) => {
      const trace = parseBytes(bytesOf(damaged));
      const total = LINE_KINDS.reduce((sum, kind) => sum + trace.lineKinds[kind], 0);
      expect(total).toBe(damaged.split("\n").length - (damaged.endsWith("\n") ? 1 : 0));
      expect(trace.lines).toBe(total);
    }),
    { numRuns: scaled(4000) },
  );
});

test("a line with any damage is read the same wherever the text is cut", () => {
  fc.assert(
    fc.property(mutations.map(damage), fc.uniqueArray(fc.nat({ max: 5000 })), (damaged, places) => {
      const bytes = bytesOf(damaged);
      const cuts = places.filter((place) => place < bytes.length).sort((one, other) => one - other);
      expect(summaryOf(parseBytes(bytes, { cuts }))).toEqual(summaryOf(parseBytes(bytes)));
    }),
    { numRuns: scaled(500) },
  );
});

test("damage to one whole line leaves the whole lines of a quiet trace as they were", () => {
  const lines = latin1(readShipped("corpus/b12_T.strace")).split("\n");
  const whole = lines.filter((line) => /^\d+ +\w+\(.* = -?\d+ .*<[\d.]+>$/.test(line));
  expect(whole.length).toBeGreaterThan(20);
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), mutations, (at, { edits }) => {
      const damaged = mutate(whole[at] ?? "", edits);
      // more than one line, or another kind of line, is no damage to one line
      fc.pre(!damaged.includes("\n"));
      const text = [...whole.slice(0, at), damaged, ...whole.slice(at + 1)].join("\n");
      const trace = parseBytes(bytesOf(`${text}\n`));
      const others =
        trace.table.length + Object.values(trace.otherCalls).reduce((sum, count) => sum + count, 0);
      expect(others).toBeGreaterThanOrEqual(whole.length - 1);
      expect(others).toBeLessThanOrEqual(whole.length);
    }),
    { numRuns: scaled(2000) },
  );
});

test("bytes of no trace at all make no record and are all counted", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const trace = parseBytes(bytes);
      const total = LINE_KINDS.reduce((sum, kind) => sum + trace.lineKinds[kind], 0);
      expect(total).toBe(trace.lines);
      expect(trace.table.length).toBe(0);
    }),
    { numRuns: scaled(500) },
  );
});

test("a long line of anything is read in one pass", () => {
  // twice the time for every doubling: what is not linear does not end here
  const starts = [
    "",
    "7 ",
    "7 pread64(3, ",
    '7 write(1, "x"..., 5',
    "7 sendmsg(3, {",
    '7 read(3, "x", 1) = 1 (',
    " > ",
    "[pid ",
    "7 read(3<",
  ];
  const units = [
    '"',
    "\\",
    "(",
    "<",
    ", ",
    ") = ",
    "x",
    "9",
    "0x",
    "10:00:00 ",
    "1.0 1.0 1 ",
    "[0x1",
    "\u001b[",
    "{flags=",
    "->",
    "[->",
    '[,"->',
    "0x1 /* A */|",
  ];
  for (const [shift, start] of starts.entries()) {
    for (const unit of sampled(units, shift)) {
      const line = start + unit.repeat(Math.floor(100_000 / unit.length));
      const trace = parseText(`7 pread64(3, hello\n${line}\n`);
      expect(trace.lines).toBe(2);
    }
  }
});
