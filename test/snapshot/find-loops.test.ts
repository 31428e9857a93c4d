import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLoops, type LoopPart } from "../../src/snapshot/find-loops.ts";

type Call = readonly [shape: number, offset: number];

function loopsOf(calls: readonly Call[]): LoopPart[] {
  return findLoops(
    Int32Array.from(calls, ([shape]) => shape),
    Float64Array.from(calls, ([, offset]) => offset),
  );
}

/** The calls that parts stand for, by the definition of the format alone. */
function unrolled(parts: readonly LoopPart[], loops: readonly number[] = []): Call[] {
  return parts.flatMap((part): Call[] => {
    if (part.kind === "loop") {
      return Array.from({ length: part.count }, (_, i) => unrolled(part.body, [i, ...loops])).flat();
    }
    const moved = part.strides.reduce((sum, stride, at) => sum + stride * (loops[at] ?? 0), 0);
    return [[part.shape, part.offset + moved]];
  });
}

const repeat = (count: number, calls: (i: number) => Call[]): Call[] =>
  Array.from({ length: count }, (_, i) => calls(i)).flat();

describe("finding loops", () => {
  test("says exactly the same calls, whatever they are", () => {
    const call = fc.tuple(fc.nat(2), fc.constantFrom(0, 512, 1024, 4096));
    const block = fc.tuple(
      fc.array(call, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 6 }),
      fc.nat(2),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const calls = blocks.flatMap(([body, count, step]) =>
          repeat(count, (i) => body.map(([shape, offset]): Call => [shape, offset + i * step * 4096])),
        );
        const twice = [...calls, ...calls, ...calls];
        expect(unrolled(loopsOf(twice))).toEqual(twice);
      }),
    );
  });

  test("a sequential read is one line, however long", () => {
    const calls = repeat(100_000, (i) => [[7, i * 4096]]);
    const body = [{ kind: "call", shape: 7, offset: 0, strides: [4096] }];
    expect(loopsOf(calls)).toEqual([{ kind: "loop", count: 100_000, body }]);
  });

  test("a cycle of several calls is one loop, each call with its own step", () => {
    const calls = repeat(50, (i) => [
      [1, i * 4096],
      [2, 0],
      [1, 1_000_000 - i * 512],
    ]);
    expect(loopsOf(calls)).toEqual([
      {
        kind: "loop",
        count: 50,
        body: [
          { kind: "call", shape: 1, offset: 0, strides: [4096] },
          { kind: "call", shape: 2, offset: 0, strides: [0] },
          { kind: "call", shape: 1, offset: 1_000_000, strides: [-512] },
        ],
      },
    ]);
  });

  test("a loop in a loop has a step for each, the inner one first", () => {
    const calls = repeat(20, (i) => [[1, 0], ...repeat(8, (j): Call[] => [[2, i * 65_536 + j * 512]])]);
    expect(loopsOf(calls)).toEqual([
      {
        kind: "loop",
        count: 20,
        body: [
          { kind: "call", shape: 1, offset: 0, strides: [0] },
          { kind: "loop", count: 8, body: [{ kind: "call", shape: 2, offset: 0, strides: [512, 65_536] }] },
        ],
      },
    ]);
  });

  test("two equal calls stay two lines", () => {
    expect(
      loopsOf([
        [1, 0],
        [1, 4096],
      ]),
    ).toHaveLength(2);
  });

  test("a long stretch that comes again as it was is a loop of two, but not with other offsets", () => {
    const stretch = (by: number): Call[] => Array.from({ length: 10 }, (_, i) => [i, i * i * 512 + by]);
    expect(loopsOf([...stretch(0), ...stretch(0)])).toMatchObject([{ kind: "loop", count: 2 }]);
    expect(loopsOf([...stretch(0), ...stretch(4096)])).toHaveLength(20);
  });

  test("calls at random offsets stay a line each", () => {
    const calls = Array.from({ length: 1000 }, (_, i): Call => [1, ((i * 7919) % 1009) ** 2 * 512]);
    expect(loopsOf(calls)).toHaveLength(1000);
  });

  test("calls whose steps differ are not one loop", () => {
    const calls = [0, 4096, 8192, 12_289, 16_384].map((offset): Call => [1, offset]);
    expect(loopsOf(calls)).toHaveLength(3);
    expect(unrolled(loopsOf(calls))).toEqual(calls);
  });
});
