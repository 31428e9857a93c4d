import fc from "fast-check";
import { compare } from "../../src/compare/compare.ts";
import { overviewOf } from "../../src/compare/overview.ts";
import type { Grammar } from "../../src/grammar/grammar.ts";
import { TraceParser } from "../../src/parse/trace-parser.ts";
import { csvRecords } from "../../src/report/csv/csv-records.ts";
import { formatJson } from "../../src/report/json/json.ts";
import { jsonRecords } from "../../src/report/json/json-records.ts";
import { formatSummaryJson } from "../../src/report/json/summary-json.ts";
import { formatMarkdown } from "../../src/report/markdown/markdown.ts";
import type { ReportOptions } from "../../src/report/reporter.ts";
import { formatSummaryText } from "../../src/report/text/summary-text.ts";
import { formatText } from "../../src/report/text/text.ts";
import { ORDERS } from "../../src/result/comparison.ts";
import { readSnapshot } from "../../src/snapshot/read-snapshot.ts";
import { writeSnapshot } from "../../src/snapshot/write-snapshot.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { viewTrace } from "../../src/view/trace-view.ts";

/** Lines of traces in which a number of any size stands at every `#`, and seconds at every `$`. */
const LINES = [
  'pread64(#, "x"..., #, #) = #',
  'pwrite64(#, "x"..., #, #) = #',
  'read(#, "x"..., #) = #',
  'write(#, "x"..., #) = #',
  "read(#, 0x1, #) = -1 EINVAL (Invalid argument)",
  "read(#, 0x1, #) = -1 (errno #)",
  'preadv2(#, [{iov_base="x", iov_len=#}, {iov_base="y", iov_len=#}], #, #, 0) = #',
  'openat(AT_FDCWD, "/a", O_RDWR) = #',
  'openat(#, "b", O_RDONLY|O_CLOEXEC) = #',
  "close(#) = 0",
  "close_range(#, #, 0) = 0",
  "dup2(#, #) = #",
  "dup3(#, #, O_CLOEXEC) = #",
  "fcntl(#, F_DUPFD, #) = #",
  "fcntl(#, F_SETFD, FD_CLOEXEC) = 0",
  "pipe2([#, #], O_CLOEXEC) = 0",
  "socket(AF_UNIX, SOCK_STREAM, 0) = #",
  "lseek(#, #, SEEK_SET) = #",
  "_llseek(#, #, [#], SEEK_SET) = 0",
  "copy_file_range(#, [#], #, NULL, #, 0) = #",
  "sendfile(#, #, [#] => [#], #) = #",
  "ftruncate(#, #) = 0",
  "fallocate(#, 0, #, #) = 0",
  "readahead(#, #, #) = 0",
  "sync_file_range(#, #, #, SYNC_FILE_RANGE_WRITE) = 0",
  "mmap(NULL, #, PROT_READ, MAP_SHARED, #, #) = 0x7f0000000000",
  "cachestat(#, {off=#, len=#}, {}, 0) = 0",
  'recvmsg(#, {msg_iov=[{iov_base="x", iov_len=#}], msg_control=[{cmsg_type=SCM_RIGHTS, cmsg_data=[#]}]}, 0) = #',
  "io_submit(0x7f, #, [{aio_lio_opcode=IOCB_CMD_PREAD, aio_fildes=#, aio_buf=0x1, aio_nbytes=#, aio_offset=#}]) = #",
  "clone(child_stack=NULL, flags=SIGCHLD) = #",
  "clone3({flags=CLONE_FILES|CLONE_THREAD}, #) = #",
  'execve("/bin/a", ["a"], 0x1 /* # vars */) = 0',
  "unshare(CLONE_FILES) = 0",
  "getpid() = #",
  'read(#, "x"..., # <unfinished ...>',
  "fsync(# <unfinished ...>",
  '<... read resumed>"x"..., #) = #',
  "<... fsync resumed>) = 0",
  "+++ exited with # +++",
  "+++ superseded by execve in pid # +++",
  "--- SIGCHLD {si_signo=SIGCHLD, si_pid=#, si_status=#} ---",
  "strace: Process # attached",
  "read(# <pid changed to # ...>",
];
const LEADERS = [
  "",
  "",
  "7 ",
  "[pid #] ",
  "# ",
  "$ ",
  "7 $ ",
  "[pid #] 10:00:00.# ",
  "7 10:00:00 (+ $) ",
  "     $ ",
  "[#] ",
];
const TAILS = ["", "", " <$>", " <#>", " (DELAYED) <$>", "</a>(deleted)"];

