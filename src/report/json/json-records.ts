import type { Row } from "../../trace/table.ts";
import type { TraceView } from "../../view/trace-view.ts";
import { RecordTexts, type ValueSyntax } from "../csv/record-texts.ts";
import { inPieces } from "../layout/in-pieces.ts";
import { safeJson } from "./safe-json.ts";

const JSON_SYNTAX: ValueSyntax = { none: "null", text: safeJson, big: (digits) => `"${digits}"` };

/** One object per line and per call (NDJSON): schema/record-1.json. */
export function jsonRecords(side: TraceView): Iterable<string> {
  const texts = new RecordTexts(side, JSON_SYNTAX);
  const lineOf = (row: Row): string =>
    `{"line":${texts.line(row)},"thread":${texts.thread(row)},"start":${texts.start(row)}` +
    `,"call":${texts.call(row)},"fd":${texts.fd(row)},"file":${texts.file(row)}` +
    `,"offset":${texts.offset(row)},"size":${texts.size(row)},"flags":${texts.flags(row)}` +
    `,"result":${texts.result(row)},"error":${texts.error(row)},"latency":${texts.latency(row)}}\n`;
  return inPieces(side.rows, lineOf);
}
