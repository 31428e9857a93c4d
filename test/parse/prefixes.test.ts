import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectSame } from "../support/expect-same.ts";
import { sampled } from "../support/scaled.ts";
import { PREFIXES } from "../support/whole-prefixes.ts";
import { parseBytes, parseText, readShipped, recordsOf, summaryOf } from "./parse-text.ts";

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const root = join(import.meta.dirname, "../../traces");
/**
 * The starts of all shipped logs that hold calls and are not quoted or marked by themselves. In three lines the two
 * numbers behind a lost one may as well be threads: `2  10:05:00.974730 --- SIGSEGV`.
 */
const shipped = ["corpus", "pairs", "rocksdb-5431"]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => /\.(?:strace(?:\.\d+)?|log)$/.test(path))
  .map((path) => ({ path, text: latin1(readShipped(path)).split("\n").slice(0, 200).join("\n") }))
  .filter(({ text }) => text.trimEnd().split("\n").length > 3)
  .filter(({ text }) => /^(?:\[pid +\d+\] |\d+ +)?(?:[\d:.]+ )?\w+\(.*\) += /.test(text));

const withPrefix = (text: string, prefix: (line: number) => string, lost: number): string =>
  text
    .split("\n")
    .map((line, at, all) =>
      at < lost || (at === all.length - 1 && line === "") ? line : prefix(at + 1) + line,
    )
    .join("\n");

const summaries = new Map<string, unknown>();

/** What a log holds without a prefix, read once. */
function bareSummary(path: string, text: string): unknown {
  const summary = summaries.get(path) ?? summaryOf(parseBytes(bytesOf(text)));
  summaries.set(path, summary);
  return summary;
}

describe.each(PREFIXES.map(([name, prefix], index) => ({ name, prefix, index })))(
  "a log behind $name",
  ({ prefix, index }) => {
    // every log meets some prefix, and in CI all of them
    const logs = sampled(shipped, index);

    test.each([
      ["is read as the bare log", 0],
      ["is read as the bare log where its first line has lost it", 1],
    ])("%s", (_law, lost) => {
      expect(logs.length).toBeGreaterThan(20);
      for (const { path, text } of logs) {
        const marked = summaryOf(parseBytes(bytesOf(withPrefix(text, prefix, lost))));
        expectSame(marked, bareSummary(path, text), path);
      }
    });
  },
);

describe("blanks, NULs and the blanks of web pages before some lines only", () => {
  test.each(["    ", "\t", " \t  ", "\0\0\0\0", "\u00a0\u00a0"])("%j changes nothing", (blanks) => {
    const lines = ['[pid 11] pwrite64(3, "a", 512, 0) = 512', "[pid 12] fsync(4 <unfinished ...>"];
    const text = [
      lines[0],
      lines[0],
      blanks + lines[1],
      lines[0],
      `${blanks}[pid 12] <... fsync resumed>) = 0`,
    ];
    const trace = parseText(`${text.join("\n")}\n`);
    expect(recordsOf(trace).map(({ tid, call }) => `${tid} ${call}`)).toEqual([
      "11 pwrite64",
      "11 pwrite64",
      "12 fsync",
      "11 pwrite64",
    ]);
    expect(trace.lineKinds).toMatchObject({ call: 3, half: 2, output: 0, unread: 0 });
  });
});

describe("a mark before one line only", () => {
  test.each([
    "->",
    "=> ",
    "> ",
    "* ",
    "# ",
    "12: ",
    "**",
    "`",
    "p[7]: ",
    "Jan  2 10:00:00 host x[7]: ",
    "db_1  | ",
    "x",
  ])("%j leaves its call unread", (mark) => {
    const trace = parseText(`read(3, "", 1) = 0\nread(3, "", 1) = 0\n${mark}fsync(3) = 0\nclose(3) = 0\n`);
    expect(trace.lineKinds).toMatchObject({ call: 3, unread: 1, output: 0 });
    expect(trace.problems).toMatchObject([{ kind: "malformed", line: 3 }]);
  });
});

test("names of containers, of files and of threads that change from line to line are no prefix", () => {
  for (const marks of [
    ["db_1  | ", "db_2  | "],
    ["a.log:", "b.log:"],
    ["[worker-1] ", "[worker-2] "],
    ["strace.7:", "strace.8:"],
  ]) {
    const lines = Array.from({ length: 10 }, (_, at) => `${marks[at % 2]}fsync(${at}) = 0`);
    expect(parseText(`${lines.join("\n")}\n`).lineKinds.unread).toBeGreaterThan(0);
  }
});

test("pids behind blanks are pids, and the seconds of -r are seconds", () => {
  const halves = ["read(3,  <unfinished ...>", 'write(4, "b", 1) = 1', '<... read resumed>"a", 1) = 1'];
  const pids = halves.map((half, at) => `  ${at === 1 ? 12 : 11} ${half}`);
  expect(recordsOf(parseText(`${pids.join("\n")}\n`)).map(({ tid, start }) => [tid, start])).toEqual([
    [11, undefined],
    [12, undefined],
  ]);
  const seconds = ["     0 fsync(3) = 0", "     1 fsync(3) = 0", "    12 fsync(3) = 0"];
  expect(recordsOf(parseText(`${seconds.join("\n")}\n`)).map(({ tid, start }) => [tid, start])).toEqual([
    [0, 0],
    [0, 1e9],
    [0, 13e9],
  ]);
});

test("a log in quoted-printable is read as it was before, wherever its chunks end", () => {
  const plain = 'openat(AT_FDCWD, "/d/a", O_RDONLY) = 3\nwrite(3, "a=b\\305", 4) = 4\nfsync(3) = 0\n';
  const encoded = plain
    .replaceAll("=", "=3D")
    .replace("O_RDONLY", "O_RD=\r\nONLY")
    .replace("fsync", "fs=\nync");
  const read = summaryOf(parseText(plain));
  for (let cut = 0; cut <= encoded.length; cut++) {
    expect(summaryOf(parseBytes(bytesOf(encoded), { cuts: [cut] }))).toEqual(read);
  }
});

test("threads whose ids rise line by line are threads", () => {
  for (const first of [1, 100_000]) {
    const lines = Array.from({ length: 50 }, (_, at) => `${String(first + at).padEnd(5)} fsync(3) = 0`);
    expect(parseText(`${lines.join("\n")}\n`).threads).toHaveLength(50);
  }
});
