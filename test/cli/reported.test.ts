import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ROOT, type Run, runMain } from "./memory-io.ts";

/** Small inputs shaped after public reports, each with the right answer in words. */
type Case = {
  readonly name: string;
  readonly right: string;
  readonly before?: string;
  readonly after?: string;
  readonly text?: string;
};
const cases: readonly Case[] = JSON.parse(readFileSync(join(ROOT, "traces/corpus/reported.json"), "utf8"));
const caseOf = (name: string): Case => {
  const found = cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
};

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "reported-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

async function compareCase(name: string, ...options: string[]): Promise<Run> {
  const { before = "", after = "" } = caseOf(name);
  const path = folder();
  writeFileSync(join(path, "before.log"), before);
  writeFileSync(join(path, "after.log"), after);
  return runMain([join(path, "before.log"), join(path, "after.log"), ...options]);
}

async function readCase(name: string, command: string, ...options: string[]): Promise<Run> {
  const path = join(folder(), "trace.log");
  writeFileSync(path, caseOf(name).text ?? "");
  return runMain([command, path, ...options]);
}

type Compared = {
  readonly exit: number;
  /** Of changes, by kind. */
  readonly changes?: Readonly<Record<string, number>>;
  /** What the text report says, and what it does not. */
  readonly says?: readonly RegExp[];
  readonly neverSays?: readonly RegExp[];
};

/** By hand, out of the words of `right`. */
const PAIRS: Readonly<Record<string, Compared>> = {
  "indented-after-first-line": { exit: 1, changes: { removed: 1 }, says: [/fsync/] },
  "indented-after-first-line-untimed": { exit: 1, changes: { shifted: 1, removed: 1 } },
  "complete-call-behind-a-mark": { exit: 2, says: [/line 3|:3/] },
  "grep-color-always": { exit: 1, changes: { removed: 1 }, says: [/fsync/] },
  "annotated-last-call-is-in-flight": { exit: 1, changes: { removed: 1 }, says: [/fsync/] },
  "nul-bytes-inside": { exit: 1, changes: { removed: 1 }, says: [/fsync/] },
  // that it is one change, and which, is told once calls have more than one file
  "ficlone-of-another-file": { exit: 1, says: [/FICLONE/] },
  "xattr-mknod-utimes-not-compared": {
    exit: 1,
    changes: { removed: 3 },
    says: [/fsetxattr/, /utimes/, /mknodat/],
  },
  "in-flight-on-one-side": { exit: 1, says: [/fsync/] },
  "single-thread-issued-by-other-threads": {
    exit: 1,
    says: [/the same I\/O in another order: each file sees the same sequence/],
    neverSays: [/other threads/],
  },
  "effect-beyond-2^53": { exit: 1, changes: { added: 2 }, neverSays: [/PiB/, /18446744071562068000/] },
  "same-calls-by-newer-names": { exit: 0, changes: {}, says: [/open → openat/], neverSays: [/-e trace/] },
  "other-calls-differ-unsaid": { exit: 0, changes: {}, says: [/not compared.*epoll_wait 2 → 1/] },
};

/** Those that are about second files and ties. */
const LATER = [
  "copy-file-range-writes-nothing",
  "copy-target-offset-not-shown",
  "rename-to-another-name",
  "results-cascade",
  "shifted-lost-by-tie",
];

describe("two logs after a public report compare as is right", () => {
  test.each(Object.entries(PAIRS))("%s", async (name, { exit, changes, says = [], neverSays = [] }) => {
    const { exitCode, stdout } = await compareCase(name);
    expect(exitCode, stdout).toBe(exit);
    // wherever lines are wrapped
    const text = stdout.replaceAll(/\s+/g, " ");
    for (const pattern of says) expect(text).toMatch(pattern);
    for (const pattern of neverSays) expect(text).not.toMatch(pattern);
    if (changes === undefined) return;
    const json = JSON.parse((await compareCase(name, "--format", "json")).stdout);
    expect(json.changeCounts).toEqual(changes);
  });

  test("each case is in a table", () => {
    const pairs = cases.filter(({ before }) => before !== undefined).map(({ name }) => name);
    expect([...Object.keys(PAIRS), ...LATER].toSorted()).toEqual(pairs.toSorted());
  });
});

type Summary = {
  readonly calls: Readonly<Record<string, number>>;
  readonly threads?: unknown;
  readonly lineKinds: Readonly<Record<string, number>>;
};

describe("a log after a public report is read as is right", () => {
  const summary = async (name: string): Promise<Summary> =>
    JSON.parse((await readCase(name, "summary", "--format", "json")).stdout);
  const records = async (name: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await readCase(name, "export")).stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  test.each([
    ["indented-log", { openat: 1, pread64: 1 }],
    ["mail-quoted-twice", { openat: 1, pread64: 1, fsync: 1 }],
    ["grep-n", { openat: 1, pread64: 1, fsync: 1 }],
    ["wrapped-over-three-lines", { sync_file_range: 1, pwrite64: 1, close: 1 }],
    ["elided-dirfd-and-size", { openat: 1, read: 1, copy_file_range: 1, newfstatat: 1 }],
    ["empty-decoration", { fsync: 3 }],
  ])("%s holds these calls", async (name, calls) => {
    const read = await summary(name);
    expect(read.calls).toEqual(calls);
    expect(read.lineKinds).toMatchObject({ unread: 0, output: 0 });
  });

  test("indented-log: the signal and the exit are read too", async () => {
    expect((await summary("indented-log")).lineKinds).toMatchObject({ signal: 1, exit: 1 });
  });

  test("indented-bare-pid: two threads, no start times", async () => {
    const common = { call: "pread64", start: null, size: 512, result: 512 };
    expect(await records("indented-bare-pid")).toMatchObject([
      { ...common, thread: 11, offset: 0 },
      { ...common, thread: 12, offset: 512 },
    ]);
  });

  test.each([
    ["second-attach", [11, 12]],
    ["word-in-brackets-is-no-context", [11, 12, 11]],
  ])("%s: each call is of its thread", async (name, threads) => {
    expect((await records(name)).map(({ thread }) => thread)).toEqual(threads);
  });

  test("elision-becomes-a-path: a line of dots is none", async () => {
    const { stdout, exitCode } = await readCase("elision-becomes-a-path", "summary", "--format", "json");
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout).lineKinds).toMatchObject({ elision: 1, unread: 1, call: 1 });
    expect((await readCase("elision-becomes-a-path", "export")).stdout).not.toContain("...");
  });

  test("empty-decoration: two descriptors are two files", async () => {
    expect((await records("empty-decoration")).map(({ fd, file }) => [fd, file])).toEqual([
      [6, null],
      [4, null],
      [6, "/d/a"],
    ]);
  });

  test("wrapped-path-loses-its-blank: the mailer wrapped at a blank", async () => {
    const [open] = await records("wrapped-path-loses-its-blank");
    expect(open).toMatchObject({ call: "openat", file: "/d/my file" });
  });

  test("wrapped-over-three-lines: offset and size are whole", async () => {
    const [, write] = await records("wrapped-over-three-lines");
    expect(write).toMatchObject({ call: "pwrite64", size: 1, offset: 0 });
  });

  test("wrapped-output-glued: digits of the output are none of the size", async () => {
    expect(await records("wrapped-output-glued")).toMatchObject([{ call: "write", size: 64, result: 64 }]);
  });

  test("attached-then-c-table: the hint is that of strace -c", async () => {
    const { exitCode, stderr } = await readCase("attached-then-c-table", "summary");
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/summary table of strace -c, not calls/);
    expect(stderr).toMatch(/-C/);
  });
});
