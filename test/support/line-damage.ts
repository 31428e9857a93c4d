import fc from "fast-check";

// What people, tools and accidents do to the lines of a log.

/** In front of a line. */
const PREFIXES = [
  " ",
  "    ",
  "\t",
  " \t ",
  "\0\0\0",
  "\ufeff",
  "\u00a0\u00a0",
  "\r",
  "> ",
  ">",
  "> > ",
  ">>> ",
  " > ",
  "| ",
  " | ",
  " | 00000  ",
  " * ",
  "# ",
  "// ",
  "/* ",
  "-> ",
  "->",
  "=> ",
  "|>>> ",
  "... ",
  "<... ",
  "* ",
  "- ",
  "+",
  "+ ",
  "+++ ",
  "--- ",
  "---- ",
  "**",
  "`",
  '"',
  "'",
  "(",
  "[",
  "{",
  "<",
  "12: ",
  "12:",
  "12-",
  "before.log:12:",
  "   12  ",
  "12\t",
  "12. ",
  "12) ",
  "p[7]: ",
  "[pid 7] ",
  "[tid:7] ",
  "[worker-1] ",
  "[a:b] ",
  "7 ",
  "10:00:00 ",
  "2024-01-01T10:00:00.123456Z ",
  "2024-01-01 10:00:00 ",
  "Jan  2 10:00:00 host strace[7]: ",
  "[   12.345678] ",
  "db_1  | ",
  "\u001b[31m",
  "\u001b[01;31m\u001b[K",
  "\u001b]0;title\u0007",
  "x",
  "xyz",
  "my_",
  "64:",
  "???",
  "progress 10%",
  "strace: ",
  "strace: Process 7 attached",
  "Process 7 attached ",
  "[ Process PID=7 runs in 32 bit mode. ]",
  "% time ",
  "System call usage summary ",
  " 47.80    0.000283          15        18           ",
  "write(1, ",
  'write(1, "',
  'write(1, "x"..., 4096',
  'write(1, "x", 1',
  "read(3, ",
  "futex(",
  "foo(",
  "foo(1) = 2 ",
  "futex(0x7f) = 0 ",
  "read(9, NULL, 0) = 0 ",
  "<... read resumed>",
  "<... futex resumed>",
  "<unfinished ...>",
  " <unfinished ...> ",
  ") = 0 ",
  "= 0 ",
];

/** Behind a line. */
const SUFFIXES = [
  " ",
  "\t",
  "\0",
  "\r",
  "\\",
  " \\",
  "  # here",
  "  // here",
  " /* here */",
  " <== 3 s here",
  " <-- hangs",
  " ← hier",
  "**",
  "`",
  '"',
  "'",
  ")",
  "]",
  ">",
  " <",
  "|",
  " |",
  "x",
  " x",
  " 7",
  "7",
  " <unfinished ...>",
  " <detached ...>",
  " <unfinished ...>  # here",
  " resumed>",
  " = 0",
  ") = 0",
  " fsync(3) = 0",
  "fsync(3) = 0",
  "\u001b[0m",
  "\u001b[m\u001b[K",
  " (INJECTED)",
  " (slow",
  " [slow]",
  " ---",
  " +++",
  " ...",
  "...",
];

const text = (choices: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...choices) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map(oneLine) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...choices), fc.constantFrom(...choices))
        .map((both) => both.join("")),
    },
  );

function oneLine(any: string): string {
  return any.replaceAll("\n", " ");
}

/** What is done to one line, or to it and the next. */
export type Damage =
  | { readonly kind: "around"; readonly prefix: string; readonly suffix: string }
  /** A line end comes in, or the one behind the line is lost. */
  | { readonly kind: "split"; readonly at: number }
  | { readonly kind: "join"; readonly by: string }
  /** Two lines change places, as do those of a buffer that is written late. */
  | { readonly kind: "insert"; readonly at: number; readonly text: string };

/** Damage that leaves every call in the text, whole or in two parts. */
export const damages: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("around" as const),
      prefix: fc.oneof(fc.constant(""), text(PREFIXES)),
      suffix: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, text(SUFFIXES)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("split" as const), at: fc.nat({ max: 200 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("join" as const),
      by: fc.constantFrom("", " ", "  ", "\t", "\r", "\0"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      at: fc.nat({ max: 200 }),
      text: fc.constantFrom("\0", "\t", "\u001b[31m", "\u001b[K", "strace: Process 7 attached", "hello"),
    }),
  },
);

/** @returns the lines with one of them damaged */
export function damageLine(lines: readonly string[], at: number, damage: Damage): readonly string[] {
  const line = lines[at] ?? "";
  switch (damage.kind) {
    case "around":
      return lines.with(at, damage.prefix + line + damage.suffix);
    case "split": {
      const place = damage.at % (line.length + 1);
      return [...lines.slice(0, at), line.slice(0, place), line.slice(place), ...lines.slice(at + 1)];
    }
    case "join":
      if (at + 1 >= lines.length) return lines;
      return [...lines.slice(0, at), line + damage.by + lines[at + 1], ...lines.slice(at + 2)];
    case "insert": {
      const place = damage.at % (line.length + 1);
      return lines.with(at, line.slice(0, place) + damage.text + line.slice(place));
    }
    default:
      return damage satisfies never;
  }
}
