import { expect, test } from "vitest";
import { compareTraces, traceOf } from "../support/trace-of.ts";

const OPEN = 'openat(AT_FDCWD, "/a", O_RDWR) = 3';

/** Whether the one call that only the after side has found nothing left to read. */
function addedIsAtEnd(call: string): boolean | undefined {
  const [change] = compareTraces(traceOf(`${OPEN}\n`), traceOf(`${OPEN}\n${call}\n`)).changes();
  return change?.atEnd;
}

test.each([
  'read(3, "", 512) = 0',
  'pread64(3, "", 512, 4096) = 0',
  'readv(3, [{iov_base="", iov_len=512}], 1) = 0',
  "getdents64(3, 0x55 /* 0 entries */, 32768) = 0",
])("%s found nothing left to read", (call) => {
  expect(addedIsAtEnd(call)).toBe(true);
});

test.each([
  ["0 is the result of success", "fsync(3) = 0"],
  ["nothing was asked for", 'read(3, "", 0) = 0'],
  ["something came", 'read(3, "a", 512) = 1'],
  ["a write takes bytes and finds no end", 'write(3, "", 512) = 0'],
])("where %s nothing is at its end: %s", (_, call) => {
  expect(addedIsAtEnd(call)).toBe(false);
});
