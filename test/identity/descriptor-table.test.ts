import { expect, test } from "vitest";
import { DescriptorTable, NO_FILE } from "../../src/identity/descriptor-table.ts";

test("a descriptor is unknown until it is set and again after it is closed", () => {
  const table = new DescriptorTable();
  expect(table.get(3)).toBe(NO_FILE);
  table.set(3, 7);
  expect(table.get(3)).toBe(7);
  table.delete(3);
  expect(table.get(3)).toBe(NO_FILE);
});

test("large descriptor numbers are kept as small ones are", () => {
  const table = new DescriptorTable();
  table.set(3, 1);
  table.set(70_000, 2);
  expect([table.get(3), table.get(70_000), table.get(80_000)]).toEqual([1, 2, NO_FILE]);
});

test("a forked table goes its own way", () => {
  const parent = new DescriptorTable();
  parent.set(3, 1);
  const child = parent.copy();
  child.set(3, 2);
  parent.set(4, 5);
  expect([parent.get(3), child.get(3), child.get(4)]).toEqual([1, 2, NO_FILE]);
});

test("execve closes what was opened with O_CLOEXEC and keeps the rest", () => {
  const table = new DescriptorTable();
  table.set(3, 1, true);
  table.set(4, 2);
  table.set(5, 3);
  table.markClosedOnExec(5, true);
  table.set(6, 4, true);
  table.markClosedOnExec(6, false);
  const fresh = table.copyForExec();
  expect([3, 4, 5, 6].map((fd) => fresh.get(fd))).toEqual([NO_FILE, 2, NO_FILE, 4]);
  expect(table.get(3)).toBe(1);
});

test("a descriptor that is set again without O_CLOEXEC survives execve", () => {
  const table = new DescriptorTable();
  table.set(3, 1, true);
  table.set(3, 2);
  expect(table.copyForExec().get(3)).toBe(2);
});

test("a range closes both its ends and nothing beyond", () => {
  const table = new DescriptorTable();
  for (const fd of [3, 4, 5, 6]) table.set(fd, fd);
  table.deleteRange(4, 5);
  expect([3, 4, 5, 6].map((fd) => table.get(fd))).toEqual([3, NO_FILE, NO_FILE, 6]);
  table.deleteRange(0, Number.MAX_SAFE_INTEGER);
  expect(table.get(6)).toBe(NO_FILE);
});

test("descriptors of any number are kept over fork, execve and close_range as small ones are", () => {
  for (const fd of [3, 31, 32, 1_000_000, 2 ** 31 - 1]) {
    const table = new DescriptorTable(true);
    table.set(fd, 7, true);
    const child = table.copy();
    child.deleteRange(fd, 2 ** 32 - 1);
    expect([table.get(fd), child.get(fd), child.last(fd)]).toEqual([7, NO_FILE, 7]);
    const after = table.copyForExec();
    expect([table.get(fd), after.get(fd), after.last(fd)]).toEqual([7, NO_FILE, 7]);
    table.markClosedOnExec(fd, false);
    expect(table.copyForExec().get(fd)).toBe(7);
  }
});

test("a number below 0 is no descriptor", () => {
  const table = new DescriptorTable();
  table.set(-1, 7);
  table.delete(-1);
  expect([table.get(-1), table.copy().get(-1)]).toEqual([NO_FILE, NO_FILE]);
});
