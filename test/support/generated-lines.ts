import fc from "fast-check";
import type { ArgumentRole, Layout, Prototype } from "../../src/grammar/grammar.ts";
import { grammar } from "../parse/parse-text.ts";
import { type Derivation, type Derivations, derive, join, plain } from "./derivations.ts";
import { readCall, ruleOf, specificationSource, specify, specifyCall } from "./specification.ts";

// Lines made of grammars/strace.peggy. The grammar is the rule; what it leaves open, such as which calls there are,
// is filled in here with what strace prints.

type Rule = Derivations["rule"];

const WEIGHTS: Readonly<Record<string, number>> = {
  // most lines are calls, and most calls return
  Event: 12,
  Call: 12,
  Returned: 8,
  // most parts of a leader are rare, and so is what may stand behind an argument
  "Context?": 1,
  "Relative?": 1,
  "Number?": 1,
  "Pointer?": 1,
  "Behind?": 1,
  // most texts are words without escapes and brackets
  Nothing: 1,
  Anything: 8,
  Byte: 8,
  String: 4,
  Letter: 12,
  Request: 6,
  '[^"\\\\]': 8,
  "[^()]": 12,
  '[^"<\\[\\]{}]': 12,
};

const KNOWN = [...grammar.prototypes.keys()];
/** Of every way in which arguments are laid out; the requests of io_submit have the most to say. */
const COMMON = (
  "pread64 read write pwrite64 lseek openat close preadv2 fcntl copy_file_range pipe2 cachestat _llseek " +
  "ioctl ioctl ioctl ioctl fcntl sendmsg sendmmsg recvmsg io_submit io_submit io_submit io_submit"
).split(" ");
const OTHERS = ["futex", "poll", "getpid", "nanosleep", "rt_sigaction", "syscall_0x1153"];
const TIDS = ["7", "978", "25065", "1444170"];
const NUMBERS = (
  "0 1 3 16 53 4096 -1 0x10 0xffffffff 2147483647 9007199254740993 9223372036854775807 9223372036854775808 " +
  "18446744073709551615"
).split(" ");
const FLAGS = ["O_RDONLY", "O_RDWR|O_CREAT|0x100", "F_SETFL", "SEEK_SET", "0x63 /* SEEK_??? */"];
/** Data that looks like the end of a line, or like another one. */
const TRAPS = [
  '") = 5 <0.1>"',
  '" <unfinished ...>"',
  '"<... read resumed>"',
  '"[pid 7] read(3, \\"a\\", 1) = 1"',
  '"/* "',
  '"\\\\"',
  '"1"',
  '"53"',
];

const texts = (...values: readonly string[]): fc.Arbitrary<Derivation> =>
  fc.constantFrom(...values).map(plain);
/** One of those rather than what the grammar makes. */
const mostly =
  (weight: number, ...values: readonly string[]) =>
  (derived: fc.Arbitrary<Derivation>): fc.Arbitrary<Derivation> =>
    fc.oneof(derived, { weight, arbitrary: texts(...values) });

const lines: Derivations = derive(specificationSource, {
  weights: WEIGHTS,
  substitutes: {
    Tid: mostly(3, ...TIDS),
    Name: (derived) =>
      fc.oneof(
        derived,
        { weight: 2, arbitrary: texts(...KNOWN) },
        { weight: 5, arbitrary: texts(...OTHERS) },
      ),
    Integer: mostly(2, ...NUMBERS),
    Flags: mostly(2, ...FLAGS),
    String: (derived) => fc.oneof({ weight: 2, arbitrary: derived }, texts(...TRAPS)),
    // most calls have the arguments of their prototypes
    Call: (derived, rule) => fc.oneof(derived, { weight: 5, arbitrary: callOfPrototype(rule) }),
  },
});

/**
 * `pread64(fd=3, "x"..., 64, 128)  = 64`: now and then with names as of -N, now and then with fewer arguments. Half of
 * the calls that have a size return it.
 */
function callOfPrototype(rule: Rule): fc.Arbitrary<Derivation> {
  const layouts = fc.oneof(fc.constantFrom(...COMMON), fc.constantFrom(...KNOWN)).chain((name) => {
    const prototype = grammar.prototypes.get(name);
    const plain: CallLayout = { name, layout: prototype ?? { arguments: [], sets: [] }, command: null };
    if (prototype?.commands === undefined) return fc.constant(plain);
    return fc.oneof(fc.constant(plain), {
      weight: 4,
      arbitrary: fc.constantFrom(...commandsOf(name, prototype)),
    });
  });
  return layouts.chain(({ name, layout, command }) => {
    const roles = layout.arguments;
    const valuesOf = (role: ArgumentRole, at: number): fc.Arbitrary<Derivation> => {
      if (role === "command" && command !== null) return texts(command);
      const hasMembers = grammar.sets.get(layout.sets[at] ?? "")?.some((line) => line.startsWith("members"));
      return rule(role === "flags" && hasMembers === true ? "Members" : ruleOf(role));
    };
    const label = mostly(8, "")(texts("fd=", "buf=", "iov_len=", "flags="));
    const call = fc.record({
      labels: fc.tuple(...roles.map(() => label)),
      values: fc.tuple(...roles.map(valuesOf)),
      count: fc.oneof({ weight: 19, arbitrary: fc.constant(roles.length) }, fc.nat({ max: roles.length })),
      end: texts(") = ", ")          = "),
      result: rule("Result"),
      latency: fc.option(rule("Latency"), { freq: 1 }),
      blanks: texts("", "", " "),
    });
    return call.map(({ labels, values, count, end, result, latency, blanks }) => {
      const size = values[roles.indexOf("size")];
      const isWhole = latency !== null && size !== undefined && /^\d+$/.test(size.text);
      const printed = values
        .slice(0, count)
        .flatMap((value, index) => [plain(index === 0 ? "" : ", "), labels[index] ?? plain(""), value]);
      const returned = isWhole ? [plain(size.text), latency] : [result];
      return join([plain(`${name}(`), ...printed, end, ...returned, blanks]);
    });
  });
}