/** What a few bits, a double, or 32 or 64 bits just hold and just do not, and far beyond. */
const edges: fc.Arbitrary<bigint> = fc
  .tuple(
    fc.constantFrom(7n, 8n, 15n, 16n, 22n, 30n, 31n, 32n, 33n, 47n, 53n, 62n, 63n, 64n, 65n, 200n),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([power, offset]) => 2n ** power + BigInt(offset));
/** Small ones most often, so that descriptors and threads meet. */
const numbers: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 6 }).map(String) },
  { weight: 2, arbitrary: edges.map(String) },
  { weight: 1, arbitrary: edges.map((value) => `-${value}`) },
  { weight: 1, arbitrary: edges.map((value) => `0x${value.toString(16)}`) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 66n }).map(String) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((digits) => "9".repeat(digits)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }).map((zeros) => `${"0".repeat(zeros)}5`) },
);
const seconds: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.constantFrom("0", "1796032183"), numbers),
    fc.oneof(fc.constantFrom("000001", "5", ""), numbers),
  )
  .map(([whole, fraction]) => `${whole}.${fraction}`);

const line: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...LEADERS), fc.constantFrom(...LINES), fc.constantFrom(...TAILS))
  .map((parts) => parts.join(""))
  .chain((text) => {
    const pieces = text.split(/(?=[#$])/);
    const filled = pieces.map((piece) => {
      if (piece.startsWith("#")) return numbers.map((number) => number + piece.slice(1));
      return piece.startsWith("$") ? seconds.map((time) => time + piece.slice(1)) : fc.constant(piece);
    });
    return fc.tuple(...filled).map((all) => all.join(""));
  });

/** Two logs of lines with numbers of any size in any place. */
export const numberCases: fc.Arbitrary<{
  readonly before: readonly string[];
  readonly after: readonly string[];
}> = fc.array(line, { minLength: 1, maxLength: 12 }).chain((before) =>
  fc.record({
    before: fc.constant(before),
    // most lines on both sides, so that some match
    after: fc
      .array(fc.tuple(fc.nat({ max: 3 }), line), { minLength: before.length, maxLength: before.length })
      .map((others) => before.map((own, at) => (others[at]?.[0] === 0 ? (others[at]?.[1] ?? own) : own))),
  }),
);

export type CaseOutput = {
  readonly comparison: string;
  readonly summary: string;
  readonly records: readonly string[];
};

/**
 * Compares two logs and words the comparison, sums up and exports one, makes snapshots of it and reads them.
 *
 * @throws what anything on the way throws
 */
export function runCase(
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
  grammar: Grammar,
  display: Omit<ReportOptions, "context">,
): CaseOutput {
  const traces = { before: read(before, "before.log", grammar), after: read(after, "after.log", grammar) };
  const comparison = compare(traces, grammar, { order: "thread", ignore: [], calls: null, maxUnread: 0 });
  const options = { ...display, context: 3 };
  const json = [...formatJson(comparison, options)].join("");
  for (const _ of formatText(comparison, options));
  for (const _ of formatMarkdown(comparison, options));
  const side = viewTrace(traces.before, grammar, null);
  const overview = overviewOf(side, { calls: null, maxUnread: 0 });
  for (const _ of formatSummaryText(overview, display));
  for (const _ of csvRecords(side, String));
  // each case takes one, all cases take all
  for (const order of [ORDERS[(before.length + after.join("").length) % ORDERS.length] ?? "thread"]) {
    const snapshot = [...writeSnapshot(traces.before, grammar, { order, calls: null })].join("");
    readSnapshot(snapshot, "io.snap", grammar);
  }
  return {
    comparison: json,
    summary: [...formatSummaryJson(overview, display)].join(""),
    records: [...jsonRecords(side)].join("").trimEnd().split("\n"),
  };
}

function read(lines: readonly string[], source: string, grammar: Grammar): Trace {
  // one in four is read as long ones are, short as it is: WebAssembly takes its time to start
  const parser = new TraceParser(grammar, { source, plainFrom: lines.length % 4 === 0 ? 0 : 500 });
  parser.feed(new TextEncoder().encode(lines.map((each) => `${each}\n`).join("")));
  return parser.finish();
}

/** Statistics, which are no counts: they may have a fraction, and be rounded. */
const ROUNDED = new Set(["mean", "deviation", "low", "high", "ratio", "estimate", "factor", "p", "value"]);

/** Whole numbers in a value made of JSON that its reader may have rounded: by the names that lead to them. */
export function roundedNumbers(value: unknown, path: string = ""): string[] {
  if (typeof value === "number") {
    const name = path.split(".").at(-1) ?? "";
    return Math.abs(value) > Number.MAX_SAFE_INTEGER && !ROUNDED.has(name) ? [`${path}: ${value}`] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => roundedNumbers(member, `${path}.${name}`));
}
