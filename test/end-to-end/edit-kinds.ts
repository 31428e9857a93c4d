import type { ChangeKind } from "../../src/result/comparison.ts";

export type EditKind = "drop" | "double" | "resize" | "shift" | "fail" | "swap";

/** Edits of one call in the text of a trace, and the one change that each must be. Made without the parser. */
export const EDIT_KINDS: Readonly<Record<EditKind, ChangeKind>> = {
  drop: "removed",
  double: "added",
  resize: "resized",
  shift: "shifted",
  fail: "result",
  swap: "reordered",
};

/** A call as it is written: on one line, or cut in two, of which an edit makes one line. */
type WrittenCall = {
  readonly index: number;
  /** The line on which it ends. */
  readonly end: number;
  readonly leader: string;
  readonly body: string;
  /** The call without its data, result and latency. */
  readonly request: string;
  readonly name: string;
};

/** A call to edit, and the one that its thread makes next where the two may change places. */
export type EditPlace = readonly [call: WrittenCall, next: WrittenCall | null];

const LEADER = /^(?:\[pid +(\d+)(?:<[^>]*>)?\] |(\d+)(?:<[^>]*>)? +)?(?:\d[\d:.]+ )?/;
const CALL = /^(\w+)\((.*)\) += (-?\d+)(?:<[^>]*>)?(?: \([^()]*\))?(?: <[\d.]+>)?$/s;
const STRING = /"(?:[^"\\]|\\.)*"(?:\.\.\.)?/g;
/** Calls that leave it as it is what descriptors stand for; close, which does not, changes places with none. */
const EDITABLE =
  /^(?:p?read(?:64)?|p?write(?:64)?|fsync|fdatasync|readahead|recvfrom|sendto|lseek|f?stat|newfstatat|statx|access|faccessat2?|readlink|unlink|ftruncate|fallocate|fadvise64|getdents64|close|ioctl|statfs|fstatfs|mkdir)$/;
/** Calls that are not compared at all, so that none of them is a neighbour. */
const NOT_COMPARED =
  /^(?:brk|futex|rt_sig\w+|sched_\w+|getpid|gettid|getrandom|prctl|arch_prctl|set_\w+|rseq|prlimit64|sigaltstack|nanosleep|clock_\w+|epoll_wait|epoll_pwait|poll|ppoll|select|getuid|geteuid|getgid|getegid|sysinfo|uname|times|getrusage|mprotect|munmap|madvise|membarrier|setitimer|alarm)$/;

const SIZE = /^(?:p?read(?:64)?|p?write(?:64)?|recvfrom|sendto)\((?:[^,]+), (?:""|NULL|), (\d+)/;
const OFFSET = /^p(?:read|write)64\([^,]+, (?:""|NULL|), \d+, (\d+)\)$/;
const SEEK = /^lseek\([^,]+, (\d+), SEEK_SET\)$/;

/** Calls that are known by their place: unlike what their thread asks for just before and after. */
export function editableCalls(lines: readonly string[]): readonly EditPlace[] {
  const found: EditPlace[] = [];
  for (const calls of callsByThread(lines).values()) {
    calls.forEach((call, at) => {
      const [before, after, later] = [calls[at - 1], calls[at + 1], calls[at + 2]];
      if (call === null || before === null || after === null || !EDITABLE.test(call.name)) return;
      if (before?.request === call.request || after?.request === call.request) return;
      // Of `a b a` it cannot be told which two changed places.
      const isAlternating =
        later === null || later?.request === call.request || before?.request === after?.request;
      const canSwap = after !== undefined && [call, after].every(isSwappable) && !isAlternating;
      found.push([call, canSwap ? after : null]);
    });
  }
  return found.sort(([one], [other]) => one.index - other.index);
}

/** The compared calls of each thread in order; null for what is not a whole call with a result. */
function callsByThread(lines: readonly string[]): ReadonlyMap<string, readonly (WrittenCall | null)[]> {
  const threads = new Map<string, (WrittenCall | null)[]>();
  const open = new Map<string, { readonly index: number; readonly place: number; readonly text: string }>();
  lines.forEach((line, index) => {
    const leader = LEADER.exec(line);
    const thread = leader?.[1] ?? leader?.[2] ?? "";
    const body = line.slice(leader?.[0].length);
    const calls = threads.get(thread) ?? [];
    threads.set(thread, calls);
    const callOf = (text: string, start: number): WrittenCall | null => {
      if (!CALL.test(text)) return null;
      const request = text
        .replace(STRING, '""')
        .replace(/\/\*.*?\*\/|0x[0-9a-f]+/g, "")
        .replace(/\) += .*$/s, ")");
      const own = LEADER.exec(lines[start] ?? "")?.[0] ?? "";
      return { index: start, end: index, leader: own, body: text, request, name: nameOf(text) };
    };
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(body);
    if (resumed !== null) {
      const half = open.get(thread);
      open.delete(thread);
      if (half !== undefined) calls[half.place] = callOf(half.text + resumed[1], half.index);
      return;
    }
    if (body === "" || /^(?:---|\+\+\+)/.test(body) || NOT_COMPARED.test(nameOf(body))) return;
    if (body.endsWith(" <unfinished ...>")) {
      open.set(thread, { index, place: calls.length, text: body.slice(0, -" <unfinished ...>".length) });
    }
    calls.push(callOf(body, index));
  });
  return threads;
}

