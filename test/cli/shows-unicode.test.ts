import { describe, expect, test } from "vitest";
import { showsUnicode } from "../../src/cli/output/shows-unicode.ts";

describe("beyond ASCII", () => {
  test.each([
    [{}, false, true],
    [{ LANG: "en_US.UTF-8" }, true, true],
    [{ LANG: "de_DE.utf8" }, true, true],
    [{ LANG: "C" }, false, false],
    [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, false, false],
    [{ LC_ALL: "", LANG: "C.UTF-8" }, false, true],
    [{ LC_CTYPE: "en_US.ISO-8859-1", LANG: "en_US.UTF-8" }, false, false],
    [{ LC_ALL: "POSIX" }, true, false],
    [{ LANG: "en_US.UTF-8", TERM: "linux" }, true, false],
    [{ LANG: "en_US.UTF-8", TERM: "linux" }, false, true],
  ])("with %j, terminal %s: %s", (env, isTerminal, expected) => {
    expect(showsUnicode(env, isTerminal)).toBe(expected);
  });
});
