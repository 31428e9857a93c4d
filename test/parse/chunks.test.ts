import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TraceParser, type TraceParserOptions } from "../../src/parse/trace-parser.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { sampled, scaled } from "../support/scaled.ts";
import { grammar, parseBytes, parseText, readShipped, recordsOf, summaryOf } from "./parse-text.ts";

const CORPUS = join(import.meta.dirname, "../../traces/corpus");

const EVERY_FORM = [
  '[pid 1444170] 15:59:08 pread64(9, "\\1\\203W"..., 53, 11177) = 53 <0.000084>',
  "[pid 1444170] 15:59:08 pread64(9,  <unfinished ...>",
  "strace: Process 1444171 attached",
  '[pid 1444171] 15:59:08 write(2, "a\\nb", 3a',
  "b)        = 3 <0.000001>",
  '[pid 1444170] 15:59:08 <... pread64 resumed>"", 53, 0) = 0 <0.000084>',
  '[pid 1444171] 15:59:08 openat(AT_FDCWD, "/x", O_RDONLY) = -1 ENOENT (No such file or directory)\r',
  "",
  "[pid 1444171] 15:59:09 +++ exited with 0 +++",
  "15:59:09 exit_group(0) = ?",
].join("\n");

describe("where the text is cut into chunks", () => {
  test("at any byte, the trace is the same", () => {
    for (const text of [EVERY_FORM, `${EVERY_FORM}\n`]) {
      const bytes = new TextEncoder().encode(text);
      const whole = summaryOf(parseBytes(bytes));
      for (let cut = 0; cut <= bytes.length; cut++)
        expect(summaryOf(parseBytes(bytes, { cuts: [cut] }))).toEqual(whole);
    }
  });

  test("of a file in UTF-16, the trace is that of the same file in UTF-8", () => {
    const text = `${EVERY_FORM}\n7 open("/\u00e4\u{1f600}", O_RDONLY) = 3\n`;
    const utf8 = summaryOf(parseText(text));
    const little = new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
    const big = new Uint8Array(Buffer.from(little).swap16());
    for (const bytes of [little, big]) {
      expect(summaryOf(parseBytes(bytes))).toEqual(utf8);
      expect(summaryOf(parseBytes(bytes, { cuts: Array.from(bytes.keys()) }))).toEqual(utf8);
    }
  });

  test("byte by byte, the trace is the same", () => {
    const bytes = new TextEncoder().encode(EVERY_FORM);
    const cuts = Array.from(bytes.keys());
    expect(summaryOf(parseBytes(bytes, { cuts }))).toEqual(summaryOf(parseBytes(bytes)));
  });

  const recorded = [
    "a01_base_1",
    "d01_noisy_61",
    "n04_noisy_v48",
    "c31_v72_color",
    "m19_dumped_via_script_tty",
    "e13_threxec_72",
  ];
  for (const name of recorded) {
    test(`anywhere in ${name}, the trace is the same`, () => {
      const bytes = readShipped(`corpus/${name}.strace`);
      const whole = summaryOf(parseBytes(bytes));
      fc.assert(
        fc.property(fc.uniqueArray(fc.nat({ max: bytes.length }), { maxLength: 20 }), (cuts) => {
          cuts.sort((one, other) => one - other);
          expect(summaryOf(parseBytes(bytes, { cuts }))).toEqual(whole);
        }),
        { numRuns: scaled(25) },
      );
    });
  }
});

/** One of the usual values, now and then an odd one. */
const mostly = (usual: readonly string[], odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );

const number = (odd: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("0", "1", "2", "53", "4096") },
    { weight: 4, arbitrary: fc.nat().map(String) },
    { weight: 1, arbitrary: fc.constantFrom("123456789012345", "1234567890123456", "0x10", "-1", ...odd) },
  );

/** Strings in which quotes, backslashes and line ends stand at any place, also across words of four bytes. */
const longData = fc
  .array(fc.constantFrom("a", "bc", "def", " ", "!", '\\"', "\\\\", "\\n", '"', ", 5, 6) = 7"), {
    maxLength: 12,
  })
  .map((parts) => `"${parts.join("")}"`);

/**
 * Lines of four threads that cross midnight, by number: most are plain, of more calls and paths than are known at a
 * time; some are cut in two, some have no end, some fail.
 */
