import type { Row } from "../../trace/table.ts";
import type { TraceView } from "../../view/trace-view.ts";
import { inPieces } from "../layout/in-pieces.ts";
import { RECORD_FIELDS, RecordTexts, type ValueSyntax } from "./record-texts.ts";

/**
 * A header and one line per call, the fields of an NDJSON record under the same names. What the trace does not say is
 * an empty field. Lines end with LF, as in other command line tools.
 */
export function* csvRecords(side: TraceView, show: (text: string) => string): Iterable<string> {
  yield `${RECORD_FIELDS.join(",")}\n`;
  const syntax: ValueSyntax = { none: "", text: (text) => csvText(show(text)), big: (digits) => digits };
  const texts = new RecordTexts(side, syntax);
  const lineOf = (row: Row): string =>
    `${texts.line(row)},${texts.thread(row)},${texts.start(row)},${texts.call(row)},${texts.fd(row)}` +
    `,${texts.file(row)},${texts.offset(row)},${texts.size(row)},${texts.flags(row)}` +
    `,${texts.result(row)},${texts.error(row)},${texts.latency(row)}\n`;
  yield* inPieces(side.rows, lineOf);
}

/** Quotes fields as in RFC 4180. An empty string is quoted too, so that it is not taken for a missing value. */
function csvText(value: string): string {
  return value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
