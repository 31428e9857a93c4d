import { expect, test } from "vitest";
import { CallHash } from "../../src/align/call-hash.ts";
import { findPairing } from "../../src/compare/pairing.ts";
import { viewSide } from "../../src/compare/side-view.ts";
import { mapPair } from "../../src/trace/pair.ts";
import { compareTraces, grammar, traceOf } from "../support/trace-of.ts";

type Request = { readonly offset: number; readonly size: number };

/** The `at`th of many requests that have nothing in common. */
const request = (at: number): Request => ({
  offset: at * 4096,
  size: (Math.imul(at, 0x9e3779b1) >>> 12) + 1,
});

/**
 * Two requests of which calls have one hash: among so many there are some (the paradox of birthdays).
 * @param names of heads, of which all calls have the first one
 */
function collision(names: Int32Array): readonly [Request, Request] {
  const requests = Array.from({ length: 400_000 }, (_, at) => request(at));
  const columns = {
    head: new Int32Array(requests.length),
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
  const { heads } = viewSide(traceOf(log([first, last])), grammar, null);
  const [one, other] = collision(heads.name);
  const before = traceOf(log([first, one, last]));
  const after = traceOf(log([first, other, last]));
  const views = mapPair({ before, after }, (trace) => viewSide(trace, grammar, null));
  const { threads } = findPairing(views, { ignore: [] }, true);
  expect(threads).toMatchObject([{ runs: [{ kind: "match", count: 3 }] }]);

  const comparison = compareTraces(before, after);
  expect(comparison.verdict.pattern).toBe("different");
  expect(comparison.matches).toBe(2);
  expect(comparison.changeCounts).toEqual({ removed: 1, added: 1 });
});
