import { expect, test } from "vitest";
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