function mixedLine(index: number): string {
  const seconds = (86_300 + Math.floor(index / 100)) % 86_400;
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  const leader = `[pid ${100 + (index % 4)}] ${time} `;
  const latency = `<0.${String((index * 7919) % 1_000_000).padStart(6, "0")}>`;
  const offset = index * 4096;
  if (index % 97 === 10) return `${leader}pread64(3,  <unfinished ...>`;
  if (index % 97 === 14) return `${leader}<... pread64 resumed>"\\0"..., 4096, ${offset}) = 4096 ${latency}`;
  if (index % 101 === 0)
    return `${leader}openat(AT_FDCWD, "/${index}", O_RDONLY) = -1 ENOENT (None) ${latency}`;
  if (index % 103 === 0) return `${leader}read(4, "", 10) = ? ERESTARTSYS (To be restarted)`;
  if (index % 5 === 0) return `${leader}fsync(${index % 7}) = 0 ${latency}`;
  if (index % 7 === 0)
    return `${leader}pwrite64(${index % 9}, "\\1\\"\\\\"..., 512, ${offset})  = 512 ${latency}`;
  const path = `/data/${(index * 31) % 1500}${"x".repeat(index % 130)}`;
  return `${leader}pread64(${index % 9}<${path}>, "\\1"..., 100, ${offset}) = ${index % 100} ${latency}`;
}

/** Lines of the form that is read in one go, some of them just outside of it. */
const plainLines = fc
  .record({
    leader: mostly(
      ["", "[pid 7] ", "[pid   978] ", "978   ", "4194304 ", "7<x> ", "[pid 7<a b/0:1>] "],
      ["4194305 ", "[pid ] ", "7<x->> ", "[pid 7<x<y>>] ", "[pid 7]  ", "[pid 4294967299] "],
    ),
    time: mostly(
      [
        "",
        "15:59:08 ",
        "15:59:08.123456 ",
        "1796032183.259884 ",
        "     0.000167 ",
        "15:59:08 (+     0.000121) ",
      ],
      [
        "1796032183 ",
        "1:59:08 ",
        "15:5:08 ",
        "0.1 ",
        "  3 ",
        "24:00:01 ",
        "15:59:08",
        "15:59:08.1234567890 ",
        "15:59:08 (+0.1 ",
        "15:59:08 [ 17] [00007f3c94a5e417] ",
        "15:59:08 [???] ",
        "15:59:08 [17] [1] [2] ",
      ],
    ),
    name: mostly(
      ["pread64", "pread", "write", "read", "pwrite64"],
      ["fsync", "readahead", "nanosleep", "Pread", ""],
    ),
    fd: mostly(
      ["3", "12345", "2147483647", "3</x>", "3</x>", "fd=3", "4</a long path/of more/than 16 bytes.sst>"],
      [
        "-1",
        "0x3",
        "2147483648",
        "3</x (deleted)>",
        "3</x>(deleted)",
        "3<TCP:[1->2]>",
        "3</\\76>",
        "fd 3",
        "Fd=3",
        "",
      ],
    ),
    data: fc.oneof(
      { weight: 2, arbitrary: longData },
      mostly(
        ['"x"', '"a\\"b"...', '""', '"\\\\"', '"42"', '"\\1\\203W"...'],
        ["NULL", '"open', '"x"..', '"a", "b"', "0x7ffc"],
      ),
    ),
    size: number(["242", "18446744073709551615", "9x"]),
    offset: fc.oneof(
      { weight: 3, arbitrary: number(["9223372036854775807"]).map((text) => `, ${text}`) },
      fc.constantFrom("", ", 1, 2"),
    ),
    padding: mostly([" ", "        "], [""]),
    result: number(["-1 EIO (x)", "?", "1 x", "? ERESTARTSYS (x)"]),
    latency: mostly(
      ["", " <0.000084>", " <3>", " <0.123456789>"],
      [" <0.1234567890>", " <0.00", " <.5>", "  ", " (INJECTED)"],
    ),
  })
  .map(
    ({ leader, time, name, fd, data, size, offset, padding, result, latency }) =>
      `${leader}${time}${name}(${fd}, ${data}, ${size}${offset})${padding}= ${result}${latency}`,
  );

