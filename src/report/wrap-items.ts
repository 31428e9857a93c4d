import { displayWidth } from "./display-width.ts";

/**
 * Items as lines of at most `width` columns, broken only between items. An item that is wider than a line
 * stands alone.
 */
export function wrapItems(items: readonly string[], separator: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const item of items) {
    const longer = line === "" ? item : `${line}${separator}${item}`;
    if (line !== "" && displayWidth(longer) > width) {
      lines.push(line.trimEnd());
      line = item;
    } else {
      line = longer;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}
