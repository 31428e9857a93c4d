/** The bytes that structure a line of strace output, by name. */
export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const ESC = 27;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const DOT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const SEVEN = 55;
export const NINE = 57;
export const COLON = 58;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const AT = 64;
export const UPPER_A = 65;
export const UPPER_E = 69;
export const UPPER_N = 78;
export const UPPER_Z = 90;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const UNDERSCORE = 95;
export const LOWER_A = 97;
export const LOWER_F = 102;
export const LOWER_X = 120;
export const LOWER_Z = 122;
export const OPEN_BRACE = 123;
export const BAR = 124;
export const CLOSE_BRACE = 125;
export const TILDE = 126;

export function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** Whether the bytes go on with the literal from there on. */
export function startsWith(bytes: Uint8Array, at: number, literal: Uint8Array): boolean {
  for (let i = 0; i < literal.length; i++) if (bytes[at + i] !== literal[i]) return false;
  return true;
}
