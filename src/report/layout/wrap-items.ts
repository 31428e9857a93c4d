import { displayWidth } from "./display-width.ts";

/**
 * Items as lines of at most `width` columns, broken only between items; a line that continues ends with the start of
 * the separator, its comma. An item that is wider than a line has a line to itself.
 */
export function wrapItems(items: readonly string[], separator: string, width: number): string[] {
  const lineEnd = separator.trimEnd();
  const lines: string[] = [];
  let line = "";
  for (const [at, item] of items.entries()) {
    const longer = line === "" ? item : `${line}${separator}${item}`;
    const goesOn = at < items.length - 1;
    if (line !== "" && displayWidth(longer) + (goesOn ? lineEnd.length : 0) > width) {
      lines.push(line + lineEnd);
      line = item;
    } else {
      line = longer;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}
