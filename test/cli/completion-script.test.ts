import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { completionScript } from "../../src/cli/completion/completion-script.ts";
import { OPTIONS, SHELLS } from "../../src/cli/options/option-table.ts";
import { COMPARED_KINDS } from "../../src/library/select-calls.ts";
import { describeWith, testWith } from "../support/test-with.ts";

const FISH = "fish";
const CALLS = ["read", "pread64", "fsync"];

/** What bash offers for the last of these words, as it would cut the line. */
function bashOffers(...words: string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const script = `${completionScript("bash", CALLS)}
COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _tracediff; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const run = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  return run.stdout.split("\n").filter((line) => line !== "");
}

describe.each(SHELLS)("the completion for %s", (shell) => {
  test("names every option", () => {
    const script = completionScript(shell, CALLS);
    for (const { name } of OPTIONS) expect(script).toContain(name);
  });

  testWith(shell)("is accepted by the shell", () => {
    const folder = mkdtempSync(join(tmpdir(), "tracediff-completion-"));
    const file = join(folder, "script");
    writeFileSync(file, completionScript(shell, CALLS));
    const run = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describeWith("bash")("bash offers", () => {
  test.each([
    [["tracediff", "--ord"], ["--order"]],
    [
      ["tracediff", "--order", "t"],
      ["total", "thread"],
    ],
    [["tracediff", "--order", "=", "st"], ["stream"]],
    [
      ["tracediff", "--order", "="],
      ["total", "thread", "file", "stream", "set"],
    ],
    [["tracediff", "--calls", "pre"], ["pread64"]],
    [["tracediff", "--calls", "data,fs"], ["data,fsync"]],
    [["tracediff", "--ignore", "result,o"], ["result,offset"]],
    [["tracediff", "completion", "f"], ["fish"]],
    [["tracediff", "--context", ""], []],
    [["tracediff", "summ"], ["summary"]],
    [["tracediff", "summary", "--ord"], []],
    [
      ["tracediff", "summary", "--format", ""],
      ["text", "json"],
    ],
    [["tracediff", "export", "--format", "=", "c"], ["csv"]],
    [["tracediff", "export", "--calls", "data,fs"], ["data,fsync"]],
  ])("after %j: %j", (words, offers) => {
    expect(bashOffers(...words)).toEqual(offers);
  });

  test("files where a trace is expected", () => {
    expect(bashOffers("tracediff", "package.j")).toEqual(["package.json"]);
    expect(bashOffers("tracediff", "summary", "package.j")).toEqual(["package.json"]);
  });
});

describeWith(FISH)("fish offers", () => {
  test.each([
    ["tracediff --order t", ["thread", "total"]],
    ["tracediff --calls data,fs", ["data,fsync"]],
    ["tracediff --calls ", [...CALLS, ...COMPARED_KINDS].sort()],
    ["tracediff completion ", ["bash", "fish", "zsh"]],
    ["tracediff summ", ["summary"]],
    ["tracediff summary --ord", []],
    ["tracediff summary --format ", ["json", "text"]],
    ["tracediff export --format c", ["csv"]],
  ])("after %j: %j", (line, offers) => {
    const script = `${completionScript(FISH, CALLS)}\ncomplete -C ${JSON.stringify(line)}`;
    const run = spawnSync(FISH, ["--no-config", "-c", script], { encoding: "utf8" });
    const words = run.stdout.split("\n").filter((word) => word !== "");
    expect(words.map((word) => word.split("\t")[0]).sort()).toEqual(offers);
  });
});
