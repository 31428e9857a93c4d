import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change, Comparison, Order } from "../../src/result/comparison.ts";
import { scaled } from "../support/scaled.ts";
import { compareText } from "../support/trace-of.ts";

/** One call of a made-up program; threads and files are numbers that can be renamed. */
type Call = {
  readonly thread: number;
  readonly name: "pread64" | "pwrite64" | "readahead" | "fdatasync";
  readonly file: number;
  readonly offset: number;
  readonly size: number;
};

const calls = fc.array(
  fc.record<Call>({
    thread: fc.integer({ min: 0, max: 3 }),
    name: fc.constantFrom("pread64", "pread64", "pwrite64", "readahead", "fdatasync"),
    file: fc.integer({ min: 0, max: 3 }),
    offset: fc.integer({ min: 0, max: 6 }).map((block) => block * 4096),
    size: fc.constantFrom(512, 4096, 65536),
  }),
  { minLength: 1, maxLength: 40 },
);

type Names = { readonly thread: (thread: number) => number; readonly fd: (file: number) => number };
const plain: Names = { thread: (thread) => 100 + thread, fd: (file) => 3 + file };

function lineOf({ thread, name, file, offset, size }: Call, { thread: tid, fd }: Names): string {
  const leader = `${tid(thread)} 10:00:00 ${name}(${fd(file)}`;
  if (name === "fdatasync") return `${leader}) = 0 <0.000900>`;
  if (name === "readahead") return `${leader}, ${offset}, ${size}) = 0 <0.000003>`;
  return `${leader}, "x"..., ${size}, ${offset}) = ${size} <0.000040>`;
}

const textOf = (program: readonly Call[], names: Names = plain): string[] =>
  program.map((call) => lineOf(call, names));

const held = ({ verdict }: Comparison): Order[] =>
  (Object.keys(verdict.holds) as Order[]).filter((order) => verdict.holds[order]);

/** Every change by itself: hunks do not group equal ones. */
const changesOf = (comparison: Comparison): Change[] =>
  Array.from(comparison.hunks(0)).flatMap(({ lines }) =>
    lines.flatMap((line) => (line.kind === "change" ? [line.change] : [])),
  );

const permutation = (size: number): fc.Arbitrary<number[]> =>
  fc.shuffledSubarray([...Array(size).keys()], { minLength: size, maxLength: size });

test("a trace is the same as itself under other thread ids and other descriptors", () => {
  fc.assert(
    fc.property(calls, permutation(4), permutation(4), (program, threads, files) => {
      const renamed: Names = {
        thread: (thread) => 9000 + (threads[thread] ?? 0),
        fd: (file) => 3 + (files[file] ?? 0),
      };
      const comparison = compareText(textOf(program), textOf(program, renamed));
      expect(held(comparison)).toEqual(["total", "thread", "file", "stream", "set"]);
      expect(comparison.matches).toBe(program.length);
    }),
    { numRuns: scaled(300) },
  );
});

test("every call of both sides is in exactly one match or change", () => {
  fc.assert(
    fc.property(calls, calls, (before, after) => {
      const comparison = compareText(textOf(before), textOf(after));
      const changes = changesOf(comparison);
      for (const [side, program] of [
        ["before", before],
        ["after", after],
      ] as const) {
        const changed = changes.flatMap((change) => change[side].map(({ line }) => line));
        expect(new Set(changed).size).toBe(changed.length);
        expect(comparison.matches + changed.length).toBe(program.length);
      }
    }),
  );
});

test("grouped changes stand for every change, with its place and its effect", () => {
  fc.assert(
    fc.property(calls, calls, (before, after) => {
      const comparison = compareText(textOf(before), textOf(after));
      const single = changesOf(comparison);
      const grouped = [...comparison.changes()];
      const places = grouped
        .flatMap(({ place, repeats }) => [place, ...repeats])
        .map((place) => JSON.stringify(place));
      expect(places.sort()).toEqual(single.map(({ place }) => JSON.stringify(place)).sort());
      expect(grouped.every(({ count, repeats }) => count === repeats.length + 1)).toBe(true);
      const counts = grouped.reduce((sum, { count }) => sum + count, 0);
      expect(counts).toBe(Object.values(comparison.changeCounts).reduce((sum, count) => sum + count, 0));
      const bytes = grouped.reduce((sum, { effect }) => sum + Number(effect.bytes), 0);
      expect(bytes).toBe(comparison.effect.bytes);
    }),
  );
});

test("swapping before and after mirrors the levels, the matches and the effect", () => {
  fc.assert(
    fc.property(calls, calls, (before, after) => {
      const there = compareText(textOf(before), textOf(after));
      const back = compareText(textOf(after), textOf(before));
      expect(held(back)).toEqual(held(there));
      expect(back.matches).toBe(there.matches);
      expect(back.effect.calls).toBe(0 - there.effect.calls + 0);
      expect(back.effect.bytes).toBe(0 - Number(there.effect.bytes) + 0);
    }),
  );
});

test("stronger levels imply the weaker ones", () => {
  fc.assert(
    fc.property(calls, calls, (before, after) => {
      const { holds } = compareText(textOf(before), textOf(after)).verdict;
      const implied: [Order, Order][] = [
        ["total", "thread"],
        ["total", "file"],
        ["thread", "stream"],
        ["file", "set"],
        ["stream", "set"],
      ];
      for (const [strong, weak] of implied) expect(holds[weak] || !holds[strong]).toBe(true);
    }),
  );
});

test("an edited call is found, named, and nothing else is reported", () => {
  const edits = fc.constantFrom("removed", "added", "resized", "shifted");
  // Calls at distinct places, so that there is one smallest explanation.
  const program = calls.map((list) =>
    list.map((call, at): Call => ({ ...call, name: "pread64", offset: at * 1_000_000 })),
  );
  fc.assert(
    fc.property(program, fc.nat(), edits, (before, pick, kind) => {
      const at = pick % before.length;
      const call = before[at] as Call;
      const after = {
        removed: before.toSpliced(at, 1),
        added: before.toSpliced(at, 0, { ...call, offset: 77, size: 1234 }),
        resized: before.with(at, { ...call, size: call.size + 100 }),
        shifted: before.with(at, { ...call, offset: call.offset + 100 }),
      }[kind];
      fc.pre(after.some(({ thread }) => thread === call.thread));
      const comparison = compareText(textOf(before), textOf(after));
      expect(comparison.changeCounts).toEqual({ [kind]: 1 });
      const [change] = comparison.changes();
      if (kind !== "added") expect(change?.before[0]?.line).toBe(at + 1);
      if (kind !== "removed") expect(change?.after[0]?.line).toBe(at + 1);
    }),
  );
});
