import fc from "fast-check";
import { expect, describe as group, test } from "vitest";
import { ExplainedCalls } from "../../src/changes/explained-calls.ts";
import { scaled } from "../support/scaled.ts";
import { type Explained, explained, type Line, viewOf } from "./requests.ts";

const gapOf = (before: readonly Line[], after: readonly Line[]) =>
  ({
    kind: "gap",
    before: 0,
    beforeCount: before.length,
    after: 0,
    afterCount: after.length,
    coarse: false,
  }) as const;

const explain = (before: readonly Line[], after: readonly Line[]): Explained[] => [
  ...explained(viewOf(before, after), gapOf(before, after), new ExplainedCalls(before.length, after.length)),
];

/** `resized 0>0`, `removed 1>`, `added >2`. */
const told = (before: readonly Line[], after: readonly Line[]): string[] =>
  explain(before, after).map((part) => `${part.kind} ${part.before.join()}>${part.after.join()}`);

/** Few values, so that every kind of pair occurs. */
const line = fc
  .tuple(
    fc.constantFrom("pread64", "pwrite64"),
    fc.constantFrom("x", "y"),
    fc.constantFrom(0, 4096, 8192),
    fc.constantFrom(512, 4096),
  )
  .map((words) => words.join(" "));
const lines = fc.array(line, { maxLength: 12 });

group("tables", () => {
  test("another size at the same place is resized", () => {
    expect(told(["pread64 x 0 4096"], ["pread64 x 0 8192"])).toEqual(["resized 0>0"]);
  });

  test("the same size at another place is shifted", () => {
    expect(told(["pread64 x 311296 4096"], ["pread64 x 12288 4096"])).toEqual(["shifted 0>0"]);
  });

  test("the same request on another file is retargeted", () => {
    expect(told(["pread64 x 0 4096"], ["pread64 y 0 4096"])).toEqual(["retargeted 0>0"]);
  });

  test("shifted goes before retargeted", () => {
    const after = ["pread64 y 0 4096", "pread64 x 512 4096"];
    expect(told(["pread64 x 0 4096"], after)).toEqual(["added >0", "shifted 0>1"]);
  });

  test("what differs in two things, or in call or flags, is removed and added", () => {
    const call = "pread64 x 0 4096";
    for (const other of [
      "pread64 x 1 8192",
      "pwrite64 x 0 4096",
      "pread64 y 512 4096",
      "pread64 x 0 4096 RWF_HIPRI",
    ]) {
      expect(told([call], [other])).toEqual(["removed 0>", "added >0"]);
    }
  });

  test("resized goes before shifted", () => {
    const before = ["pread64 x 0 4096"];
    expect(told(before, ["pread64 x 8192 4096", "pread64 x 0 512"])).toEqual(["added >0", "resized 0>1"]);
    expect(told(before, ["pread64 x 0 512", "pread64 x 8192 4096"])).toEqual(["resized 0>0", "added >1"]);
  });

  test("one resized pair weighs more than two shifted ones", () => {
    const before = ["pread64 x 0 1", "pread64 x 9 2", "pread64 x 8 2"];
    const after = ["pread64 x 5 2", "pread64 x 4 2", "pread64 x 0 7"];
    expect(told(before, after)).toEqual(["added >0", "added >1", "resized 0>2", "removed 1>", "removed 2>"]);
  });

  test("a changed call beside an added one are told apart", () => {
    const before = ["pread64 x 0 4096"];
    const after = ["readahead x 0 131072", "pread64 x 0 8192"];
    expect(told(before, after)).toEqual(["added >0", "resized 0>1"]);
  });

  test("positions start where the gap starts", () => {
    const calls = ["open x ? ?", "pread64 x 0 4096", "close x ? ?"];
    const view = viewOf(calls, ["open x ? ?", "pread64 x 0 512", "close x ? ?"]);
    const gap = { kind: "gap", before: 1, beforeCount: 1, after: 1, afterCount: 1, coarse: false } as const;
    expect(explained(view, gap, new ExplainedCalls(3, 3))).toEqual([
      { kind: "resized", before: [1], after: [1], afterThread: null, at: { before: 1, after: 1 } },
    ]);
  });
});

group("laws", () => {
  test("every call of the gap is in one change, in order", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const parts = explain(before, after);
        expect(parts.flatMap((part) => part.before)).toEqual(before.map((_, i) => i));
        expect(parts.flatMap((part) => part.after)).toEqual(after.map((_, i) => i));
      }),
    );
  });

  test("every change says where it stands, also on the side on which it has no call", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const passed = { before: 0, after: 0 };
        for (const part of explain(before, after)) {
          expect(part.at).toEqual(passed);
          passed.before += part.before.length;
          passed.after += part.after.length;
        }
      }),
    );
  });

  test("swapping the sides swaps removed and added and leaves the pairs", () => {
    const swapped = (kind: string): string => ({ removed: "added", added: "removed" })[kind] ?? kind;
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const there = explain(before, after).map(
          (part) => `${part.kind} ${part.before.join()}>${part.after.join()}`,
        );
        const back = explain(after, before).map(
          (part) => `${swapped(part.kind)} ${part.after.join()}>${part.before.join()}`,
        );
        expect(back.toSorted()).toEqual(there.toSorted());
      }),
      { numRuns: scaled(300) },
    );
  });

  test("a pair differs in exactly what its kind says", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        for (const {
          kind,
          before: [one],
          after: [other],
        } of explain(before, after)) {
          if (kind === "removed" || kind === "added") continue;
          const words1 = (before[one ?? -1] ?? "").split(" ");
          const words2 = (after[other ?? -1] ?? "").split(" ");
          const differing = words1.flatMap((word, i) => (word === words2[i] ? [] : [i]));
          expect(differing.map((place) => ["", "retargeted", "shifted", "resized"][place])).toEqual([kind]);
        }
      }),
    );
  });

  test("a gap too large for a table is explained as well: each injected change by its name", () => {
    const before: Line[] = [];
    const after: Line[] = [];
    const expected: string[] = [];
    for (let i = 0; i < 3_000; i++) {
      const call = `pread64 file${i % 7} ${i * 4096} 4096`;
      const edit = (i * 7919) % 4;
      if (edit !== 1)
        before.push(edit === 0 ? call : edit === 2 ? `fsync file${i} ? ?` : `pwrite64 f ${i} ${i + 1}`);
      if (edit !== 2)
        after.push(
          edit === 0 ? `${call}0` : edit === 1 ? `fdatasync file${i} ? ?` : `pwrite64 f ${i + 0.5} ${i + 1}`,
        );
      expected.push(["resized", "added", "removed", "shifted"][edit] ?? "");
    }
    const count = (kinds: readonly string[]): Record<string, number> =>
      Object.fromEntries(
        ["resized", "shifted", "added", "removed"].map((kind) => [
          kind,
          kinds.filter((k) => k === kind).length,
        ]),
      );
    expect(count(explain(before, after).map(({ kind }) => kind))).toEqual(count(expected));
  });
});
