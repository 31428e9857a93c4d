import type { CallRecord, ExactNumber } from "../../result/call-record.ts";
import type { Theme } from "./theme.ts";

/** Call, file, offset, size, flags and result of a row; for a match, what the two sides share is shown once. */
export function callColumns(before: CallRecord | null, after: CallRecord | null, theme: Theme): string[] {
  const record = before ?? after;
  if (record === null) return [];
  const other = after ?? record;
  return [
    record.call,
    fileCell(record, other, theme),
    exactCell(record.offset),
    exactCell(record.size),
    theme.show(record.flags ?? ""),
    `= ${record.error ?? exactCell(record.result, "?")}`,
  ];
}

function fileCell(record: CallRecord, other: CallRecord, theme: Theme): string {
  if (record.file !== null) return theme.show(record.file);
  if (record.fd === null) return "";
  if (other.fd === null || other.fd === record.fd) return `fd ${record.fd}`;
  return `fd ${record.fd} ${theme.symbols.arrow} ${other.fd}`;
}

function exactCell(value: ExactNumber, unknown = ""): string {
  return value === null ? unknown : String(value);
}
