const ASCII = /^[ -~]*$/;
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
// East Asian Wide and Fullwidth, and emoji that terminals draw over two columns (Unicode's EastAsianWidth.txt,
// joined to a few ranges).
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Terminal columns that a text without control characters takes. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