type CallLayout = {
  readonly name: string;
  readonly layout: Pick<Layout, "arguments" | "sets">;
  readonly command: string | null;
};

/** The layouts that the commands of a call choose, one of each. */
function commandsOf(name: string, prototype: Prototype): CallLayout[] {
  const behind = prototype.arguments.indexOf("command") + 1;
  const found = new Map(Array.from(prototype.commands ?? [], ([command, layout]) => [layout, command]));
  return Array.from(found, ([tail, command]) => ({
    name,
    command,
    layout: {
      arguments: [...prototype.arguments.slice(0, behind), ...tail.arguments],
      sets: [...prototype.sets.slice(0, behind), ...tail.sets],
    },
  }));
}

/** Every branch of the grammar. */
export const alternatives: readonly string[] = lines.alternatives;

/** Lines of any kind, one at a time. A CR at the end would be that of a line end. */
export const generatedLines: fc.Arbitrary<Derivation> = lines
  .rule("Line")
  .filter(({ text }) => !text.endsWith("\r"));

/** What all lines of a log start with, as rules. */
const FORMS: readonly (readonly string[])[] = [
  [],
  ["BracketedPid"],
  ["BarePid"],
  ["Day"],
  ["Padded"],
  ["BracketedPid", "Day"],
  ["BarePid", "Day"],
  ["BarePid", "Epoch"],
  ["BarePid", "Epoch", "Relative"],
  ["BarePid", "Elapsed"],
  ["BracketedPid", "Day", "Number", "Pointer"],
];

/** A call on one line, or in two halves with so many entries of the log between them. */
type Entry = {
  readonly pid: string;
  readonly leaders: readonly [string, string];
  readonly body: string;
  readonly cut: { readonly at: number; readonly comma: "first" | "last"; readonly lines: number } | null;
};

function entries(form: readonly string[]): fc.Arbitrary<Entry> {
  const text = (name: string): fc.Arbitrary<string> => lines.rule(name).map((derivation) => derivation.text);
  const hasPid = form[0]?.endsWith("Pid") ?? false;
  const rest = fc
    .tuple(...form.slice(hasPid ? 1 : 0).map(text))
    .map((parts) => parts.join(""))
    // a whole number in front would be a pid
    .filter((leader) => form[0] !== "Padded" || /^ |\./.test(leader));
  // which thread a line without pid is of depends on the threads that came and went
  const call = text("Call").filter(
    (body) => isRead(body) && (hasPid || !/^(?:exec|exit|.?fork|clone)/.test(body)),
  );
  const cut = fc.record({ at: fc.nat(), comma: fc.constantFrom("first", "last"), lines: fc.nat({ max: 4 }) });
  const common = { pid: hasPid ? text(form[0] ?? "") : fc.constant(""), leaders: fc.tuple(rest, rest) };
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ ...common, body: call, cut: fc.option(cut) }) },
    fc.record({
      ...common,
      body: text("Body").filter((body) => specify(body) !== null),
      cut: fc.constant(null),
    }),
  );
}

function isRead(text: string): boolean {
  const call = specifyCall(text);
  return call !== null && readCall(call) !== null;
}

/** Lines that follow each other: halves of calls among them, which pair where no other line of the thread comes between. */
export const generatedLogs: fc.Arbitrary<readonly string[]> = fc
  .constantFrom(...FORMS)
  .chain((form) => fc.array(entries(form), { minLength: 1, maxLength: 10 }))
  .map((log) => {
    const printed = log.flatMap(({ pid, leaders: [first, second], body, cut }, index) => {
      if (cut === null) return [{ index, text: `${pid}${first}${body}` }];
      const [entry, rest] = divide(body, cut);
      const name = body.slice(0, body.indexOf("("));
      return [
        { index, text: `${pid}${first}${entry} <unfinished ...>` },
        { index: index + cut.lines + 0.5, text: `${pid}${second}<... ${name} resumed>${rest}` },
      ];
    });
    return printed.sort((one, other) => one.index - other.index).map(({ text }) => text);
  });

/** strace divides a call between its arguments; the comma is on the first half up to 6.15, then on the second. */
function divide(call: string, { at, comma }: NonNullable<Entry["cut"]>): [string, string] {
  const first = call.indexOf("(") + 1;
  const end = [...call.matchAll(/\) += /g)].at(-1)?.index ?? first;
  const commas = [...call.slice(0, end).matchAll(/, /g)]
    .filter(({ index }) => !isInString(call.slice(0, index)))
    .map(({ index }) => (comma === "first" ? index + 2 : index));
  const places = [first, ...commas.filter((place) => place > first), end];
  const place = places[at % places.length] ?? first;
  return [call.slice(0, place), call.slice(place)];
}

function isInString(text: string): boolean {
  return text.replaceAll(/\\./gs, "").split('"').length % 2 === 0;
}
