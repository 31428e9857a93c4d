import { BACKSLASH, LOWER_X, SEVEN, ZERO } from "../../bytes/ascii.ts";
import { hexDigit } from "../../bytes/number-reader.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The character after the backslash of a one-letter escape, and the byte it stands for. */
const LETTERS: ReadonlyMap<number, number> = new Map(
  Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13 }).map(([letter, byte]) => [letter.charCodeAt(0), byte]),
);

/**
 * The bytes that a printed string stands for: `a\tb`, `\303\244`, `\0`, `\x2f`.
 * Octal escapes are as short as possible: one to three digits, three if a digit follows.
 */
export function unescapeBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const result = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end; ) {
    const byte = bytes[at++] ?? 0;
    if (byte !== BACKSLASH || at === end) {
      result[length++] = byte;
      continue;
    }
    const letter = bytes[at++] ?? 0;
    if (letter >= ZERO && letter <= SEVEN) {
      let value = letter - ZERO;
      for (let digits = 1; digits < 3 && at < end; digits++) {
        const digit = (bytes[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 7) break;
        value = value * 8 + digit;
        at++;
      }
      result[length++] = value;
    } else if (letter === LOWER_X && at < end && hexDigit(bytes[at] ?? 0) >= 0) {
      let value = hexDigit(bytes[at++] ?? 0);
      const low = at < end ? hexDigit(bytes[at] ?? 0) : -1;
      if (low >= 0) {
        value = value * 16 + low;
        at++;
      }
      result[length++] = value;
    } else {
      result[length++] = LETTERS.get(letter) ?? letter;
    }
  }
  return result.subarray(0, length);
}

/**
 * A printed path as one canonical string: UTF-8 if the bytes are valid, otherwise with the bytes that are not
 * ASCII as `\ooo`. This makes an argument of open and the decoration of its descriptor equal however they are escaped.
 */
export function decodePath(bytes: Uint8Array, start: number, end: number): string {
  const raw = unescapeBytes(bytes, start, end);
  try {
    return strictUtf8.decode(raw);
  } catch {
    return Array.from(raw, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`,
    ).join("");
  }
}
