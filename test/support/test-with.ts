import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, type SuiteAPI, type TestAPI, test } from "vitest";

type Titled = (title: string, body: () => void | Promise<void>) => void;
type WithCases<Api extends { each: unknown }> = Titled & Pick<Api, "each">;

/**
 * A test that calls programs which not every machine has. Without them it is skipped, in words that name them:
 *
 *     testWith("xmllint")("the report is valid", () => …)
 *     ↓ the report is valid [needs xmllint]
 */
export function testWith(...tools: readonly string[]): WithCases<TestAPI> {
  const need = needOf(tools);
  if (need === "") return test;
  const skipped: Titled = (title) => test.skip(`${title}${need}`);
  const each = (cases: readonly unknown[]) => (title: string, body: () => void) =>
    test.skip.each(cases)(`${title}${need}`, body);
  return Object.assign(skipped, { each }) as WithCases<TestAPI>; // of the ways to give cases, the one that is used
}

/** The same for a group of tests; nor is its `beforeAll` run. */
export function describeWith(...tools: readonly string[]): WithCases<SuiteAPI> {
  const need = needOf(tools);
  if (need === "") return describe;
  const skipped: Titled = (title, body) => describe.skip(`${title}${need}`, body);
  const each = (cases: readonly unknown[]) => (title: string, body: () => void) =>
    describe.skip.each(cases)(`${title}${need}`, body);
  return Object.assign(skipped, { each }) as WithCases<SuiteAPI>; // as above
}

/** What is added to a title: ` [needs zsh, fish]`, or nothing where all of them are there. */
function needOf(tools: readonly string[]): string {
  const missing = tools.filter((tool) => !isOnPath(tool));
  return missing.length === 0 ? "" : ` [needs ${missing.join(", ")}]`;
}

function isOnPath(tool: string): boolean {
  const { PATH = "" } = process.env;
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
