import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import peggy from "peggy";
import { describe, expect, test } from "vitest";
import type { ArgumentRole } from "../../src/grammar/grammar.ts";
import { grammar, parseBytes, parseText, type ReadRecord, readShipped, recordsOf } from "./parse-text.ts";

// grammars/strace.peggy says what a line is; the byte scanner must say the same of every line.

type SpecArgument = {
  readonly kind: "string" | "descriptor" | "number" | "other";
  readonly text: string;
  readonly path?: string;
  readonly behind: string;
};
type SpecTime = {
  readonly clock: "day" | "epoch" | "relative";
  readonly seconds: number;
  readonly nanoseconds: number;
};
type SpecLine = {
  readonly kind: "call" | "half" | "exit" | "signal";
  readonly tid: number | null;
  readonly time: SpecTime | null;
  readonly name: string;
  readonly arguments: readonly SpecArgument[];
  readonly result: {
    readonly value: string | null;
    readonly restart: boolean;
    readonly error: string | null;
    readonly errno?: string;
    readonly latency?: number;
  };
};

const specification = peggy.generate(
  readFileSync(join(import.meta.dirname, "../../grammars/strace.peggy"), "utf8"),
);

/** @returns null for a line that is none of strace's calls, halves, exits and signals */
function specify(line: string): SpecLine | null {
  try {
    return specification.parse(line);
  } catch (error) {
    if (error instanceof specification.SyntaxError) return null;
    throw error;
  }
}

const exact = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;
const integer = (text: string): bigint => (text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text));
const number = (text: string): number | bigint | undefined =>
  /^-?(?:\d+|0x[\da-f]+)$/.test(text) ? exact(integer(text)) : undefined;

function descriptor({ text }: SpecArgument): number | undefined {
  if (text === "AT_FDCWD") return -100;
  return number(text) === undefined ? undefined : Number(BigInt.asIntN(32, integer(text)));
}

