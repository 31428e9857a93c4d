import { expect, test } from "vitest";
import { parseText, recordsOf } from "./parse-text.ts";

const BY_VERSION = {
  "since 4.19":
    'io_submit(0x7f04, 2, [{aio_data=0x7, aio_lio_opcode=IOCB_CMD_PREAD, aio_fildes=3, aio_buf=0x1000, aio_nbytes=512, aio_offset=1024}, {aio_data=0x8, aio_lio_opcode=IOCB_CMD_PWRITE, aio_fildes=4, aio_buf="x", aio_nbytes=8, aio_offset=2048}]) = 2 <0.000010>',
  "4.11 to 4.18":
    'io_submit(0x7f04, 2, [{data=0x7, pread, fildes=3, buf=0x1000, nbytes=512, offset=1024}, {data=0x8, pwrite, fildes=4, str="x", nbytes=8, offset=2048}]) = 2 <0.000010>',
  "up to 4.10":
    'io_submit(139842, 2, {{data:0x7, pread, filedes:3, buf:0x1000, nbytes:512, offset:1024}, {data:0x8, pwrite, filedes:4, str:"x", nbytes:8, offset:2048}}) = 2 <0.000010>',
};

for (const [version, line] of Object.entries(BY_VERSION)) {
  test(`${version}, each request of io_submit is a record; the first has result and latency`, () => {
    const trace = parseText(`5 10:00:00 ${line}\n`);
    const common = { line: 1, tid: 5, start: 0, call: "io_submit" };
    expect(recordsOf(trace)).toEqual([
      { ...common, fd: 3, flags: "IOCB_CMD_PREAD", size: 512, offset: 1024, result: 2, latency: 10_000 },
      { ...common, fd: 4, flags: "IOCB_CMD_PWRITE", size: 8, offset: 2048 },
    ]);
  });
}

test("a request with several buffers has the sum of their sizes", () => {
  const line =
    "io_submit(0x7f, 1, [{aio_lio_opcode=IOCB_CMD_PREADV, aio_fildes=3</d>, aio_buf=[{iov_base=0x1, iov_len=12}, {iov_base=0x2, iov_len=8}], aio_nbytes=2, aio_offset=4096}]) = 1\n";
  expect(recordsOf(parseText(line))).toMatchObject([{ fd: 3, path: "/d", size: 20, offset: 4096 }]);
});

// recorded with strace 4.8: traces/corpus/c20_v48.strace, c42_m32_v48.strace
test("up to 4.10 a request with several buffers has them and their offset without names", () => {
  const line =
    'io_submit(139842, 4, {{preadv, filedes:3, 4096, [{0x7ffd, 10}, {0x7ffe, 10}]}, {pwritev, filedes:3, 8192, resfd=28, [{"a", 10}, {"b", 2}]}, {fsync, filedes:3}, {...}}) = 4\n';
  expect(recordsOf(parseText(line))).toMatchObject([
    { fd: 3, flags: "IOCB_CMD_PREADV", size: 20, offset: 4096, result: 4 },
    { fd: 3, flags: "IOCB_CMD_PWRITEV", size: 12, offset: 8192 },
    { fd: 3, flags: "IOCB_CMD_FSYNC" },
    { fd: undefined, flags: undefined },
  ]);
});

test("an opcode that -X verbose explains is what it is otherwise", () => {
  const line =
    "io_submit(0x7f, 1, [{aio_data=0, aio_lio_opcode=7 /* IOCB_CMD_PREADV */, aio_fildes=3</d>(deleted), aio_buf=[{iov_base=0x1, iov_len=12}], aio_offset=0}]) = 1\n";
  expect(recordsOf(parseText(line))).toMatchObject([
    { fd: 3, path: "/d", flags: "IOCB_CMD_PREADV", size: 12 },
  ]);
});

test("a size beyond 2^53 is exact", () => {
  const line =
    "io_submit(0x7f, 1, [{aio_lio_opcode=IOCB_CMD_PREAD, aio_fildes=3, aio_buf=NULL, aio_nbytes=18446744073709551615, aio_offset=0}]) = -1 EINVAL (x)\n";
  expect(recordsOf(parseText(line))).toMatchObject([{ size: 18_446_744_073_709_551_615n }]);
});

test("io_submit without requests is one record", () => {
  expect(recordsOf(parseText("io_submit(0x7f, 0, NULL) = 0\n"))).toMatchObject([
    { call: "io_submit", result: 0 },
  ]);
});
