import fc from "fast-check";
import { expect, describe as group, test } from "vitest";
import { align } from "../../src/align/align.ts";
import type { CallSequence } from "../../src/align/call-sequence.ts";
import type { Stretch } from "../../src/align/stretch.ts";
import { UNKNOWN } from "../../src/trace/table.ts";
import { scaled } from "../support/scaled.ts";
import { describe, matchesIn, naiveCommon, numbers, scatter, sequenceOf, word } from "./sequences.ts";

const aligned = (before: string, after: string): string => describe(align(word(before), word(after)));

function mirrored(runs: readonly Stretch[]): readonly Stretch[] {
  return runs.map((run) =>
    run.kind === "match"
      ? { ...run, before: run.after, after: run.before }
      : {
          ...run,
          before: run.after,
          beforeCount: run.afterCount,
          after: run.before,
          afterCount: run.beforeCount,
        },
  );
}

/** What is wrong with the runs, which cover both sides in order, match equal calls, and alternate; "" if nothing. */
function faultOf(runs: readonly Stretch[], before: CallSequence, after: CallSequence): string {
  let beforeAt = 0;
  let afterAt = 0;
  let last = "";
  for (const run of runs) {
    if (run.before !== beforeAt || run.after !== afterAt)
      return `hole or overlap before ${JSON.stringify(run)}`;
    if (run.kind === last) return `${JSON.stringify(run)} should be part of the run before it`;
    last = run.kind;
    if (run.kind === "gap") {
      if (run.beforeCount + run.afterCount === 0) return `empty gap at ${beforeAt}`;
      beforeAt += run.beforeCount;
      afterAt += run.afterCount;
      continue;
    }
    if (run.count === 0) return `empty match at ${beforeAt}`;
    for (let i = 0; i < run.count; i++, beforeAt++, afterAt++) {
      const one = before.rows[beforeAt] ?? -1;
      const other = after.rows[afterAt] ?? -1;
      const isEqual =
        before.operation[one] === after.operation[other] &&
        before.offset[one] === after.offset[other] &&
        before.size[one] === after.size[other];
      if (!isEqual) return `matched ${beforeAt} with ${afterAt}`;
    }
  }
  const isWhole = beforeAt === before.rows.length && afterAt === after.rows.length;
  return isWhole ? "" : `ends at ${beforeAt} and ${afterAt}`;
}

const smallAlphabet = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 });

group("tables", () => {
  test.each([
    ["", "", ""],
    ["a", "", "1-"],
    ["", "ab", "2+"],
    ["abc", "abc", "3="],
    ["abc", "axc", "1= 1-1+ 1="],
    ["abc", "abxc", "2= 1+ 1="],
    ["abxc", "abc", "2= 1- 1="],
    ["xabc", "abc", "1- 3="],
    ["abc", "abcx", "3= 1+"],
    ["abcdef", "uvwxyz", "6-6+"],
  ])("%j against %j is %j", (before, after, runs) => {
    expect(aligned(before, after)).toBe(runs);
  });

  test("one more of several equal calls is reported as the last of them", () => {
    expect(aligned("xrrry", "xrrrry")).toBe("4= 1+ 1=");
    expect(aligned("xrrrry", "xrrry")).toBe("4= 1- 1=");
  });

  test("one more round of a repeated pattern is reported as the last round", () => {
    expect(aligned("xabababy", "xabababaBy".toLowerCase())).toBe("7= 2+ 1=");
  });

  test("a gap that slides into another gap joins it", () => {
    expect(aligned("aabc", "aaadc")).toBe("2= 1-2+ 1=");
  });

  test("calls differ when only operation, only offset or only size differs", () => {
    const call = { operation: 1, offset: 4096, size: 512 };
    for (const other of [
      { ...call, operation: 2 },
      { ...call, offset: 0 },
      { ...call, size: 513 },
    ]) {
      expect(describe(align(sequenceOf([call]), sequenceOf([other])))).toBe("1-1+");
    }
  });

  test("an unknown offset or size equals an unknown one and nothing else", () => {
    const unknown = { operation: 1, offset: UNKNOWN, size: UNKNOWN };
    expect(describe(align(sequenceOf([unknown]), sequenceOf([unknown])))).toBe("1=");
    expect(describe(align(sequenceOf([unknown]), sequenceOf([{ ...unknown, size: 0 }])))).toBe("1-1+");
  });

  test("rows may stand anywhere in the columns", () => {
    const before = word("abcabdabe");
    const after = word("abcxabdabe");
    expect(align(scatter(before), scatter(after))).toEqual(align(before, after));
  });
});