/** What happens next, by thread: lines of all kinds that meet while calls are cut in two. */
const event = fc.record({
  tid: fc.constantFrom("[pid 101] ", "[pid 102] ", "[pid 103] ", ""),
  time: mostly(["15:59:08 "], ["", "15:59:07.5 ", "04:00:00 "]),
  text: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        "pread64(9,  <unfinished ...>",
        "pread64(9 <unfinished ...>",
        "pread64(9</x>,  <unfinished ...>",
        "pread64( <unfinished ...>",
        'write(3, "ab", 2 <unfinished ...>',
        'write(3, "ab", 2) = 1 <unfinished ...>',
        "fsync(3 <unfinished ...>",
      ),
    },
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        '<... pread64 resumed>"\\1"..., 53, 11177) = 53 <0.000084>',
        '<... pread64 resumed> "\\1"..., 53, 11177) = 53 <0.000084>',
        '<... pread64 resumed>, "\\1"..., 53, 11177) = 53 <0.000084>',
        '<... pread64 resumed>9, "\\1", 53, 11177) = 53',
        "<... pread64 resumed>) = ? ERESTARTSYS (To be restarted)",
        "<... write resumed>) = 2 <0.000001>",
        "<... write resumed>) = 1 <0.000001>",
        "<... fsync resumed>) = 0 <0.000001>",
        "<... fsync resumed>) = -1 EIO (Input/output error)",
        "<... read resumed>x",
      ),
    },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'pread64(9, "a", 5, 0) = 1 <0.000084>',
        "fsync(4) = 0",
        'read(3</x>, "", 1) = 0',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'openat(AT_FDCWD, "/x", O_RDONLY) = 3',
        "clone(child_stack=NULL, flags=CLONE_VM) = 103",
        "exit_group(0) = ?",
        "+++ exited with 0 +++",
        "--- SIGINT {si_signo=SIGINT} ---",
        "futex(0x7f, FUTEX_WAIT <unfinished ...>",
        "<... futex resumed>) = 0",
        'write(1, "out", 3out',
        "strace: Process 104 attached",
        'pread64(9,  <unfinished ...>\n"\\1"..., 53, 11177) = 53 <0.000084>',
        "fsync(3 <unfinished ...>\n)  = 0\n)  = 0",
        "some output",
        "",
      ),
    },
  ),
});

