// C0, DEL and C1 can control a terminal; bidirectional overrides and line separators make a line look different from
// what it is. A lone surrogate cannot be written as UTF-8.
const UNSAFE = /[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/gu;
const UNSAFE_OR_NOT_ASCII = /[^ -~]/gu;
const PLAIN = /^[ -~]*$/;
// In the log of a GitHub job a line that begins with "::", and "##[" anywhere, is a command to the runner. A
// report may break lines at blanks.
const RUNNER_COMMAND = /(?<=^|\s):(?=:)|#(?=#\[)/g;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text from a trace made safe for a terminal: every character that is not safe to print becomes a visible escape
 * (`\x1b`, `\u202e`, `\u{e0001}`). Without `unicode`, so does everything beyond ASCII.
 */
export function escapeControls(text: string, unicode: boolean): string {
  const inert = text.replace(RUNNER_COMMAND, visibleEscape);
  if (PLAIN.test(inert)) return inert;
  return inert.replace(unicode ? UNSAFE : UNSAFE_OR_NOT_ASCII, visibleEscape);
}

function visibleEscape(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}
