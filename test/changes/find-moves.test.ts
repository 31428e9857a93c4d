import fc from "fast-check";
import { expect, describe as group, test } from "vitest";
import { type Line, tellThread, tellThreads } from "./requests.ts";

const reads = (file: string, count: number): Line[] =>
  Array.from({ length: count }, (_, i) => `pread64 ${file} ${i * 4096} 4096`);

group("within a thread", () => {
  test("files opened in the reverse order are reordered, and not other files", () => {
    const opens = ["openat data0", "openat data1", "openat data2"];
    expect(tellThread(opens, opens.toReversed()).map((told) => told.split(" ")[0])).toEqual([
      "reordered",
      "reordered",
    ]);
  });

  test("one call that moved is one change, however far it went", () => {
    const calls = reads("x", 200);
    const moved = [...calls.slice(0, 20), ...calls.slice(21), calls[20] ?? ""];
    expect(tellThread(calls, moved)).toEqual(["reordered 20>199"]);
    expect(tellThread(moved, calls)).toEqual(["reordered 199>20"]);
  });

  test("two calls that changed places are reordered, and not shifted", () => {
    const calls = reads("x", 9);
    const swapped = calls.toSpliced(2, 1, calls[6] ?? "").toSpliced(6, 1, calls[2] ?? "");
    expect(tellThread(calls, swapped)).toEqual(["reordered 2>6", "reordered 6>2"]);
  });

  test("of more removed than added equal calls the last ones stay removed", () => {
    const before = ["fsync x", "read a", "fsync x", "read b", "read c"];
    const after = ["read a", "read b", "read c", "fsync x"];
    expect(tellThread(before, after)).toEqual(["reordered 0>3", "removed 2>"]);
  });

  test("calls in any other order are all reordered", () => {
    const permuted = fc
      .uniqueArray(fc.nat(50), { minLength: 2, maxLength: 30 })
      .chain((offsets) =>
        fc.tuple(fc.constant(offsets), fc.shuffledSubarray(offsets, { minLength: offsets.length })),
      );
    fc.assert(
      fc.property(permuted, ([one, other]) => {
        const lines = (offsets: readonly number[]): Line[] =>
          offsets.map((offset) => `pread64 x ${offset} 1`);
        for (const told of tellThread(lines(one), lines(other))) expect(told).toMatch(/^reordered /);
      }),
    );
  });
});

group("between threads", () => {
  test("a call that another thread issues has migrated", () => {
    const [x, y] = [reads("x", 10), reads("y", 10)];
    const after = [
      { before: x, after: x.toSpliced(4, 1) },
      { before: y, after: y.toSpliced(7, 0, "pread64 x 16384 4096") },
    ];
    expect(tellThreads(after)).toEqual(["0 | migrated 4>1:7"]);
  });

  test("two threads that exchanged a call are two migrated calls, and nothing is shifted or retargeted", () => {
    const [x, y] = [reads("x", 10), reads("y", 10)];
    const exchanged = [
      { before: x, after: x.toSpliced(4, 1, "pread64 y 12288 4096") },
      { before: y, after: y.toSpliced(3, 1, "pread64 x 16384 4096") },
    ];
    expect(tellThreads(exchanged)).toEqual(["0 | migrated 4>1:3", "1 | migrated 3>0:4"]);
  });

  test("the same thread comes before another one", () => {
    const x = reads("x", 10);
    const moved = [
      { before: [...x, "fsync x"], after: ["fsync x", ...x] },
      { before: reads("y", 3), after: [...reads("y", 3), "fsync x"] },
    ];
    expect(tellThreads(moved)).toEqual(["0 | reordered 10>0", "1 | added >3"]);
  });

  test("where the multisets of both sides are equal, every change is a move", () => {
    const call = fc.nat(6).map((offset) => `pread64 x ${offset} 1`);
    const distributed = fc.array(fc.tuple(call, fc.nat(2), fc.nat(2), fc.nat()), { maxLength: 25 });
    fc.assert(
      fc.property(distributed, (calls) => {
        const inOtherOrder = calls.toSorted((one, other) => one[3] - other[3]);
        const threads = [0, 1, 2].map((thread) => ({
          before: calls.filter((entry) => entry[1] === thread).map(([line]) => line),
          after: inOtherOrder.filter((entry) => entry[2] === thread).map(([line]) => line),
        }));
        for (const told of tellThreads(threads)) expect(told).toMatch(/\| (reordered|migrated) /);
      }),
    );
  });
});
