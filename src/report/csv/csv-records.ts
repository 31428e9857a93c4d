import type { Row } from "../../trace/table.ts";
import type { TraceView } from "../../view/trace-view.ts";
import { inPieces } from "../layout/in-pieces.ts";
import { RECORD_FIELDS, RecordTexts, type ValueSyntax } from "./record-texts.ts";

/**
 * A header and one line a call, the fields of an NDJSON record under the same names. What the trace does not say is
 * an empty field. Lines end with LF, as those of other tools of the shell do.
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

/** As RFC 4180 quotes fields. An empty text is quoted too, so that it is not taken for a missing one. */
function csvText(value: string): string {
  return value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
