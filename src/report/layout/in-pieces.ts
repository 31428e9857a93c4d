import type { Row } from "../../trace/table.ts";

/** Characters per piece: one piece per line would cost more than the line. */
const PIECE = 1 << 15;

/** Lines of rows, in order, as pieces of many lines, so that they are never one string or an array of strings. */
export function* inPieces(rows: Uint32Array, lineOf: (row: Row) => string): Iterable<string> {
  let piece = "";
  for (let i = 0; i < rows.length; i++) {
    piece += lineOf(rows[i] as Row); // i < length
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