function offset({ text }: SpecArgument): number | bigint | undefined {
  const [value] = /-?\b(?:0x[\da-f]+|\d+)/.exec(text) ?? [];
  if (value === undefined || !/^[[\d-]/.test(text)) return undefined;
  return exact(BigInt.asIntN(64, integer(value)));
}

function flags({ text, behind }: SpecArgument): string | undefined {
  if (text === "") return undefined;
  const [, field] = /^\{(?:.*, )?flags=([\w|]+)/.exec(text) ?? [];
  if (field !== undefined) return field;
  const [, names] = /^ \/\* ([^?]+) \*\/$/.exec(behind) ?? [];
  return names ?? text + (behind.startsWith(" /*") ? behind : "");
}

function sizeOfBuffers({ text }: SpecArgument): number | undefined {
  if (text === "NULL") return 0;
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const whole = plain.replace(/""\.\.\./g, '""');
  if (!whole.startsWith("[") || whole.includes("...") || whole.startsWith("[?")) return undefined;
  return [...whole.matchAll(/, (?:iov_len=)?(\d+)\}/g)].reduce((sum, [, length]) => sum + Number(length), 0);
}

/** Roles whose arguments the specification does not take apart; what they set is not compared. */
const OPAQUE: ReadonlySet<ArgumentRole> = new Set(["message", "messages", "iocbs", "range", "position"]);

function expectedRecord(spec: SpecLine): Partial<ReadRecord> | null {
  const prototype = grammar.prototypes.get(spec.name.replace(/^64:|#64$/, ""));
  if (prototype === undefined || prototype.arguments.some((role) => OPAQUE.has(role))) return null;
  const { value, error, errno, latency } = spec.result;
  const record: Partial<ReadRecord> = {
    call: grammar.calls[prototype.call]?.name ?? "",
    result: value === null ? undefined : number(value),
    error: error ?? (value === "-1" ? errno : undefined),
    latency,
    fd: undefined,
    offset: undefined,
    size: undefined,
    flags: undefined,
  };
  for (const [index, role] of prototype.arguments.entries()) {
    const argument = spec.arguments[index];
    if (argument === undefined) break;
    if (role === "fd" || (role === "dirfd" && record.fd === undefined)) record.fd = descriptor(argument);
    if (role === "size") record.size = number(argument.text);
    if (role === "iovec") record.size = sizeOfBuffers(argument);
    if (role === "offset") record.offset = offset(argument);
    if (role === "flags")
      record.flags = record.flags === undefined ? flags(argument) : `${record.flags}, ${flags(argument)}`;
    const path =
      role === "fd"
        ? argument.path
        : role === "path" && argument.kind === "string"
          ? argument.text
          : undefined;
    const isPlain =
      path !== undefined && /^[^\\<>\u0080-\u00ff]*$/.test(path) && !path.endsWith(" (deleted)");
    if (isPlain) record.path = path;
  }
  return record;
}

/** Traces in which nothing but strace speaks, one line at a time. */
const QUIET = [
  ..."a01_base_1 b06_t b07_tt b08_ttt b09_r b11_r_ttt b12_T b13_T_ns b14_T_ms b15_T_s b17_abs_time_ms".split(
    " ",
  ),
  ..."b18_abs_unix_s b19_rel_ns b21_i b22_n b25_y b26_yy b27_Y b29_x b30_xx b32_nonasciichars b33_s0".split(
    " ",
  ),
  ..."b37_Xverbose b38_raw_pread b44_z b51_a1 b53_decode_path b57_always_e_fds c01_61 c02_61_tt_y".split(" "),
  ..."c03_61_yy c05_61_x c07_61_Xraw c09_61_raw_all c11_61_n_i c14_61_z c17_61_e_verbose_none c20_v48".split(
    " ",
  ),
  ..."c18_61_e_abbrev_none_file c23_v426_yy c24_v510 c27_v72 c28_v72_yy c29_v72_N c40_m32 c42_m32_v48".split(
    " ",
  ),
  ..."c43_m32_v72_N e01_sigio_o e04_sigio_48 e50_inject_eio e53_inject_retval e58_fault_unknown_errno".split(
    " ",
  ),
  ..."f01_query_1 h03_fio_sync j01_cat j04_tar_c m07_small_pids_o m09_7digit_pids_o m12_pidns_translation".split(
    " ",
  ),
];

describe("every line of a shipped trace is what the specification says", () => {
  for (const name of QUIET) {
    test(name, () => {
      const bytes = readShipped(`corpus/${name}.strace`);
      const lines = new TextDecoder("latin1").decode(bytes).split("\n").slice(0, -1);
      const trace = parseBytes(bytes);
      const records = new Map(recordsOf(trace).map((record) => [record.line, record]));
      const counts = { call: 0, half: 0, exit: 0, signal: 0 };
      for (const [index, line] of lines.entries()) {
        const spec = specify(line);
        if (spec === null) continue;
        counts[spec.kind]++;
        const expected = spec.kind === "call" && !spec.result.restart ? expectedRecord(spec) : null;
        if (expected !== null)
          expect(records.get(index + 1), line).toMatchObject({ ...expected, ...tidOf(spec) });
      }
      const { call, half, exit, signal } = trace.lineKinds;
      expect({ call, half, exit, signal }).toEqual(counts);
    });
  }
});

const tidOf = ({ tid }: SpecLine): { tid?: number } => (tid === null ? {} : { tid });

describe("lines put together from parts", () => {
  const leader = fc.constantFrom(
    "",
    "[pid   978] ",
    "[pid 25065<w\\76x] (y>] ",
    "978   ",
    "26823<mtread> ",
    "978 [unconfined_u:unconfined_r:unconfined_t:s0-s0:c0.c1023] 09:49:40 ",
    "[pid 1444170] 15:59:08 ",
    "978   09:49:40.123456 ",
    "1796032184.330904221 ",
    "26258 1796032184 ",
    "25724      0.000167 ",
    "     0.000167 ",
    "978   09:49:43 (+     0.000121) ",
    "[pid   978] 09:49:40 [  17] [00007f57c3989417] ",
  );
  const fd = fc.constantFrom(
    "3",
    "-1",
    "0x3",
    "3</a b>",
    "3<TCP:[1.2.3.4:5->6.7.8.9:10]>",
    "3</dev/null<char 1:3>>",
    "3</x>(deleted)",
  );
  const data = fc.constantFrom(
    '"x"',
    '"a\\"b"...',
    '""...',
    "NULL",
    "0x7ffc",
    '") = 5 <0.1>"',
    '" <unfinished ...>"',
    '"<... read resumed>"',
  );
  const value = fc.oneof(
    fc.bigInt({ min: -1n, max: 2n ** 64n - 1n }).map(String),
    fc.nat().map((n) => `0x${n.toString(16)}`),
  );
  const size = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String), fc.nat().map(String));
  const flag = fc.constantFrom(
    "O_RDONLY",
    "O_RDWR|O_CREAT|0x100",
    "0",
    "0x80000 /* O_RDONLY|O_CLOEXEC */",
    "0x63 /* SEEK_??? */",
  );
  const buffers = fc.constantFrom(
    '[{iov_base="a", iov_len=5}, {iov_base=NULL, iov_len=7}]',
    '[{"a", 5}]',
    "[]",
    "NULL",
    "0x7ffc",
    '[{iov_base="a", iov_len=5}, ...]',
  );
  const call = fc.oneof(
    fc.tuple(fd, data, size, value).map(([f, d, s, o]) => `pread64(${f}, ${d}, ${s}, ${o})`),
    fc.tuple(fd, data, size).map(([f, d, s]) => `read(${f}, ${d}, ${s})`),
    fc.tuple(fd, value, flag).map(([f, o, w]) => `lseek(${f}, ${o}, ${w})`),
    fc.tuple(flag).map(([f]) => `openat(AT_FDCWD</home>, "/a b", ${f}, 0644)`),
    fc.tuple(fd, buffers, value, flag).map(([f, b, o, w]) => `preadv2(${f}, ${b}, 2, ${o}, ${w})`),
    fc.tuple(fd, flag).map(([f, w]) => `fcntl(${f}, F_SETFL, ${w})`),
    fc.tuple(fd, value, size).map(([f, o, s]) => `readahead(${f}, ${o}, ${s})`),
    fc.constantFrom(
      "sync()",
      "futex(0x7f, FUTEX_WAIT, 2, {tv_sec=1, tv_nsec=0})",
      "poll([{fd=4</x>, events=POLLIN}], 1, 10)",
    ),
  );
  const result = fc.constantFrom(
    "16",
    "0x10",
    "9223372036854775807",
    "3</data/x>",
    "-1 EIO (Input/output error) (INJECTED: args, retval) (DELAYED)",
    "-1 (errno 4095)",
    "-1 E??? (errno -5)",
    "?",
    "? ERESTARTSYS (To be restarted if SA_RESTART is set)",
    "0 (Timeout)",
    "1 (in [14], left {tv_sec=0, tv_nsec=0})",
  );
  const padding = fc.constantFrom(" ", "          ");
  const latency = fc.constantFrom("", " <0.000084>", " <0.000009474>", " <3>", "  ");

  test("are what the specification says", () => {
    const line = fc
      .tuple(leader, call, padding, result, latency)
      .map(([l, c, p, r, t]) => `${l}${c}${p}= ${r}${t}`);
    fc.assert(
      fc.property(line, (text) => {
        const spec = specify(text);
        expect(spec?.kind).toBe("call");
        if (spec === null) return;
        const trace = parseText(`${text}\n`);
        expect(trace.lineKinds.call).toBe(1);
        const [record] = recordsOf(trace);
        const expected = spec.result.restart ? null : expectedRecord(spec);
        if (expected === null) expect(record).toBeUndefined();
        else expect(record).toMatchObject({ ...expected, ...tidOf(spec) });
        if (spec.time !== null && spec.time.clock !== "relative") {
          expect(trace.origin).toBe(
            BigInt(spec.time.seconds) * 1_000_000_000n + BigInt(spec.time.nanoseconds),
          );
        }
      }),
      { numRuns: 3000 },
    );
  });
});
