import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareText } from "../support/trace-of.ts";

const read = (thread: number, offset: number, size: number, returned = size): string =>
  `${thread} pread64(3, "x"..., ${size}, ${offset}) = ${returned}`;

test("coverage counts bytes asked for, returned, touched once and again", () => {
  const trace = [
    read(1, 0, 100),
    read(1, 100, 100),
    read(1, 50, 100),
    read(1, 500, 100, 20),
    read(1, 900, 8, 0),
  ];
  expect(compareText(trace, trace).coverage()).toEqual([
    {
      before: 3,
      after: 3,
      direction: "read",
      coverage: expect.objectContaining({
        before: {
          calls: 5,
          requested: 408,
          returned: 320,
          unique: 220,
          repeated: 100,
          sequential: 0.2,
          seeks: 3,
        },
      }),
    },
  ]);
});

test("a sequence within each thread is still seeks where the threads take turns", () => {
  const trace = [read(1, 0, 10), read(2, 1000, 10), read(1, 10, 10), read(2, 1010, 10)];
  const [file] = compareText(trace, trace).coverage();
  expect(file?.coverage.before).toMatchObject({ sequential: 0.5, seeks: 3, unique: 40 });
});

test("reads and writes of one file are apart, failed calls touch nothing", () => {
  const trace = [
    read(1, 0, 10),
    '1 pwrite64(3, "x"..., 30, 0) = 30',
    '1 pwrite64(3, "x"..., 30, 90) = -1 ENOSPC (No space left on device)',
  ];
  const found = compareText(trace, trace).coverage();
  expect(found.map(({ direction, coverage }) => [direction, coverage.before?.unique])).toEqual([
    ["read", 10],
    ["write", 30],
  ]);
});

test("without the place of a read nothing is said of what was touched", () => {
  const trace = ['1 read(3, "x"..., 10) = 10'];
  const [file] = compareText(trace, trace).coverage();
  expect(file?.coverage.before).toEqual({
    calls: 1,
    requested: 10,
    returned: 10,
    unique: null,
    repeated: null,
    sequential: null,
    seeks: null,
  });
});

test("two small reads in place of a large one change the pattern and not the bytes touched", () => {
  const comparison = compareText(
    [read(1, 0, 100), read(1, 100, 100)],
    [read(1, 0, 100), read(1, 100, 50), read(1, 150, 50)],
  );
  expect(comparison.verdict.pattern).toBe("different");
  expect(comparison.touched).toEqual([
    { file: 3, direction: "read", onlyBefore: 0, onlyAfter: 0, exact: true },
  ]);
});

test("bytes that a changed call touches count unless another call of its side touches them too", () => {
  const before = [read(1, 0, 100), read(1, 4096, 100)];
  const resized = compareText(before, [read(1, 0, 100), read(1, 4096, 300)]);
  expect(resized.touched).toEqual([
    { file: 3, direction: "read", onlyBefore: 0, onlyAfter: 200, exact: true },
  ]);
  const again = compareText(before, [...before, read(1, 50, 80)]);
  expect(again.touched).toEqual([{ file: 3, direction: "read", onlyBefore: 0, onlyAfter: 30, exact: true }]);
});

test("reads at a file position that a change moved touch other bytes though they match", () => {
  const open = '1 openat(AT_FDCWD, "/a", O_RDONLY) = 3';
  const plain = (size: number): string => `1 read(3, "x"..., ${size}) = ${size}`;
  const comparison = compareText([open, plain(10), plain(20), plain(30)], [open, plain(10), plain(30)]);
  expect(comparison.changeCounts).toEqual({ removed: 1 });
  expect(comparison.touched).toEqual([
    { file: "/a", direction: "read", onlyBefore: 20, onlyAfter: 0, exact: true },
  ]);
});

test("what is left out for want of a place is said", () => {
  const comparison = compareText(['1 read(3, "x"..., 10) = 10'], ['1 read(3, "x"..., 20) = 20']);
  expect(comparison.touched).toEqual([
    { file: 3, direction: "read", onlyBefore: 0, onlyAfter: 0, exact: false },
  ]);
});

test("beyond 2^53, where bytes next to each other look like one, nothing is claimed of which were touched", () => {
  const at = (offset: bigint): string => `1 pread64(3, "x"..., 1, ${offset}) = 1`;
  const comparison = compareText([at(2n ** 53n)], [at(2n ** 53n + 1n)]);
  expect(comparison.verdict.pattern).toBe("different");
  expect(comparison.touched).toMatchObject([{ file: 3, exact: false }]);
  expect(comparison.coverage()[0]?.coverage.before).toMatchObject({ returned: 1, unique: null });
});

describe("sizes that ask for all that there is", () => {
  // as cp of coreutils 9 asks: SSIZE_MAX less what would not be a whole number of GiB
  const copy = (result: number): string =>
    `1 copy_file_range(3, NULL, 4, NULL, 9223372035781033984, 0) = ${result}`;

  test("are no bytes asked for, in the effect and of the files", () => {
    const comparison = compareText([copy(4096)], [copy(4096), copy(4096), copy(0)]);
    expect(comparison.effect).toMatchObject({ calls: 2, bytes: 0 });
    expect(Array.from(comparison.changes(), ({ after }) => after.map(({ size }) => size)).flat()).toEqual([
      "9223372035781033984",
      "9223372035781033984",
    ]);
    const [read] = comparison.coverage();
    expect(read?.coverage.after).toMatchObject({ calls: 3, requested: 0, returned: 8192 });
  });

  test("begin at 2^62: what is less is asked for", () => {
    const sized = (size: bigint): string[] => [`1 pread64(3, "x", ${size}, 0) = 1`];
    const none = ["1 fsync(3) = 0"];
    expect(compareText(none, sized(2n ** 62n)).effect.bytes).toBe(0);
    expect(compareText(none, sized(2n ** 62n - 1024n)).effect.bytes).toBe(`${2n ** 62n - 1024n}`);
  });
});

test("sums are exact however many and however large their parts are", () => {
  const parts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 62n - 1024n }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(parts, (sizes) => {
      const lines = sizes.map((size, at) => `1 pread64(3, "x", ${size}, ${at}) = ${size}`);
      const { effect, coverage } = compareText(["1 fsync(3) = 0"], ["1 fsync(3) = 0", ...lines]);
      const sum = sizes.reduce((total, size) => total + size, 0n);
      expect(BigInt(effect.bytes)).toBe(sum);
      const [read] = coverage();
      expect(BigInt(read?.coverage.after?.requested ?? -1)).toBe(sum);
      expect(BigInt(read?.coverage.after?.returned ?? -1)).toBe(sum);
    }),
  );
});

test("times add up to the nanosecond, beyond 2^53 too", () => {
  const slow = (offset: number): string => `1 pread64(3, "x", 1, ${offset}) = 1 <9007198.000000001>`;
  const { effect } = compareText(
    ["1 fsync(3) = 0 <0.000001>"],
    ["1 fsync(3) = 0 <0.000001>", slow(0), slow(1), slow(2)],
  );
  expect(effect.latency).toBe("27021594000000003");
});
