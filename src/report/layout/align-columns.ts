import { displayWidth } from "./display-width.ts";
import { elideMiddle } from "./elide-middle.ts";

export type Column = {
  readonly align: "left" | "right";
  /** Blanks before the column. */
  readonly spacing: number;
  /** The least width that the column can shrink to if the lines get too long; it does not shrink if absent. */
  readonly shrinkTo?: number;
};

/**
 * Rows of cells as lines of aligned columns, without blanks at the end. Columns that are empty in every row
 * take no space, not even their spacing. If the lines are wider than `width`, columns that may shrink do so, widest
 * first, and the middle of their cells is cut out.
 */
export function alignColumns(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  width: number,
  ellipsis: string,
): string[] {
  const natural = columns.map((_, at) =>
    rows.reduce((high, row) => Math.max(high, displayWidth(row[at] ?? "")), 0),
  );
  const spacings = columns.map((column, at) => (natural[at] === 0 ? 0 : column.spacing));
  const widths = shrink(natural, columns, width - spacings.reduce((sum, spacing) => sum + spacing, 0));
  return rows.map((row) => {
    let line = "";
    for (const [at, column] of columns.entries()) {
      const room = widths[at] ?? 0;
      const cell = elideMiddle(row[at] ?? "", room, ellipsis);
      const blanks = " ".repeat(Math.max(0, room - displayWidth(cell)));
      line += " ".repeat(spacings[at] ?? 0) + (column.align === "right" ? blanks + cell : cell + blanks);
    }
    return line.trimEnd();
  });
}

function shrink(natural: readonly number[], columns: readonly Column[], room: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  const shrinkable = columns
    .flatMap((column, at) => (column.shrinkTo === undefined ? [] : [{ at, least: column.shrinkTo }]))
    .sort((one, other) => (natural[other.at] ?? 0) - (natural[one.at] ?? 0));
  for (const { at, least } of shrinkable) {
    if (excess <= 0) break;
    const width = widths[at] ?? 0;
    const cut = Math.min(excess, Math.max(0, width - least));
    widths[at] = width - cut;
    excess -= cut;
  }
  return widths;
}
