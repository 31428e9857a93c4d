import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { kernelCode } from "../scripts/compile-kernel.ts";
import { manPage } from "../scripts/man-page.ts";
import { completionScript } from "../src/cli/completion/completion-script.ts";
import { OPTIONS } from "../src/cli/options/option-table.ts";
import { COMPARED_KINDS } from "../src/library/select-calls.ts";
import { testWith } from "./support/test-with.ts";
import { grammar } from "./support/trace-of.ts";

const ROOT = resolve(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
const man = manPage(version);
const calls = grammar.calls.filter(({ kind }) => COMPARED_KINDS.includes(kind)).map(({ name }) => name);

// `npm run generate` writes these files: what is checked here is that it was run after the last change of the tables.
describe("the manual page", () => {
  test("is up to date", async () => {
    await expect(man).toMatchFileSnapshot(resolve(ROOT, "man/tracediff.1"));
  });

  test("names every option", () => {
    for (const { name } of OPTIONS) expect(man).toContain(`\\-\\-${name.replaceAll("-", "\\-")}`);
  });

  testWith("mandoc")("is what mandoc takes for a page", () => {
    const run = spawnSync("mandoc", ["-T", "lint", "-W", "warning"], { input: man, encoding: "utf8" });
    // A page that is made anew with each release has no date of its own.
    const complaints = run.stdout.split("\n").filter((line) => line !== "" && !line.includes("missing date"));
    expect(complaints).toEqual([]);
  });

  testWith("mandoc")("shows text as it is", () => {
    const run = spawnSync("mandoc", ["-T", "ascii"], { input: man, encoding: "utf8" });
    const shown = run.stdout.replace(new RegExp(`.${"\b"}`, "g"), "");
    expect(shown).toContain("tracediff capture [options] -- <command> [argument...]");
    expect(shown).toContain("tracediff --format json before.log after.log | jq .changeCounts");
  });
});

describe("the shipped completions", () => {
  test.each([
    ["bash", "completions/tracediff.bash"],
    ["zsh", "completions/_tracediff"],
    ["fish", "completions/tracediff.fish"],
  ] as const)("for %s are up to date", async (shell, file) => {
    await expect(completionScript(shell, calls)).toMatchFileSnapshot(resolve(ROOT, file));
  });
});

test("the kernel of the parser is what its source compiles to", async () => {
  await expect(await kernelCode(ROOT)).toMatchFileSnapshot(
    resolve(ROOT, "src/parse/plain/plain-lines-code.ts"),
  );
});
