/** Bytes that a text takes in UTF-8. */
export function byteLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Each half of a surrogate pair is two of the pair's four bytes.
    length += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return length;
}
