import { expect, test } from "vitest";
import { groupName } from "../../src/latency/group-name.ts";

test.each([
  [{}, ""],
  [{ call: "pread64" }, "pread64"],
  [{ file: { before: "/a b", after: "/a b" } }, "/a b"],
  [{ file: { before: 3, after: 4 } }, "fd 3 -> fd 4"],
  [{ file: { before: null, after: "x" } }, "x"],
  [{ file: { before: "x", after: null } }, "x"],
  [{ file: { before: null, after: null } }, ""],
  [{ file: null }, "no file"],
  [{ thread: { before: 7, after: 7 } }, "thread 7"],
  [{ thread: { before: 7, after: 9 } }, "thread 7 -> 9"],
  [{ thread: { before: null, after: 9 } }, "thread 9"],
  [{ size: { from: 4096, to: 8191 } }, "4096-8191"],
  [{ size: { from: 1, to: 1 } }, "1"],
  [{ size: null }, "no size"],
  [
    {
      call: "read",
      file: { before: "x", after: "x" },
      thread: { before: 1, after: 2 },
      size: { from: 0, to: 0 },
    },
    "read x thread 1 -> 2 0",
  ],
])("%j is named %s", (key, name) => {
  expect(groupName(key)).toBe(name);
});
