import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BEFORE, chunksOf, type Run, runMain } from "./memory-io.ts";

let folder = "";
const write = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const exported = (...argv: string[]): Promise<Run> => runMain(["export", ...argv]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-export-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("an export", () => {
  test("is one record a line, NDJSON unless asked otherwise", async () => {
    const run = await exported(BEFORE);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({ exitCode: 0, stderr: "" });
    const lines = run.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(60);
    const logged = /^\[pid (\d+)\] \S+ pread64\((\d+), .*, (\d+), (\d+)\) = (\d+) <0\.0*(\d+)>$/;
    const [first = ""] = readFileSync(BEFORE, "utf8").split("\n");
    const [, thread, fd, size, offset, result, latency] = (logged.exec(first) ?? []).map(Number);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      ...{ line: 1, call: "pread64", thread, fd, size, offset, result },
      latency: (latency ?? 0) * 1000,
    });
  });

  test("is of the threads, files and kinds that are asked for", async () => {
    const records = async (...argv: string[]): Promise<{ thread: number; fd: number }[]> =>
      (await exported(...argv, BEFORE)).stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
    const ofThread = await records("--thread", "1444169");
    expect(ofThread).toHaveLength(28);
    expect(new Set(ofThread.map(({ thread }) => thread))).toEqual(new Set([1_444_169]));
    const all = await records();
    expect(await records("--path", "^fd 9$")).toEqual(all.filter(({ fd }) => fd === 9));
    expect(await records("--kind", "data")).toEqual(all);
    const none = await exported("--kind", "sync", "--thread", "1444169", BEFORE);
    expect([none.exitCode, none.stderr]).toEqual([
      2,
      `tracediff: ${BEFORE} has no I/O calls to export\nhint: 60 are hidden by --kind and --thread\n`,
    ]);
  });

  test("as CSV has a head and as many lines", async () => {
    const { stdout } = await exported("--format", "csv", BEFORE);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("line,thread,start,call,fd,file,offset,size,flags,result,error,latency");
    expect(lines).toHaveLength(61);
  });

  test("of chosen calls has these alone, by name or kind", async () => {
    const log = write("mixed.log", "close(3) = 0\nfsync(4) = 0\ngetpid() = 5\nclose(4) = 0\n");
    const calls = async (...argv: string[]): Promise<string[]> =>
      (await exported(...argv, log)).stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).call);
    expect(await calls()).toEqual(["close", "fsync", "close"]);
    expect(await calls("--calls", "sync")).toEqual(["fsync"]);
    expect(await calls("--calls", "!fsync")).toEqual(["close", "close"]);
  });

  test("reads standard input and packed logs", async () => {
    const text = readFileSync(BEFORE);
    const plain = await exported(BEFORE);
    expect(await runMain(["export", "-"], { stdin: () => chunksOf(text, 999) })).toEqual(plain);
    expect(await exported(write("packed.gz", gzipSync(text)))).toEqual(plain);
  });

  test("goes into files of both formats at once", async () => {
    const [csv, ndjson] = [join(folder, "o.csv"), join(folder, "o.ndjson")];
    const run = await exported("--format", `csv=${csv}`, "--format", `ndjson=${ndjson}`, BEFORE);
    expect(readFileSync(csv, "utf8").split("\n")).toHaveLength(62);
    expect(readFileSync(ndjson, "utf8")).toBe(run.stdout);
  });

  test("as CSV on a terminal drives nothing there, elsewhere keeps every byte", async () => {
    const log = write("evil.log", 'unlink("/a\\33[2J") = 0\n');
    const terminal = await runMain(["export", "--format", "csv", log], { stdoutIsTerminal: true });
    expect(terminal.stdout).toContain("/a\\x1b[2J");
    expect((await exported("--format", "csv", log)).stdout).toContain("/a\u001b[2J");
  });

  test("that lacks lines which could not be read says so, unless they are few enough", async () => {
    const log = write("damaged.log", `${"close(3) = 0\n".repeat(9)}pread64(9, "", x53, 11177) = 53\n`);
    const run = await exported(log);
    expect(run.exitCode).toBe(2);
    expect(run.stdout.trimEnd().split("\n")).toHaveLength(9);
    expect(run.stderr).toMatch(
      /^tracediff: 1 of 10 call-like lines of .* could not be read, such as line 10: expected .*\nhint: --max-unread /,
    );
    expect(await exported("--max-unread", "10%", log)).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("of nothing is trouble and says why", async () => {
    const none = await exported("--calls", "fsync", BEFORE);
    expect(none).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `tracediff: ${BEFORE} has no I/O calls to export\nhint: 60 are hidden by --calls\n`,
    });
    const other = write("other.log", "getpid() = 5\n");
    expect((await exported(other)).stderr).toContain(`hint: tracediff summary ${other} shows what it has`);
  });

  test("of two traces, or in the format of a report, is refused", async () => {
    expect((await exported(BEFORE, BEFORE)).stderr).toContain("export takes one trace, not 2");
    expect((await exported("--format", "text", BEFORE)).stderr).toBe(
      "tracediff: --format cannot be text\nhint: use one of ndjson, csv\n",
    );
  });

  test("whose reader has seen enough ends quietly", async () => {
    const write = async (): Promise<void> => {
      throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    };
    expect(await runMain(["export", BEFORE], { stdout: { write } })).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("on a full disk is trouble", async () => {
    const run = await exported("--format", "csv=/dev/full", BEFORE);
    expect(run.stderr).toBe("tracediff: cannot write /dev/full: no space left on the disk\n");
    expect(run.exitCode).toBe(2);
  });
});