group("laws", () => {
  test("runs cover both sides once, in order, and match equal calls", () => {
    fc.assert(
      fc.property(smallAlphabet, smallAlphabet, fc.integer({ min: 0, max: 70 }), (one, other, editLimit) => {
        const [before, after] = [numbers(one), numbers(other)];
        expect(faultOf(align(before, after, { editLimit }), before, after)).toBe("");
      }),
      { numRuns: scaled(500) },
    );
  });

  test("as many calls match as in the longest common subsequence, within the edit limit", () => {
    fc.assert(
      fc.property(smallAlphabet, smallAlphabet, (one, other) => {
        expect(matchesIn(align(numbers(one), numbers(other)))).toBe(naiveCommon(one, other));
      }),
      { numRuns: scaled(500) },
    );
  });

  test("as many match where an exact search of 120 calls of 20 kinds takes many edits", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomizer(seed);
      const calls = (): number[] => Array.from({ length: 120 }, () => random(20));
      const [one, other] = [calls(), calls()];
      expect(matchesIn(align(numbers(one), numbers(other)))).toBe(naiveCommon(one, other));
    }
  });

  test("a sequence against itself is one match", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1 }), (offsets) => {
        expect(describe(align(numbers(offsets), scatter(numbers(offsets))))).toBe(`${offsets.length}=`);
      }),
    );
  });

  test("swapping the sides mirrors the runs", () => {
    fc.assert(
      fc.property(smallAlphabet, smallAlphabet, fc.integer({ min: 0, max: 70 }), (one, other, editLimit) => {
        const [before, after] = [numbers(one), numbers(other)];
        expect(align(after, before, { editLimit })).toEqual(mirrored(align(before, after, { editLimit })));
      }),
      { numRuns: scaled(500) },
    );
  });

  test("gaps are coarse beyond the edit limit and not within it", () => {
    const isCoarse = (run: Stretch): boolean => run.kind === "gap" && run.coarse;
    const [before, after] = [word("abababab"), word("babbaaba")];
    expect(align(before, after).some(isCoarse)).toBe(false);
    expect(align(before, after, { editLimit: 1 }).some(isCoarse)).toBe(true);
  });
});

