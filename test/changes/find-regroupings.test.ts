import fc from "fast-check";
import { expect, describe as group, test } from "vitest";
import { scaled } from "../support/scaled.ts";
import { type Line, tellThread } from "./requests.ts";

group("merged and split", () => {
  test("two reads one behind the other against one read of the same bytes", () => {
    const small = ["pread64 x 0 4096", "pread64 x 4096 4096"];
    expect(tellThread(small, ["pread64 x 0 8192"])).toEqual(["merged 0,1>0"]);
    expect(tellThread(["pread64 x 0 8192"], small)).toEqual(["split 0>0,1"]);
  });

  test("152 writes of 512 against two that carry the same bytes, with no offset known", () => {
    const before = ["openat x", ...new Array<Line>(152).fill("write x ? 512"), "close x"];
    const after = ["openat x", "write x ? 65536", "write x ? 12288", "close x"];
    const all = Array.from({ length: 152 }, (_, i) => i + 1).join();
    // The first 128 carry the bytes of the first large one, the other 24 those of the second.
    expect(tellThread(before, after)).toEqual([
      `merged ${all.split(",").slice(0, 128).join()}>1`,
      `merged ${all.split(",").slice(128).join()}>2`,
    ]);
  });

  test("calls of other files, and calls that match, may stand in between", () => {
    const before = ["pread64 x 0 10", "pread64 y 0 5", "pread64 x 10 10", "fsync z", "pread64 x 20 10"];
    const after = ["pread64 y 0 5", "fsync z", "pread64 x 0 30"];
    expect(tellThread(before, after)).toEqual(["merged 0,2,4>2"]);
  });

  test("a read beyond the end of the file counts with what it brought, and the probe of the end is added", () => {
    // RocksDB reads the tables of a compaction block by block, or by readahead of 64 KiB.
    const before = ["pread64 x 0 3925", "pread64 x 3925 4090", "pread64 x 8015 985"];
    const after = ["pread64 x 0 65536 - 9000", "pread64 x 9000 56536 - 0"];
    expect(tellThread(before, after)).toEqual(["merged 0,1,2>0", "added >1"]);
  });

  test("one call may go beyond the several that it stands for, by less than they cover", () => {
    const several = ["pread64 x 0 3925", "pread64 x 3925 4090", "pread64 x 8015 985"];
    expect(tellThread(several, ["pread64 x 0 17999"])).toEqual(["merged 0,1,2>0"]);
    expect(tellThread(["pread64 x 0 17999"], several)).toEqual(["split 0>0,1,2"]);
    expect(tellThread(several, ["pread64 x 0 18000"])).toEqual(["resized 0>0", "removed 1>", "removed 2>"]);
  });

  test("without offsets the calls of one gap are not joined with those of another", () => {
    const before = ["read x ? 10", "fsync z", "read x ? 10"];
    expect(tellThread(before, ["fsync z", "read x ? 20"])).toEqual(["removed 0>", "resized 2>1"]);
  });

  test("sizes that no kernel transfers at once are left alone", () => {
    const before = ["pread64 x 0 9007199254740991", "pread64 x 9007199254740991 1"];
    expect(tellThread(before, ["pread64 x 0 9007199254740992"])).toEqual(["resized 0>0", "removed 1>"]);
  });

  test("reads and writes are not taken together", () => {
    expect(tellThread(["pread64 x 0 10", "pwrite64 x 10 10"], ["pread64 x 0 20"])).toEqual([
      "resized 0>0",
      "removed 1>",
    ]);
  });

  test("a hole, an overlap, or another end is no regrouping", () => {
    for (const before of [
      ["pread64 x 0 10", "pread64 x 11 9"],
      ["pread64 x 0 10", "pread64 x 9 11"],
      ["pread64 x 0 10", "pread64 x 10 11"],
    ]) {
      expect(tellThread(before, ["pread64 x 0 20"])).toEqual(["resized 0>0", "removed 1>"]);
    }
  });

  test("other boundaries between the same two ends are one change", () => {
    const before = ["pread64 x 0 10", "pread64 x 10 20"];
    expect(tellThread(before, ["pread64 x 0 20", "pread64 x 20 10"])).toEqual(["rewritten 0,1>0,1"]);
  });

  test("any cut of a read is told as a split, and back as merged", () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cuts, fc.nat(1_000_000), (places, start) => {
        const edges = [0, ...places.toSorted((one, other) => one - other), 1000];
        const pieces = edges
          .slice(1)
          .map((end, i) => `pread64 x ${start + (edges[i] ?? 0)} ${end - (edges[i] ?? 0)}`);
        const whole = [`pread64 x ${start} 1000`];
        const all = pieces.map((_, i) => i).join();
        expect(tellThread(whole, pieces)).toEqual([`split 0>${all}`]);
        expect(tellThread(pieces, whole)).toEqual([`merged ${all}>0`]);
      }),
    );
  });
});

