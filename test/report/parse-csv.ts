/**
 * Reads CSV as RFC 4180 has it, line ends of LF, as rows of fields. A field of nothing at all is null; a quoted one is
 * a text even if it is empty.
 */
export function parseCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/g)) {
    row.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
