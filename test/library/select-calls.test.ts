import { describe, expect, test } from "vitest";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { UserError } from "../../src/input/user-error.ts";
import { selectCalls } from "../../src/library/select-calls.ts";

const grammar = parseGrammar(`
ignore   unused   not looked at
data     read(fd, buffer, size) = bytes read
data     pread64(fd, buffer, size, offset) = bytes read     aka pread
sync     fsync(fd) = status
seek     lseek(fd, offset, flags) = position
process  execve(path, unused, unused) = status
`);

function failure(...items: string[]): string {
  try {
    selectCalls("--calls", items, grammar);
  } catch (error) {
    if (error instanceof UserError) return `${error.message} | ${error.hint}`;
    throw error;
  }
  return "no failure";
}

describe("a selection of calls", () => {
  test.each([
    [
      ["fsync", "read"],
      ["read", "fsync"],
    ],
    [["pread"], ["pread64"]],
    [["data"], ["read", "pread64"]],
    [
      ["data", "sync", "read"],
      ["read", "pread64", "fsync"],
    ],
    [["!lseek"], ["read", "pread64", "fsync"]],
    [["!data"], ["fsync", "lseek"]],
    [["data", "!read"], ["pread64"]],
    [
      ["!lseek", "!fsync"],
      ["read", "pread64"],
    ],
  ])("%j is %j", (items, calls) => {
    expect(selectCalls("--calls", items, grammar)).toEqual(calls);
  });

  test.each([
    [["preed"], "--calls: no I/O call or kind is named preed | did you mean pread?"],
    [["synk"], "--calls: no I/O call or kind is named synk | did you mean sync?"],
    [
      [""],
      '--calls: no I/O call or kind is named "" | kinds are data, hint, sync, size, seek, open, map, meta, async',
    ],
    [["execve"], "--calls: execve is not compared | calls about processes only serve to tell threads apart"],
    [["!read", "fsync"], "--calls: fsync follows !read | to leave out both, write !read,!fsync"],
    [["read", "!data"], "--calls read,!data selects no call | undefined"],
  ])("%j is refused: %s", (items, message) => {
    expect(failure(...items)).toBe(message);
  });
});
