import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compare } from "../../src/compare/compare.ts";
import type { ArgumentRole, Layout } from "../../src/grammar/grammar.ts";
import { skipSpaces, skipValue } from "../../src/parse/arguments/skip-value.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { grammar, parseBytes, readShipped } from "../parse/parse-text.ts";
import { sampled } from "../support/scaled.ts";

// An argument that somebody changes must show, or the call table must say why it does not. EVERY_ARGUMENT=1 tries all.

const traces = join(import.meta.dirname, "../../traces");
const shipped = ["corpus", "pairs", "rocksdb-5431"].flatMap((folder) =>
  readdirSync(join(traces, folder))
    .filter((name) => /\.strace|\.log$/.test(name) && !/noisy|not_strace|script_tty|\.gz$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const { EVERY_ARGUMENT, ARGUMENT_REPORT } = process.env;
const isWhole = EVERY_ARGUMENT === "1";
const SAMPLE = 5;

/** Which file an operation is on is another question. */
const FILES: ReadonlySet<ArgumentRole> = new Set(["fd", "dirfd", "fd2", "fds", "path", "path2"]);

type Edit = {
  readonly call: string;
  readonly argument: string;
  readonly position: number;
  readonly text: string;
};

const latin1 = new TextDecoder("latin1");
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** `pread64(3, "a", 64, 128) = 64`: another value in the place of an argument; null where none comes to mind. */
function edited(value: string, role: ArgumentRole): string | null {
  if (role === "message" || role === "messages" || role === "iovec") {
    return /iov_len=\d+/.test(value)
      ? value.replace(/iov_len=(\d+)/, (_, n) => `iov_len=${Number(n) + 1}`)
      : null;
  }
  if (role === "iocbs") {
    return /offset=\d+/.test(value)
      ? value.replace(/offset=(\d+)/, (_, n) => `offset=${Number(n) + 1}`)
      : null;
  }
  // of a structure whose members the kernel fills in too, what is asked
  if (role === "flags" && value.startsWith("{")) {
    return /flags=[A-Z_|]+/.test(value) ? value.replace(/flags=[A-Z_|]+/, "flags=EDITED_WORD") : null;
  }
  // what stands behind an arrow the kernel has written
  const [asked = "", ...answers] = value.split(/(?= => )/);
  const rest = answers.join("");
  const flag = asked.match(/[A-Z][A-Z0-9_]{2,}/);
  if (flag !== null && flag[0] !== "NULL") return asked.replace(flag[0], "EDITED_WORD") + rest;
  // of a size in an array the last number
  const number = asked.match(/^(.*?)(0x[0-9a-f]+|\d+)([^\da-fx]*)$/s);
  if (number !== null && !/^"/.test(asked)) {
    const [, head = "", digits = "", tail = ""] = number;
    // addresses are replaced, as the table says of text
    if (role === "text" && /^0x[0-9a-f]{7,}$/.test(digits)) return null;
    const next = digits.startsWith("0x")
      ? `0x${(BigInt(digits) + (head.includes("|") ? 2n : 1n)).toString(16)}`
      : /^0[0-7]+$/.test(digits)
        ? `0${(Number.parseInt(digits, 8) ^ 1).toString(8)}`
        : String(BigInt(digits) + 1n);
    return head + next + tail + rest;
  }
  if (/^".*"/s.test(asked)) return asked.replace(/^"/, '"edited') + rest;
  return null;
}

/** One edit of each argument of each call that stands whole on a line. */
function editsOf(text: string, comparedLines: ReadonlySet<number>): Edit[] {
  const edits = new Map<string, Edit>();
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const start = /(?:^|[\] \d])([a-z_][a-z0-9_]*)\((?!.* (?:unfinished|resumed))(?=.*\) += [-\d?])/.exec(
      line,
    );
    const name = start?.[1] ?? "";
    const prototype = grammar.prototypes.get(name);
    if (start === null || prototype === undefined || !comparedLines.has(index + 1)) continue;
    if (/= \?|<unfinished|resumed>|detached|\[\d+m|INJECTED/.test(line)) continue;
    const bytes = bytesOf(`${line}\n`);
    let layout: Layout = prototype;
    let at = skipSpaces(bytes, start.index + start[0].length);
    for (let position = 0; ; position++) {
      const end = skipValue(bytes, at);
      if (end < 0 || end === at) break;
      const printed = latin1.decode(bytes.subarray(at, end));
      const label = /^[a-z_0-9]+=(?=.)/.exec(printed)?.[0] ?? "";
      const value = printed.slice(label.length);
      const role = layout.arguments[position] ?? "ignored";
      // the mode of an open that creates nothing
      const needs = grammar.sets.get(layout.sets[position] ?? "")?.some((words) => words.includes("needs"));
      const argument = layout.names[position] ?? "unused";
      const key = `${name} ${position} ${argument}`;
      const other = FILES.has(role) || edits.has(key) || needs === true ? null : edited(value, role);
      if (other !== null && other !== value) {
        const changed = line.slice(0, at) + label + other + line.slice(end);
        const all = [...lines.slice(0, index), changed, ...lines.slice(index + 1)];
        edits.set(key, { call: name, argument, position, text: all.join("\n") });
      }
      if (role === "command") layout = chosen(prototype, position, value);
      if (String.fromCharCode(bytes[end] ?? 0) !== ",") break;
      at = skipSpaces(bytes, end + 1);
    }
  }
  return [...edits.values()];
}

function chosen(
  prototype: Layout & { commands?: ReadonlyMap<string, Layout> },
  at: number,
  text: string,
): Layout {
  const word = text.match(/\w+/g)?.find((one) => prototype.commands?.has(one)) ?? "";
  const tail = prototype.commands?.get(word);
  if (tail === undefined && !/^0x[89ab]/.test(text)) return prototype;
  return {
    arguments: [...prototype.arguments.slice(0, at + 1), ...(tail?.arguments ?? ["ignored"])],
    names: [...prototype.names.slice(0, at + 1), ...(tail?.names ?? ["filled"])],
    sets: [...prototype.sets.slice(0, at + 1), ...(tail?.sets ?? [null])],
  };
}

const OPTIONS = { order: "thread", ignore: [], calls: null, maxUnread: 0 } as const;

/** Lines on which a call starts that is compared. */
function comparedLines(trace: Trace): ReadonlySet<number> {
  const { table, extras } = trace;
  const lines = new Set<number>();
  for (let row = 0; row < table.length; row++) {
    const kind = grammar.calls[table.call[row] ?? -1]?.kind;
    const isAnonymous = (table.fd[row] ?? -1) < 0 && extras.get(row)?.mapping === undefined;
    if (kind !== "process" && !(kind === "map" && isAnonymous)) lines.add(table.line[row] ?? 0);
  }
  return lines;
}

test("every argument that is not compared has its reason in the call table", () => {
  for (const { arguments: roles, names } of grammar.prototypes.values()) {
    roles.forEach((role, at) => {
      const isCompared = role !== "ignored" && role !== "reported" && role !== "buffer" && role !== "payload";
      if (!isCompared) expect(grammar.ignored.get(names[at] ?? "")?.reason).toMatch(/\w+ \w+/);
    });
  }
});

describe("another value of an argument is a difference, or the call table says why it is none", () => {
  test.each(shipped.map((path, index) => [path, index] as const))("%s", (path, index) => {
    const text = latin1.decode(readShipped(path));
    const before = parseBytes(bytesOf(text));
    const edits = editsOf(text, comparedLines(before));
    const some = edits.filter((_, at) => (at + index) % Math.ceil(edits.length / SAMPLE) === 0);
    const tried = isWhole ? edits : sampled(some, index);
    for (const { call, argument, position, text: other } of tried) {
      const after = parseBytes(bytesOf(other));
      const { verdict } = compare({ before, after }, grammar, OPTIONS);
      if (ARGUMENT_REPORT !== undefined) {
        process.stdout.write(`VERDICT ${call} ${position} ${argument} ${verdict.pattern}\n`);
      }
      if (verdict.pattern !== "same") continue;
      expect(
        grammar.ignored.get(argument)?.reason,
        `${call}, argument ${position}: ${argument}`,
      ).toBeDefined();
    }
  });
});
