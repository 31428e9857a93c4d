import { describe, expect, test } from "vitest";
import { redundantIo } from "../../src/coverage/redundant-io.ts";
import { groupRows } from "../../src/view/row-groups.ts";
import { viewTrace } from "../../src/view/trace-view.ts";
import { grammar, traceOf } from "../support/trace-of.ts";

/** Each finding in one line: `re-read read /a 2 calls 8192 bytes 30 ns, line 4`. */
function redundantIoOf(lines: readonly string[]): string[] {
  const side = viewTrace(traceOf(lines), grammar, null);
  const rows = groupRows(side.rows, side.files.file, side.files.files.length);
  return redundantIo(side, rows).map(
    ({ kind, direction, file, calls, bytes, latency, line }) =>
      `${kind} ${direction} ${file} ${calls} calls ${bytes} bytes ${latency} ns, line ${line}`,
  );
}

const OPEN = 'openat(AT_FDCWD, "/a", O_RDWR) = 3 <0.000001>';
const read = (offset: number, size = 4096, result = size): string =>
  `pread64(3, "", ${size}, ${offset}) = ${result} <0.000010>`;
const write = (offset: number, size: number): string =>
  `pwrite64(3, "", ${size}, ${offset}) = ${size} <0.000020>`;

describe("an end probe", () => {
  test("is a read that got nothing at the end of a file, at a given place or at the position", () => {
    expect(redundantIoOf([OPEN, read(8192, 4096, 0), 'read(3, "", 512) = 0 <0.000005>'])).toEqual([
      "end-probe read /a 2 calls 0 bytes 15000 ns, line 2",
    ]);
  });

  test("is found by its path too where the open was not seen", () => {
    expect(redundantIoOf(['read(0</a>, "", 512) = 0'])).toEqual([
      "end-probe read /a 1 calls 0 bytes null ns, line 1",
    ]);
  });

  test("is no read of nothing, and none that failed", () => {
    expect(
      redundantIoOf([OPEN, 'read(3, "", 0) = 0', "read(3, 0x7ffd, 512) = -1 EIO (Input/output error)"]),
    ).toEqual([]);
  });

  test.each(["pipe:[812]", "socket:[4711]", "/dev/pts/0", "/proc/self/status", "/sys/kernel/mm/x"])(
    "is not the end of %s, which has no size to know it by",
    (path) => {
      expect(redundantIoOf([`read(0<${path}>, "", 512) = 0`])).toEqual([]);
    },
  );

  test("is not found on a descriptor of which nothing is known", () => {
    expect(redundantIoOf(['read(0, "", 512) = 0'])).toEqual([]);
  });
});

describe("a re-read", () => {
  test("gets bytes that an earlier read of the file got, by whichever thread", () => {
    expect(
      redundantIoOf([`1 ${OPEN}`, `1 ${read(0)}`, `1 ${read(8192)}`, `2 ${read(512, 512)}`, `1 ${read(0)}`]),
    ).toEqual(["re-read read /a 2 calls 4608 bytes 20000 ns, line 4"]);
  });

  test("counts the bytes read before alone, not those beside them", () => {
    expect(redundantIoOf([OPEN, read(0), read(4000, 8192)])).toEqual([
      "re-read read /a 1 calls 96 bytes 10000 ns, line 3",
    ]);
  });

  test("is of one file: the same place in another is another place", () => {
    const other = 'openat(AT_FDCWD, "/b", O_RDONLY) = 4';
    expect(redundantIoOf([OPEN, other, read(0), 'pread64(4, "", 4096, 0) = 4096'])).toEqual([]);
  });

  test("is none of bytes that were written in between, but of those around them", () => {
    expect(redundantIoOf([OPEN, read(0), write(0, 4096), read(0)])).toEqual([]);
    expect(redundantIoOf([OPEN, read(0), write(1000, 96), read(0), read(0)])).toEqual([
      "re-read read /a 2 calls 8096 bytes 20000 ns, line 4",
    ]);
  });

  test("is none after a write to an unknown place", () => {
    expect(
      redundantIoOf(['pread64(3, "", 10, 0) = 10', 'write(3, "", 10) = 10', 'pread64(3, "", 10, 0) = 10']),
    ).toEqual([]);
  });

  test("at the position is found through seeks", () => {
    expect(
      redundantIoOf([OPEN, 'read(3, "", 4096) = 4096', "lseek(3, 0, SEEK_SET) = 0", 'read(3, "", 4096) = 4096']),
    ).toEqual(["re-read read /a 1 calls 4096 bytes null ns, line 4"]);
  });

  test("of nothing is an end probe, not a re-read", () => {
    expect(redundantIoOf([OPEN, read(8192, 4096, 0), read(8192, 4096, 0)])).toEqual([
      "end-probe read /a 2 calls 0 bytes 20000 ns, line 2",
    ]);
  });
});

describe("a small sequential transfer", () => {
  test("goes on where one as small ended: of four in a row three could have been spared", () => {
    expect(redundantIoOf([OPEN, read(0, 512), read(512, 512), read(1024, 512), read(1536, 512)])).toEqual([
      "small-sequential read /a 3 calls 1536 bytes 30000 ns, line 3",
    ]);
  });

  test("is told apart by direction", () => {
    expect(redundantIoOf([OPEN, write(0, 100), write(100, 100), read(200, 100)])).toEqual([
      "small-sequential write /a 1 calls 100 bytes 20000 ns, line 3",
    ]);
  });

  test("is small: 4096 bytes and more are not", () => {
    expect(redundantIoOf([OPEN, read(0), read(4096), read(8192, 512)])).toEqual([]);
    expect(redundantIoOf([OPEN, read(0, 4095), read(4095, 4095)])).toHaveLength(1);
  });

  test("of several threads is several sequences", () => {
    expect(redundantIoOf([`1 ${OPEN}`, `1 ${read(0, 512)}`, `2 ${read(512, 512)}`])).toEqual([]);
  });

  test("is none across a sync, which a program may want after each write", () => {
    expect(redundantIoOf([OPEN, write(0, 100), "fdatasync(3) = 0", write(100, 100)])).toEqual([]);
  });

  test("is none on a pipe", () => {
    const small = (): string => 'write(1<pipe:[7]>, "", 10) = 10';
    expect(redundantIoOf([small(), small()])).toEqual([]);
  });
});

test("those of most calls come first", () => {
  const findings = redundantIoOf([OPEN, read(0), read(0), read(9999, 1, 0), read(9999, 1, 0), read(9999, 1, 0)]);
  expect(findings.map((finding) => finding.split(" ")[0])).toEqual(["end-probe", "re-read"]);
});