/** Numbers that look random and are the same on every machine: the generator of Numerical Recipes. */
function randomizer(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Calls as a storage engine makes them: some files, mostly in sequence, few sizes, so that keys repeat. */
function tracelike(length: number, seed: number): number[] {
  const random = randomizer(seed);
  return Array.from({ length }, () => (random(4) === 0 ? random(20) : 100 + random(5000)));
}

group("long sequences", () => {
  const LENGTH = 20_000;

  test("a single edit anywhere in a long trace is exactly that edit", () => {
    const offsets = tracelike(LENGTH, 1);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: LENGTH - 2 }),
        fc.constantFrom("insert", "delete", "replace"),
        (at, edit) => {
          const changed = offsets.toSpliced(
            at,
            edit === "insert" ? 0 : 1,
            ...(edit === "delete" ? [] : [-1]),
          );
          // A removed call inside equal neighbours is reported as the last of them.
          let place = at;
          while (edit === "delete" && offsets[place + 1] === offsets[at]) place++;
          const gap = { insert: "1+", delete: "1-", replace: "1-1+" }[edit];
          const rest = LENGTH - place - (edit === "insert" ? 0 : 1);
          expect(describe(align(numbers(offsets), numbers(changed)))).toBe(`${place}= ${gap} ${rest}=`);
        },
      ),
      { numRuns: scaled(60) },
    );
  });

  test("two neighbours that changed places are one removed and one added call", () => {
    const offsets = Array.from({ length: LENGTH }, (_, i) => i);
    const swapped = offsets.toSpliced(9_000, 2, 9_001, 9_000);
    expect(matchesIn(align(numbers(offsets), numbers(swapped)))).toBe(LENGTH - 1);
  });

  test("blocks that were added or removed are found whole, however long they are", () => {
    const offsets = tracelike(LENGTH, 2);
    for (const size of [10, 100, 1_000, 5_000]) {
      const block = Array.from({ length: size }, (_, i) => 1_000_000 + (i % 700));
      const longer = offsets.toSpliced(8_000, 0, ...block);
      expect(describe(align(numbers(offsets), numbers(longer)))).toBe(`8000= ${size}+ 12000=`);
      expect(describe(align(numbers(longer), numbers(offsets)))).toBe(`8000= ${size}- 12000=`);
    }
  });

  test("several blocks in one trace are all found whole, small edits between them too", () => {
    const offsets = tracelike(4 * LENGTH, 2);
    let added = 0;
    const changed = offsets.flatMap((offset, i) => {
      const blocks = { 10000: 300, 25000: 3_000, 60000: 3_000 } as Readonly<Record<number, number>>;
      const size = blocks[i] ?? (i === 40_000 ? 1 : 0);
      added += size;
      return [...Array.from({ length: size }, (_, n) => 1_000_000 + (n % 700)), offset];
    });
    const runs = align(numbers(offsets), numbers(changed));
    expect(matchesIn(runs)).toBe(offsets.length);
    expect(describe(runs)).toBe("10000= 300+ 15000= 3000+ 15000= 1+ 20000= 3000+ 20000=");
    expect(added).toBe(6_301);
  });

  test("blocks are found where every call is frequent and only several in a row are rare", () => {
    const random = randomizer(11);
    const offsets = Array.from({ length: 4 * LENGTH }, () => random(5));
    const block = Array.from({ length: 3_000 }, () => random(5));
    const changed = [
      ...offsets.slice(0, 20_000),
      ...block,
      ...offsets.slice(20_000, 50_000),
      ...offsets.slice(53_000),
      9,
    ];
    const runs = align(numbers(offsets), numbers(changed));
    expect(faultOf(runs, numbers(offsets), numbers(changed))).toBe("");
    expect(matchesIn(runs)).toBe(offsets.length - 3_000);
  });

  test("unrelated sequences of one frequent and few rare calls still match most of the frequent one", () => {
    const make = (seed: number): readonly number[] => {
      const random = randomizer(seed);
      return Array.from({ length: LENGTH }, () => (random(20) === 0 ? 1 + random(5) : 0));
    };
    // 95 % of the calls are equal; chance anchors among the rare ones must not pull the sides apart.
    expect(matchesIn(align(numbers(make(12)), numbers(make(13))))).toBeGreaterThan(LENGTH * 0.9);
  });

  test("a repeated block, whose calls all occur elsewhere too, is found whole", () => {
    const offsets = tracelike(LENGTH, 3);
    const longer = offsets.toSpliced(15_000, 0, ...offsets.slice(2_000, 4_000));
    const runs = align(numbers(offsets), numbers(longer));
    expect(matchesIn(runs)).toBe(LENGTH);
    expect(runs.filter((run) => run.kind === "gap")).toHaveLength(1);
  });

  test("a block of equal calls keeps its edit to itself", () => {
    const offsets = new Array<number>(LENGTH).fill(7).toSpliced(5_000, 1, 8);
    const changed = offsets.toSpliced(15_000, 1, 9);
    expect(describe(align(numbers(offsets), numbers(changed)))).toBe("15000= 1-1+ 4999=");
  });

  test("nothing in common is one gap", () => {
    const one = Array.from({ length: LENGTH }, (_, i) => i);
    expect(describe(align(numbers(one), numbers(one.map((offset) => -1 - offset))))).toBe("20000-20000+");
  });

  test("many random edits leave at least the calls that were not edited", () => {
    for (const percent of [1, 10, 30]) {
      const random = randomizer(percent);
      const offsets = tracelike(LENGTH, 4);
      let untouched = 0;
      const changed = offsets.flatMap((offset, i) => {
        if (random(100) >= percent) {
          untouched++;
          return [offset];
        }
        return [[], [-1 - i], [offset, -1 - i]][random(3)] ?? [];
      });
      const [before, after] = [numbers(offsets), numbers(changed)];
      const runs = align(before, after);
      expect(faultOf(runs, before, after)).toBe("");
      expect(align(after, before)).toEqual(mirrored(runs));
      // The search may trade a match for a shorter way here and there; GNU diff's heuristics do the same.
      expect(matchesIn(runs)).toBeGreaterThan(untouched * 0.995);
    }
  });

  test("the work is linear, however the sides differ: 80 comparisons a call, and one exact search", () => {
    const kinds: Readonly<Record<string, (length: number) => readonly [number[], number[]]>> = {
      equal: (length) => [tracelike(length, 5), tracelike(length, 5)],
      edited: (length) => [
        tracelike(length, 5),
        tracelike(length, 5).flatMap((offset, i) =>
          i % 9 === 0 ? [offset, -i] : i % 13 === 0 ? [] : [offset],
        ),
      ],
      unlike: (length) => [tracelike(length, 5), tracelike(length, 6)],
      "two letters": (length) => [
        tracelike(length, 5).map((n) => n % 2),
        tracelike(length, 6).map((n) => n % 2),
      ],
      reversed: (length) => [tracelike(length, 5), tracelike(length, 5).reverse()],
      periodic: (length) => [
        Array.from({ length }, (_, i) => (i % 1000 === 0 ? i : 0)),
        Array.from({ length }, (_, i) => (i % 999 === 0 ? i : 0)),
      ],
      "unequal lengths": (length) => [tracelike(length, 5), tracelike(length >> 3, 6)],
    };
    for (const [kind, make] of Object.entries(kinds)) {
      for (const length of [4_096, 16_384, 65_536]) {
        const [one, other] = make(length);
        const meter = { comparisons: 0 };
        const [before, after] = [numbers(one), numbers(other)];
        expect(faultOf(align(before, after, { meter }), before, after), kind).toBe("");
        const exactSearch = 1024 ** 2;
        const allowed = 80 * (one.length + other.length) + exactSearch;
        expect(meter.comparisons, `${kind} ${length}`).toBeLessThan(allowed);
      }
    }
  });
});
