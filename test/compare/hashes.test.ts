import fc from "fast-check";
import { expect, test } from "vitest";
import { CallHash } from "../../src/align/call-hash.ts";
import { findPairing } from "../../src/pairing/pairing.ts";
import { mapPair } from "../../src/trace/pair.ts";
import { viewTrace } from "../../src/view/trace-view.ts";
import { scaled } from "../support/scaled.ts";
import { compareTraces, grammar, traceOf } from "../support/trace-of.ts";

type Request = { readonly offset: number; readonly size: number };

/** The `at`th of many requests that have nothing in common. */
const request = (at: number): Request => ({
  offset: at * 4096,
  size: (Math.imul(at, 0x9e3779b1) >>> 12) + 1,
});

/**
 * Two requests of which calls have one hash: among so many there are some (the paradox of birthdays).
 * @param names of operations, of which all calls have the first one
 */
function collision(names: Int32Array): readonly [Request, Request] {
  const requests = Array.from({ length: 400_000 }, (_, at) => request(at));
  const columns = {
    operation: new Int32Array(requests.length),
    offset: Float64Array.from(requests, ({ offset }) => offset),
    size: Float64Array.from(requests, ({ size }) => size),
  };
  const hasher = new CallHash(columns, names);
  const seen = new Map<number, Request>();
  for (const [row, own] of requests.entries()) {
    const hash = hasher.of(row);
    const other = seen.get(hash);
    if (other !== undefined) return [other, own];
    seen.set(hash, own);
  }
  throw new Error("no two requests of one hash");
}

const log = (requests: readonly Request[]): string[] =>
  requests.map(({ offset, size }) => `7 pread64(3, "a", ${size}, ${offset}) = 1 <0.000010>`);

test("calls of one hash that are not equal are told apart", () => {
  const [first, last] = [request(500_000), request(500_001)];
  const { operations } = viewTrace(traceOf(log([first, last])), grammar, null);
  const [one, other] = collision(operations.name);
  const before = traceOf(log([first, one, last]));
  const after = traceOf(log([first, other, last]));
  const views = mapPair({ before, after }, (trace) => viewTrace(trace, grammar, null));
  const { threads } = findPairing(views, { ignore: [] }, true);
  expect(threads).toMatchObject([{ stretches: [{ kind: "match", count: 3 }] }]);

  const comparison = compareTraces(before, after);
  expect(comparison.verdict.pattern).toBe("different");
  expect(comparison.matches).toBe(2);
  expect(comparison.changeCounts).toEqual({ removed: 1, added: 1 });
});

/** Calls of some files, which the other side may call otherwise. */
const call = fc.record({
  name: fc.constantFrom("pread64", "pwrite64", "fadvise64"),
  file: fc.nat({ max: 3 }),
  size: fc.constantFrom(1, 4096, 18446744073709551615n),
  offset: fc.nat({ max: 3 }),
});
const names = fc.uniqueArray(
  fc.constantFrom("3", "4", "5</x>", "6</y>", "7</000012.sst>", "8</000017.sst>", "9"),
  {
    minLength: 4,
    maxLength: 4,
  },
);

test("an alignment by hashes is the one by columns, whatever files are called", () => {
  const side = fc.tuple(fc.array(call, { minLength: 1, maxLength: 25 }), names);
  const textOf = ([calls, files]: [
    readonly { name: string; file: number; size: number | bigint; offset: number }[],
    string[],
  ]): string[] =>
    calls.map(({ name, file, size, offset }) =>
      name === "fadvise64"
        ? `7 fadvise64(${files[file]}, ${offset}, ${size}, POSIX_FADV_DONTNEED) = 0 <0.000010>`
        : `7 ${name}(${files[file]}, "a", ${size}, ${offset}) = 1 <0.000010>`,
    );
  fc.assert(
    fc.property(side, side, fc.boolean(), (before, after, areAlike) => {
      const other: typeof after = areAlike ? [[...before[0], ...after[0]], before[1]] : after;
      const views = mapPair({ before: traceOf(textOf(before)), after: traceOf(textOf(other)) }, (trace) =>
        viewTrace(trace, grammar, null),
      );
      const byHash = findPairing(views, { ignore: [] }, true);
      const byColumns = findPairing(views, { ignore: [] }, false);
      expect(byHash.threads).toEqual(byColumns.threads);
      expect(byHash.fileIds).toEqual(byColumns.fileIds);
    }),
    { numRuns: scaled(300) },
  );
});