describe("the commonest line, of which many are read in one go", () => {
  /** Read by the scanners that know every form. */
  const general = { plainFrom: Number.POSITIVE_INFINITY };

  test("is read as the scanners of every form read it, whatever its line end", () => {
    fc.assert(
      fc.property(fc.array(plainLines, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = lines.map((line) => `${line}\n`).join("");
        const expected = summaryOf(parseText(text, general));
        expect(summaryOf(parseText(text))).toEqual(expected);
        expect(summaryOf(parseText(text.replaceAll("\n", "\r\n")))).toEqual(expected);
      }),
      {
        numRuns: scaled(4000),
        examples: [
          [
            [
              'write(1, "42", 242) = 2',
              '7 write(1, "ab", 2) = 1',
              '7 read(3, "abc\\", 5) = 5',
              "7 fsync(3) = 0",
            ],
          ],
        ],
      },
    );
  });

  test("is read the same in halves, whatever happens between them and wherever chunks are cut", () => {
    const events = fc.array(event, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(events, fc.array(fc.nat(), { maxLength: 4 }), (list, places) => {
        const text = list.map(({ tid, time, text }) => `${tid}${time}${text}\n`).join("");
        const bytes = new TextEncoder().encode(text);
        const cuts = places.map((place) => place % bytes.length).toSorted((one, other) => one - other);
        expect(summaryOf(parseBytes(bytes, { cuts }))).toEqual(summaryOf(parseBytes(bytes, general)));
      }),
      { numRuns: scaled(4000) },
    );
  });

  test("is read the same where a thread has an id in some lines, and where times are of several kinds", () => {
    const texts = [
      [
        '[pid 103] 15:59:08 pread64(9, "a", 5, 0) = 1 <0.000084>',
        '15:59:08 read(3</x>, "", 1) = 0',
        '15:59:08 pread64(9, "a", 5, 0) = 1 <0.000084>',
        "15:59:08 pread64(9,  <unfinished ...>",
        '[pid 103] 15:59:08 pread64(9, "a", 5, 0) = 1 <0.000084>',
        "15:59:08 <... pread64 resumed>) = ? ERESTARTSYS (To be restarted)",
      ],
      [
        '[pid 101] 15:59:08 pread64(9, "a", 5, 0) = 1 <0.000084>',
        '15:59:08 pread64(9, "a", 5, 0) = 1 <0.000084>',
        "[pid 101] 15:59:08 pread64( <unfinished ...>",
        "[pid 101] 15:59:08 <... fsync resumed>) = -1 EIO (Input/output error)",
        "15:59:08 fsync(4) = 0",
      ],
      [
        '7 15:59:08 pread64(3, "x", 1, 0) = 1 <3>',
        '7 1796032183.259884 pread64(3, "x", 1, 0) = 1',
        '7 15:59:08 pread64(3, "x", 1, 0) = 1',
        '7 1796032183.259884 pread64(3, "x", 1, 0) = 1',
        '7 1796032183.259884 pread64(3, "x", 1, 0) = 1',
      ],
    ];
    for (const lines of texts) {
      const text = lines.map((line) => `${line}\n`).join("");
      expect(summaryOf(parseText(text))).toEqual(summaryOf(parseText(text, general)));
    }
  });

  test("is read the same in the files of a set, one after the other", () => {
    const files = fc.array(fc.array(event, { maxLength: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(files, fc.boolean(), (list, isNamed) => {
        const read = (options: Partial<TraceParserOptions>): Trace => {
          const parser = new TraceParser(grammar, { source: "run.0", ...options });
          for (const [index, events] of list.entries()) {
            parser.startSource(`run.${index}`, isNamed ? 200 + index : null);
            const text = events.map(({ tid, time, text }) => `${tid}${time}${text}\n`).join("");
            parser.feed(new TextEncoder().encode(text));
          }
          return parser.finish();
        };
        expect(summaryOf(read({ plainFrom: 0 }))).toEqual(summaryOf(read(general)));
      }),
      { numRuns: scaled(1500) },
    );
  });

  test("is read the same in every shipped trace", () => {
    for (const name of sampled(readdirSync(CORPUS).filter((file) => file.endsWith(".strace")))) {
      const bytes = readShipped(`corpus/${name}`);
      expect(summaryOf(parseBytes(bytes)), name).toEqual(summaryOf(parseBytes(bytes, general)));
    }
  });

  test("is read the same in halves that stand blocks of rows apart", () => {
    /** More rows than a block has, by a thread of their own: as long as text of one chunk, or longer. */
    const filler = (from: number): string =>
      Array.from(
        { length: 4200 },
        (_, at) => `[pid 109] 15:59:08 pread64(9, "a", 5, ${from + at}) = 1 <0.000084>\n`,
      ).join("");
    const parts = fc.array(fc.oneof({ weight: 5, arbitrary: event }, fc.constant(null)), {
      minLength: 4,
      maxLength: 40,
    });
    fc.assert(
      fc.property(parts, fc.array(fc.nat(), { maxLength: 3 }), (list, places) => {
        const text = list
          .map((part, at) => (part === null ? filler(at) : `${part.tid}${part.time}${part.text}\n`))
          .join("");
        const bytes = new TextEncoder().encode(text);
        const cuts = places.map((place) => place % bytes.length).toSorted((one, other) => one - other);
        expect(summaryOf(parseBytes(bytes, { cuts }))).toEqual(summaryOf(parseBytes(bytes, general)));
      }),
      { numRuns: scaled(25) },
    );
  });

  test("is read the same beyond the first block of rows and the first piece of text", () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `${mixedLine(index)}\n`);
    const text = lines.join("");
    expect(text.length).toBeGreaterThan(2 ** 21);
    const trace = parseText(text);
    expect(summaryOf(trace)).toEqual(summaryOf(parseText(text, general)));
    expect(trace.lines).toBe(lines.length);
  });
});

test("a line of 17 million bytes is one record", () => {
  const size = 17_000_000;
  const bytes = new Uint8Array(size + 200).fill(0x78);
  const encoder = new TextEncoder();
  const head = encoder.encode('7 write(3, "');
  const tail = encoder.encode(`", ${size}) = ${size} <0.010000>\n`);
  bytes.set(head);
  bytes.set(tail, head.length + size);
  const text = bytes.subarray(0, head.length + size + tail.length);
  const cuts = Array.from({ length: 16 }, (_, index) => (index + 1) * 1_048_576);
  expect(recordsOf(parseBytes(text, { cuts }))).toMatchObject([
    { call: "write", size, result: size, latency: 10_000_000 },
  ]);
});
