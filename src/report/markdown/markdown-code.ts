import { elideMiddle } from "../layout/elide-middle.ts";

/** Longer names lose their middle: a table cell is no place for a path of a megabyte. */
const LONGEST = 80;
// What could end a code span, a table cell or the document's structure, or be lost at its edges.
const NEEDS_ENTITIES = /[`|\\<>&]|^\s|\s$|^$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/**
 * Text from a trace as code in GitHub Flavored Markdown: shown as it is, nothing in it means anything, not even a
 * mention or an issue number. In backticks where that is safe, else as HTML with entities, which also hold in a
 * table cell.
 */
export function markdownCode(text: string): string {
  const shown = elideMiddle(text, LONGEST, "…");
  if (!NEEDS_ENTITIES.test(shown)) return `\`${shown}\``;
  return `<code>${shown.replace(PUNCTUATION, (sign) => `&#${sign.charCodeAt(0)};`)}</code>`;
}
