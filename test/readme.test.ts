import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callRecord } from "../src/view/record-of-row.ts";
import { viewTrace } from "../src/view/trace-view.ts";
import { testWith } from "./support/test-with.ts";
import { grammar, shippedTrace } from "./support/trace-of.ts";

const ROOT = resolve(import.meta.dirname, "..");
const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs/ci.md",
  "docs/library.md",
  "docs/snapshot-format.md",
] as const;
const readme = readFileSync(join(ROOT, "README.md"), "utf8");

/** What stands on a line of its own at the start of the commands that set everything up on a fresh machine. */
const INSTALL = "npm ci && ";
/** The command that runs the tests: this very file among them. */
const CHECK = "npm run check";

type Block = { readonly language: string; readonly line: number; readonly text: string };

/** Fenced blocks with the line on which they start. */
function blocksOf(markdown: string): Block[] {
  return Array.from(markdown.matchAll(/^ *```([^\n]*)\n(.*?)^ *```$/gms), (match) => ({
    language: match[1] ?? "",
    line: markdown.slice(0, match.index).split("\n").length,
    text: match[2] ?? "",
  }));
}

type Command = { readonly line: number; readonly command: string; readonly output: string | null };

/** `sh` blocks hold one command a line; `console` blocks hold `$ command` and what it prints. */
function commandsOf({ language, line, text }: Block): Command[] {
  if (language === "sh") {
    return text
      .trimEnd()
      .replaceAll("\\\n", "")
      .split("\n")
      .filter((command) => command !== "" && !command.startsWith("#"))
      .map((command) => ({ line, command, output: null }));
  }
  if (language !== "console") return [];
  return text
    .split(/^\$ /m)
    .filter((part) => part !== "")
    .map((part) => {
      const end = part.indexOf("\n");
      return { line, command: part.slice(0, end), output: part.slice(end + 1) };
    });
}

const blocks = blocksOf(readme);
const commands = blocks.flatMap(commandsOf);
let tools = "";

// UPDATE_README=1 npx vitest run test/readme.test.ts writes what the commands print into README: read the change.
const { UPDATE_README: UPDATE } = process.env;
const printed = new Map<string, string>();

beforeAll(() => {
  tools = mkdtempSync(join(tmpdir(), "tracediff-readme-"));
  symlinkSync(join(ROOT, "bin/tracediff.js"), join(tools, "tracediff"));
});
afterAll(() => {
  rmSync(tools, { recursive: true });
  if (printed.size === 0) return;
  const updated = [...printed].reduce((text, [old, now]) => text.replace(old, () => now), readme);
  writeFileSync(join(ROOT, "README.md"), updated);
});

/** Runs a command as a shell in the repository does, with `tracediff` installed. */
function shell(command: string): { output: string; stderr: string; status: number | null } {
  // Colours that the environment of the test run asks for are not what the README shows.
  const { PATH = "", FORCE_COLOR: _, ...others } = process.env;
  const run = spawnSync("bash", ["-c", command], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...others, PATH: `${tools}${delimiter}${PATH}`, LC_ALL: "C.UTF-8", TMPDIR: tools },
  });
  return { output: run.stdout, stderr: run.stderr, status: run.status };
}

/** The programs in a command: the first word of each part, and the shell that runs it. */
function toolsOf(command: string): string[] {
  const parts = command.replaceAll(/'[^']*'|"[^"]*"/g, "").matchAll(/(?:^|[|;(])\s*([a-z][\w-]*)/g);
  const words = Array.from(parts, ([, word = ""]) => word);
  return [...new Set(["bash", ...words])].filter((word) => word !== "tracediff");
}

describe("README", () => {
  test("shows commands, and each block says what it is", () => {
    expect(commands.length).toBeGreaterThan(5);
    const languages = new Set(blocks.map(({ language }) => language));
    // Blocks of `text` show how to record on the reader's own program, which no test can run; yaml is for a server.
    expect(
      [...languages].filter((language) => !["sh", "console", "text", "yaml", "js"].includes(language)),
    ).toEqual([]);
  });

  test("one command installs and runs the main job, one installs and runs the tests", () => {
    const install = commands
      .filter(({ command }) => command.startsWith(INSTALL))
      .map(({ command }) => command);
    expect(install).toEqual([
      `${INSTALL}node bin/tracediff.js traces/rocksdb-5431/before.log traces/rocksdb-5431/after.log`,
      `${INSTALL}${CHECK}`,
    ]);
    expect(readFileSync(join(ROOT, ".ci/run"), "utf8")).toContain(`${INSTALL}${CHECK}`);
  });

  const runnable = commands
    .map((entry) => ({ ...entry, command: entry.command.replace(INSTALL, "") }))
    .filter(({ command }) => command !== CHECK);

  for (const { line, command, output } of runnable) {
    testWith(...toolsOf(command))(`line ${line}: ${command} does what is shown`, () => {
      const run = shell(command);
      expect(run.stderr).toBe("");
      expect(run.status, "status").toBeLessThan(2);
      if (output === null) return;
      if (UPDATE !== undefined) printed.set(`$ ${command}\n${output}`, `$ ${command}\n${run.output}`);
      else expect(run.output).toBe(output);
    });
  }

  testWith("bash")("lists every option of --help, and no other", () => {
    const options = (text: string): Set<string> => new Set(text.match(/--[a-z][a-z-]+/g));
    const table = readme.slice(
      readme.indexOf("## Options"),
      readme.indexOf("## ", readme.indexOf("## Options") + 3),
    );
    const known = options(shell("tracediff --help").output);
    expect([...options(table)].filter((option) => !known.has(option))).toEqual([]);
    expect([...known].filter((option) => !options(table).has(option))).toEqual([]);
  });

  test("JavaScript examples run", () => {
    for (const { text } of blocks.filter(({ language }) => language === "js")) {
      const run = spawnSync(process.execPath, ["--input-type=module"], {
        cwd: ROOT,
        input: text,
        encoding: "utf8",
      });
      expect(run.stderr).toBe("");
      expect(run.status).toBe(0);
    }
  });
});

describe.each(DOCUMENTS)("%s", (name) => {
  const text = readFileSync(join(ROOT, name), "utf8");

  test("links to files that exist", () => {
    const targets = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g), (match) => match[1] ?? "");
    expect(targets.filter((target) => !existsSync(join(ROOT, dirname(name), target)))).toEqual([]);
  });

  test("names files of the repository that exist", () => {
    const named = Array.from(
      text.matchAll(/`((?:src|bin|test|bench|grammars|traces|schema|scripts)\/[\w./-]+)`/g),
      (match) => match[1] ?? "",
    );
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

test("ARCHITECTURE follows a line that the log holds, to the record that it becomes", () => {
  const path = "rocksdb-5431/before.log";
  const trace = shippedTrace(path);
  const [line, record] = blocksOf(readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8")).map(
    ({ text }) => text,
  );
  const followed = JSON.parse(record ?? "");
  expect(readFileSync(join(ROOT, "traces", path), "utf8").split("\n")[followed.line - 1]).toBe(
    line?.trimEnd(),
  );
  const row = Array.from(trace.table.line).indexOf(followed.line);
  expect(callRecord(viewTrace(trace, grammar, null), row)).toEqual(followed);
});
