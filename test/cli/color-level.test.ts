import { describe, expect, test } from "vitest";
import { colorLevel } from "../../src/cli/output/display-options.ts";

describe("colour", () => {
  test.each([
    // choice, environment, terminal, level
    ["auto", {}, true, 1],
    ["auto", {}, false, 0],
    ["auto", { TERM: "dumb" }, true, 0],
    ["auto", { NO_COLOR: "1" }, true, 0],
    ["auto", { NO_COLOR: "" }, true, 1],
    ["auto", { FORCE_COLOR: "1" }, false, 1],
    ["auto", { FORCE_COLOR: "" }, false, 1],
    ["auto", { FORCE_COLOR: "3" }, false, 1],
    ["auto", { FORCE_COLOR: "0" }, true, 0],
    ["auto", { FORCE_COLOR: "false" }, true, 0],
    ["auto", { FORCE_COLOR: "1", NO_COLOR: "1" }, true, 0],
    ["auto", { FORCE_COLOR: "1", TERM: "dumb" }, false, 1],
    ["auto", { CLICOLOR_FORCE: "1" }, false, 1],
    ["auto", { CLICOLOR_FORCE: "0" }, false, 0],
    ["auto", { CLICOLOR_FORCE: "1", NO_COLOR: "1" }, true, 0],
    ["always", { NO_COLOR: "1", TERM: "dumb" }, false, 1],
    ["never", { FORCE_COLOR: "1" }, true, 0],
  ] as const)("--color=%s with %j, terminal %s: level %i", (choice, env, isTerminal, level) => {
    expect(colorLevel(choice, env, isTerminal)).toBe(level);
  });
});
