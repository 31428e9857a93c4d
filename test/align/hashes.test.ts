import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { align } from "../../src/align/align.ts";
import { CallHash } from "../../src/align/call-hash.ts";
import type { CallSequence } from "../../src/align/call-sequence.ts";
import { intern } from "../../src/align/intern.ts";
import { scaled } from "../support/scaled.ts";
import { numbers, scatter, sequenceOf } from "./sequences.ts";

/** The same with the hash of every call. */
function hashed(sequence: CallSequence): CallSequence {
  const hasher = new CallHash(sequence);
  return { ...sequence, hash: Int32Array.from(sequence.rows, (row) => hasher.of(row)) };
}

const call = fc.record({ operation: fc.nat(2), offset: fc.nat(4), size: fc.nat(1) });
const calls = fc.array(call, { maxLength: 80 });

describe("calls with hashes", () => {
  test("are interned as they are by columns", () => {
    fc.assert(
      fc.property(calls, calls, (before, after) => {
        const [one, other] = [hashed(scatter(sequenceOf(before))), hashed(sequenceOf(after))];
        expect(intern(one, other)).toEqual(intern(scatter(sequenceOf(before)), sequenceOf(after)));
      }),
    );
  });

  test("are aligned as they are by columns", () => {
    fc.assert(
      fc.property(calls, calls, (before, after) => {
        const [one, other] = [scatter(sequenceOf(before)), sequenceOf(after)];
        expect(align(hashed(one), hashed(other))).toEqual(align(one, other));
      }),
      { numRuns: scaled(500) },
    );
  });

  test("are aligned as they are by columns, also long ones with many edits", () => {
    const before = Array.from({ length: 40_000 }, (_, at) => (at * 7919) % 5000);
    const after = before.flatMap((offset, at) =>
      at % 11 === 3 ? [] : at % 13 === 5 ? [offset, -at] : [offset],
    );
    expect(align(hashed(numbers(before)), hashed(numbers(after)))).toEqual(
      align(numbers(before), numbers(after)),
    );
  });
});