const isSwappable = ({ name }: WrittenCall): boolean => EDITABLE.test(name) && name !== "close";

const nameOf = (body: string): string => /^(\w+)\(/.exec(body)?.[1] ?? "";

/** The lines with one call edited; null where the call cannot be edited so. */
export function editedLines(
  lines: readonly string[],
  [call, next]: EditPlace,
  kind: EditKind,
): readonly string[] | null {
  const { body, request } = call;
  switch (kind) {
    case "drop":
      return without(lines, [call.index, call.end]);
    case "double":
      return put(lines, call, body).toSpliced(call.index, 0, call.leader + body);
    case "resize": {
      const size = SIZE.exec(request)?.[1];
      return size === undefined ? null : put(lines, call, replaceNumber(body, 2, Number(size) + 1000));
    }
    case "shift": {
      const offset = OFFSET.exec(request)?.[1] ?? SEEK.exec(request)?.[1];
      return offset === undefined
        ? null
        : put(
            lines,
            call,
            replaceNumber(body, call.name === "lseek" ? 1 : 3, Number(offset) + 1_000_000_003),
          );
    }
    case "fail":
      return put(lines, call, body.replace(/(\) += )-?\d+(?: \([^()]*\))?/, "$1-1 EIO (Input/output error)"));
    case "swap": {
      if (next === null || next.request === request) return null;
      const swapped = lines.with(call.index, call.leader + next.body).with(next.index, next.leader + body);
      return without(
        swapped,
        [call, next].flatMap(({ index, end }) => (end === index ? [] : [end])),
      );
    }
    default:
      return kind satisfies never;
  }
}

function put(lines: readonly string[], { index, end, leader }: WrittenCall, text: string): readonly string[] {
  return without(lines.with(index, leader + text), end === index ? [] : [end]);
}

function without(lines: readonly string[], indexes: readonly number[]): readonly string[] {
  return lines.filter((_, index) => !indexes.includes(index));
}

/** Puts another number in the place of an argument; strings may hold commas. */
function replaceNumber(body: string, argument: number, value: number): string {
  const open = body.indexOf("(");
  const texts: string[] = [];
  const plain = body.slice(open + 1).replace(STRING, (text) => `\0${texts.push(text) - 1}\0`);
  const end = plain.search(/\) += /);
  const parts = plain.slice(0, end).split(", ");
  parts[argument] = String(value);
  const joined = parts.join(", ") + plain.slice(end);
  return body.slice(0, open + 1) + joined.replace(/\0(\d+)\0/g, (_, at) => texts[Number(at)] ?? "");
}
