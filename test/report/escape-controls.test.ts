import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeControls } from "../../src/report/layout/escape-controls.ts";

test("text that is safe to print stays as it is", () => {
  expect(escapeControls("data/über 日本 📁.bin", true)).toBe("data/über 日本 📁.bin");
});

test("what drives a terminal becomes a visible escape", () => {
  expect(escapeControls("a\x1b[31mb", true)).toBe("a\\x1b[31mb");
  expect(escapeControls("bell\x07 del\x7f csi\x9b31m", true)).toBe("bell\\x07 del\\x7f csi\\x9b31m");
  expect(escapeControls("line\r\n\ttab", true)).toBe("line\\r\\n\\ttab");
});

test("what turns the reading direction becomes a visible escape", () => {
  expect(escapeControls("gpj.\u202eexe\u2066", true)).toBe("gpj.\\u202eexe\\u2066");
  expect(escapeControls("two\u2028lines", true)).toBe("two\\u2028lines");
});

test("a lone half of a surrogate pair becomes a visible escape", () => {
  expect(escapeControls("a\ud800b", true)).toBe("a\\ud800b");
});

test("where only ASCII can be shown, everything else is escaped", () => {
  expect(escapeControls("ü日📁", false)).toBe("\\xfc\\u65e5\\u{1f4c1}");
});

test("whatever a trace holds, no control character comes out", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, unicode) => {
      const shown = escapeControls(text, unicode);
      expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      if (!unicode) expect(shown).toMatch(/^[ -~]*$/);
    }),
  );
});

test("what a CI runner would take for a command is broken up", () => {
  expect(escapeControls("::error::no", true)).toBe("\\x3a:error::no");
  expect(escapeControls("a ::error::no", true)).toBe("a \\x3a:error::no");
  expect(escapeControls("x##[add-mask]y", true)).toBe("x\\x23#[add-mask]y");
  expect(escapeControls("std::vector", true)).toBe("std::vector");
});
