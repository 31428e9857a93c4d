import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testWith } from "../support/test-with.ts";
import { type Ended, ROOT, runBin } from "./run-bin.ts";

/** Names as a log has them: as bytes, since nothing makes a traced program use UTF-8. */
const NAMES: readonly Buffer[] = [
  Buffer.from("<script>alert(1)</script>|`x`]]>::error::x ##[add-mask]y"),
  Buffer.from("\u001b[31mred\u0007 \u202eexe.txt"),
  Buffer.from([0x2f, 0xff, 0xfe, 0x80, 0x9b, 0x33, 0x31, 0x6d]),
  Buffer.from("::warning::at the start of a line"),
  Buffer.alloc(1_000_000, "a|"),
];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tracediff-hostile-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function logWith(file: string, name: Buffer, size: number): string {
  const path = join(folder, file);
  const open = [Buffer.from('7 openat(AT_FDCWD, "'), name, Buffer.from('", O_RDONLY) = 3 <0.000012>\n')];
  writeFileSync(
    path,
    Buffer.concat([...open, Buffer.from(`7 pread64(3, "x", ${size}, 0) = 1 <0.000012>\n`)]),
  );
  return path;
}

describe.each(NAMES.map((name, at) => [at, name] as const))("a log with hostile name %i", (at, name) => {
  const report = (format: string): Ended => {
    const run = runBin([
      "--format",
      format,
      logWith(`before-${at}`, name, 1),
      logWith(`after-${at}`, name, 2),
    ]);
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 1, stderr: "" });
    expect(run.stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    return run;
  };

  test("drives no terminal and commands no runner in the text report", () => {
    const { stdout } = report("text");
    expect(stdout).toContain("resized +1");
    expect(stdout.split("\n").filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
  });

  test("is text in the JSON report", () => {
    expect(JSON.parse(report("json").stdout).changeCounts).toEqual({ resized: 1 });
  });

  test("makes no element in the Markdown report, which stays small", () => {
    const { stdout } = report("markdown");
    expect(stdout.length).toBeLessThan(60_000);
    const html = micromark(stdout, {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
    expect(html).not.toContain("<script");
    expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
  });

  testWith("xmllint")("leaves the JUnit report valid", () => {
    const schema = join(ROOT, "test/report/junit.xsd");
    const run = spawnSync("xmllint", ["--noout", "--nonet", "--schema", schema, "-"], {
      input: report("junit").stdout,
    });
    expect(run.status).toBe(0);
  });

  test("makes no command of its own in the GitHub report", () => {
    const lines = report("github").stdout.trimEnd().split("\n");
    expect(lines.filter((line) => !/^::(?:error|warning) [^:]*::/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(2);
  });

  test("survives a snapshot", () => {
    const snapshot = join(folder, `io-${at}.snap`);
    expect(runBin(["snapshot", logWith(`before-${at}`, name, 1), "-o", snapshot]).status).toBe(0);
    expect(runBin(["-q", snapshot, logWith(`again-${at}`, name, 1)]).status).toBe(0);
    expect(runBin(["-q", snapshot, logWith(`after-${at}`, name, 2)]).status).toBe(1);
  });
});
