import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_FILE } from "../../src/identity/descriptor-table.ts";
import type { TracedFile } from "../../src/identity/file-catalog.ts";
import {
  type FilePairing,
  pairByFirstUse,
  pairByNumber,
  pairNamedFiles,
} from "../../src/identity/pair-files.ts";

const named = (path: string): TracedFile => ({ path, fd: null, maker: null });
const numbered = (fd: number): TracedFile => ({ path: null, fd, maker: null });
const made = (maker: string): TracedFile => ({ path: null, fd: 3, maker });

const everyFile = { before: () => true, after: () => true };

function pairs(pairing: FilePairing, before: readonly TracedFile[], after: readonly TracedFile[]): string[] {
  return before.flatMap((file, index) => {
    const partner = pairing.after(index);
    if (partner === NO_FILE) return [];
    return [`${file.path ?? file.fd} ${after[partner]?.path ?? after[partner]?.fd} ${pairing.rung(index)}`];
  });
}

const paired = (before: readonly TracedFile[], after: readonly TracedFile[]): string[] =>
  pairs(pairNamedFiles({ before, after }, everyFile), before, after);

test("equal paths pair before anything else", () => {
  expect(paired([named("/a/1.sst"), named("/a/2.sst")], [named("/a/2.sst"), named("/a/3.sst")])).toEqual([
    "/a/1.sst /a/3.sst role",
    "/a/2.sst /a/2.sst path",
  ]);
});

test("a relative path and the absolute one that ends with it are one file", () => {
  expect(paired([named("data/t.db")], [named("/srv/data/t.db"), named("/srv/t.db")])).toEqual([
    "data/t.db /srv/data/t.db path",
  ]);
  expect(paired([named("/srv/data/t.db")], [named("./data/t.db")])).toEqual([
    "/srv/data/t.db ./data/t.db path",
  ]);
});

test("a relative path that two absolute ones end with stays open", () => {
  expect(paired([named("t.db")], [named("/a/t.db"), named("/b/t.db")])).toEqual(["t.db /a/t.db role"]);
});

test.each([
  ["/proc/812/stat", "/proc/97/stat"],
  ["/proc/812/task/813/comm", "/proc/97/task/98/comm"],
  ["socket:[5123]", "socket:[99]"],
  ["pipe:[1]", "pipe:[225135]"],
  ["TCP:[127.0.0.1:47600->127.0.0.1:44569]", "TCP:[127.0.0.1:40000->127.0.0.1:44569]"],
  ["/tmp/#2762076", "/tmp/#18"],
  ["/db/000012.sst", "/db/000045.sst"],
  ["/tmp/etilqs_Xy01ab", "/tmp/etilqs_zzQ0aa"],
  ["/old/place/test.db-journal", "/new/place/test.db-journal"],
])("%s and %s have one role", (before, after) => {
  expect(paired([named(before)], [named(after)])).toEqual([`${before} ${after} role`]);
});

test("files of different roles stay alone", () => {
  expect(paired([named("/db/CURRENT"), named("socket:[1]")], [named("/db/LOG"), named("pipe:[1]")])).toEqual(
    [],
  );
});

test("descriptors without a path pair by the call that made them", () => {
  const before = [made("socket"), made("pipe2")];
  const after = [made("pipe2"), made("socket")];
  const pairing = pairNamedFiles({ before, after }, everyFile);
  expect([pairing.after(0), pairing.after(1)]).toEqual([1, 0]);
});

test("bare descriptors pair by number, their lifetimes in order, then by first use", () => {
  const before = [numbered(3), numbered(4), numbered(3), numbered(9)];
  const after = [numbered(4), numbered(3), numbered(3), numbered(10)];
  const pairing = pairNamedFiles({ before, after }, everyFile);
  expect(pairing.after(0)).toBe(NO_FILE);
  pairByNumber(pairing);
  expect([0, 1, 2, 3].map((file) => pairing.after(file))).toEqual([1, 0, 2, NO_FILE]);
  pairByFirstUse(pairing);
  expect(pairing.after(3)).toBe(3);
});

test("a pairing is one to one and its numbers are equal for pairs alone", () => {
  const file = fc.oneof(
    fc.constantFrom("/a/1", "/a/2", "a/1", "/b/1", "x", "socket:[1]", "socket:[2]").map(named),
    fc.integer({ min: 0, max: 5 }).map(numbered),
  );
  const files = fc.uniqueArray(file, { selector: ({ path, fd }) => path ?? fd, maxLength: 8 });
  fc.assert(
    fc.property(files, files, (before, after) => {
      const pairing = pairNamedFiles({ before, after }, everyFile);
      pairByNumber(pairing);
      pairByFirstUse(pairing);
      const ids = pairing.ids(() => false);
      expect(new Set(ids.before).size).toBe(before.length);
      expect(new Set(ids.after).size).toBe(after.length);
      before.forEach((_, one) => {
        after.forEach((_, other) => {
          expect(ids.before[one] === ids.after[other]).toBe(pairing.after(one) === other);
          expect(pairing.before(other) === one).toBe(pairing.after(one) === other);
        });
      });
    }),
  );
});

test("a file without compared calls does not take another's partner", () => {
  const before = [named("/data")];
  const after = [named("/data"), named("/other/data")];
  const pairing = pairNamedFiles({ before, after }, { before: () => true, after: (file) => file === 1 });
  expect(pairing.after(0)).toBe(1);
});

test("freeing a file leaves the other pairs as they are", () => {
  const before = [named("/a"), named("/b")];
  const after = [named("/b"), named("/a")];
  const pairing = pairNamedFiles({ before, after }, everyFile).without(new Set([0]));
  expect([pairing.after(0), pairing.after(1), pairing.before(1)]).toEqual([NO_FILE, 0, NO_FILE]);
});

test("several bare descriptors may stand for one file that the other side knows better, never the reverse", () => {
  const before = [numbered(3), numbered(4), numbered(5)];
  const after = [named("/data"), numbered(9)];
  const pairing = pairNamedFiles({ before, after }, everyFile);
  pairing.pair(0, 0, "descriptor");
  pairing.join("before", 1, 0);
  pairing.pair(2, 1, "descriptor");
  pairing.join("before", 2, 0);
  const ids = pairing.ids(() => false);
  expect(ids.before[0]).toBe(ids.before[1]);
  expect(ids.before[0]).toBe(ids.after[0]);
  expect(ids.before[2]).toBe(ids.after[1]);
  const freed = pairing.without(new Set([2])).ids(() => false);
  expect(freed.before[0]).toBe(freed.before[1]);
  expect(freed.before[2]).not.toBe(freed.after[1]);
});
