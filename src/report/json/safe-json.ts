// Legal inside a JSON string, but able to control a terminal, to reverse a line, or ("##[") to give a command to
// GitHub's runner: written as \u escapes.
const UNSAFE = /#(?=#\[)|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** JSON on one line, as in every output. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