group("rewritten", () => {
  test("lseek and read against pread64, as in newer C libraries", () => {
    const before = ["lseek x 4096 ? SEEK_SET", "read x ? 512", "lseek x 0 ? SEEK_SET", "read x ? 64"];
    const after = ["pread64 x 4096 512", "pread64 x 0 64"];
    expect(tellThread(before, after)).toEqual(["rewritten 0,1>0", "rewritten 2,3>1"]);
    expect(tellThread(after, before)).toEqual(["rewritten 0>0,1", "rewritten 1>2,3"]);
  });

  test("the seek serves every read behind it", () => {
    const before = ["lseek x 4096 ? SEEK_SET", "read x ? 512", "read x ? 512"];
    expect(tellThread(before, ["pread64 x 4096 512", "pread64 x 4608 512"])).toEqual([
      "rewritten 0,1>0",
      "rewritten 2>1",
    ]);
    expect(tellThread(before, ["pread64 x 4096 1024"])).toEqual(["merged 0,1,2>0"]);
  });

  test("read against readv of the same size", () => {
    expect(tellThread(["read x ? 100"], ["readv x ? 100"])).toEqual(["rewritten 0>0"]);
  });

  test("another size is not the same bytes", () => {
    expect(tellThread(["read x ? 100"], ["readv x ? 101"])).toEqual(["removed 0>", "added >0"]);
  });

  test("a seek that no transfer relies on is a change of its own", () => {
    expect(tellThread(["lseek x 0 ? SEEK_SET", "pread64 x 0 10"], ["preadv x 0 10"])).toEqual([
      "removed 0>",
      "rewritten 1>0",
    ]);
  });
});

group("beside other kinds", () => {
  test("a resized, a shifted, a retargeted and an added call keep their names", () => {
    expect(tellThread(["pread64 x 0 4096"], ["pread64 x 0 8192"])).toEqual(["resized 0>0"]);
    expect(tellThread(["pread64 x 0 4096"], ["pread64 x 512 4096"])).toEqual(["shifted 0>0"]);
    expect(tellThread(["pread64 x 0 4096"], ["pread64 y 0 4096"])).toEqual(["retargeted 0>0"]);
    expect(tellThread([], ["sync_file_range x 0 4096"])).toEqual(["added >0"]);
  });

  test("every call of both sides is in one change or match", () => {
    const line = fc
      .tuple(
        fc.constantFrom("read", "pread64", "lseek", "write", "fsync"),
        fc.constantFrom("x", "y"),
        fc.constantFrom("0", "10", "20", "?"),
        fc.constantFrom("10", "20", "?"),
      )
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.array(line, { maxLength: 14 }), (before, after) => {
        const told = tellThread(before, after).map((change) => (change.split(" ")[1] ?? "").split(">"));
        const positions = (side: 0 | 1): string[] =>
          told.flatMap((sides) => (sides[side] ?? "").split(",")).filter((at) => at !== "");
        for (const side of [0, 1] as const)
          expect(new Set(positions(side)).size).toBe(positions(side).length);
        // What no change has, matches: so many calls on one side as on the other.
        expect(before.length - positions(0).length).toBe(after.length - positions(1).length);
      }),
      { numRuns: scaled(400) },
    );
  });
});
