import {
  AT,
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  GREATER,
  LESS,
  LF,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  SLASH,
  SPACE,
  STAR,
  ZERO,
} from "../../bytes/ascii.ts";

// Every function here starts at a position within a line and stops at its line end at the latest: `bytes[at]` is
// always defined. Each returns the position after what it skips, or the complement (~) of where it met the line end.

const UPPER_D = 68;

/**
 * @param at after the opening quote, or after text known to hold no quote
 * @param start after the opening quote
 */
export function skipString(bytes: Uint8Array, at: number, start: number = at): number {
  for (; ; at++) {
    // nearly every byte is above the quote: one comparison for it
    let byte = bytes[at] as number;
    while (byte > QUOTE) byte = bytes[++at] as number;
    if (byte === QUOTE) {
      if (bytes[at - 1] !== BACKSLASH || !isEscaped(bytes, start, at)) return at + 1;
    } else if (byte === LF) {
      return ~at;
    }
  }
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(bytes: Uint8Array, start: number, quote: number): boolean {
  let at = quote - 1;
  while (at >= start && bytes[at] === BACKSLASH) at--;
  return (quote - at) % 2 === 0;
}

/**
 * The decoration of a descriptor or pid.
 *
 *     </data/x.sst>  <TCP:[127.0.0.1:80->10.0.0.1:5]>  </dev/null<char 1:3>>  <UNIX-STREAM:[5,"a>b"]>
 *
 * A `>` that is part of `->` between brackets does not end it, nor does one in the quotes that follow `,` or `@`; the
 * name of a thread may end with `-`.
 * @param start after the `<`
 */
export function skipDecoration(bytes: Uint8Array, start: number): number {
  // brackets are counted only if there is an arrow, each byte once
  let brackets = 0;
  let counted = start;
  for (let at = start, depth = 1; ; at++) {
    const byte = bytes[at] as number;
    if (byte === GREATER) {
      if (bytes[at - 1] === MINUS) {
        brackets = countBrackets(bytes, counted, at, brackets);
        counted = at;
        if (brackets > 0) continue;
      }
      if (--depth === 0) return at + 1;
    } else if (byte === LESS) {
      depth++;
    } else if (byte === LF) {
      return ~at;
    } else if (byte === BACKSLASH) {
      if (bytes[at + 1] !== LF) at++;
    } else if (byte === QUOTE && startsSocketPath(bytes, at)) {
      const after = skipString(bytes, at + 1);
      if (after < 0) return after;
      at = after - 1;
    }
  }
}

/** `,"/run/x"` and `,@"x"`: at the quote. */
function startsSocketPath(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === QUOTE && (bytes[at - 1] === COMMA || bytes[at - 1] === AT);
}

/** How many brackets are open after `bytes[start..end)`, given that `open` were before. */
function countBrackets(bytes: Uint8Array, start: number, end: number, open: number): number {
  for (let at = start; at < end; at++) {
    if (startsSocketPath(bytes, at)) {
      at = skipString(bytes, at + 1) - 1;
      if (at < 0) return 0;
    } else if (bytes[at] === OPEN_BRACKET) {
      open++;
    } else if (bytes[at] === CLOSE_BRACKET && open > 0) {
      open--;
    }
  }
  return open;
}

/** Skips a comment: from its slash to the one that ends it. */
export function skipComment(bytes: Uint8Array, at: number): number {
  for (at += 2; ; at++) {
    const byte = bytes[at] as number;
    if (byte === LF) return ~at;
    if (byte === SLASH && bytes[at - 1] === STAR) return at + 1;
  }
}

/** 1 for the bytes that skipValue has to look at: they are few in a line, and one load finds them. */
const STOPS: Uint8Array = stopTable();

function stopTable(): Uint8Array {
  const table = new Uint8Array(256);
  const brackets = [OPEN_PAREN, OPEN_BRACKET, OPEN_BRACE, CLOSE_PAREN, CLOSE_BRACKET, CLOSE_BRACE];
  for (const byte of [QUOTE, COMMA, SLASH, LESS, LF, ...brackets]) table[byte] = 1;
  return table;
}

/** Skips an argument of any shape: up to the comma or parenthesis that ends it. */
export function skipValue(bytes: Uint8Array, at: number): number {
  for (let depth = 0; ; ) {
    let byte = bytes[at] as number;
    while (STOPS[byte] === 0) byte = bytes[++at] as number;
    switch (byte) {
      case QUOTE: {
        at = skipString(bytes, at + 1);
        if (at < 0) return at;
        continue;
      }
      case OPEN_PAREN:
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth++;
        break;
      case CLOSE_PAREN:
        if (depth === 0) return at;
        depth--;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        if (depth > 0) depth--;
        break;
      case COMMA:
        if (depth === 0) return at;
        break;
      case SLASH:
        if (bytes[at + 1] === STAR) {
          at = skipComment(bytes, at);
          if (at < 0) return at;
          continue;
        }
        break;
      case LESS: {
        if (!startsDecoration(bytes, at)) break;
        at = skipDecoration(bytes, at + 1);
        if (at < 0) return at;
        continue;
      }
      case LF:
        return ~at;
    }
    at++;
  }
}

/**
 * `3<`, `AT_FDCWD<`, and `-100 /* AT_FDCWD *\/<` of -X verbose; but not `21<<MAP_HUGE_SHIFT` nor
 * ` <unfinished ...>`.
 */
export function startsDecoration(bytes: Uint8Array, at: number): boolean {
  const before = bytes[at - 1] as number;
  if (bytes[at + 1] === LESS) return false;
  if (before === SLASH) return bytes[at - 2] === STAR;
  return (before >= ZERO && before <= NINE) || before === UPPER_D;
}

export function skipSpaces(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE) at++;
  return at;
}

/** Behind the string or decoration that starts there; the position itself if none does, below 0 if it has no end. */
export function skipOpaque(bytes: Uint8Array, at: number): number {
  if (bytes[at] === QUOTE) return skipString(bytes, at + 1);
  return bytes[at] === LESS && startsDecoration(bytes, at) ? skipDecoration(bytes, at + 1) : at;
}
