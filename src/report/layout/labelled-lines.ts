/** Width of the labels in the report's left column: `  threads  …`. */
const LABEL_WIDTH = 9;
export const LABEL_INDENT: number = 2 + LABEL_WIDTH;

/** Lines under one label: the label comes before the first, blanks before the others. */
export function labelledLines(label: string, lines: readonly string[]): string[] {
  return lines.map((line, at) => `  ${(at === 0 ? label : "").padEnd(LABEL_WIDTH)}${line}`);
}
