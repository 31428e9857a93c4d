import type { CallRecord } from "../../result/call-record.ts";
import type { Comparison, Hunk } from "../../result/comparison.ts";
import { alignColumns, type Column } from "../layout/align-columns.ts";
import { callColumns } from "../layout/call-columns.ts";
import { displayWidth } from "../layout/display-width.ts";
import { type DurationScale, durationScale } from "../layout/duration-scale.ts";
import type { Symbols } from "../layout/symbols.ts";
import type { Theme } from "../layout/theme.ts";
import { changeNote } from "./change-note.ts";
import { hunkTitle } from "./hunk-title.ts";

/** Calls of one change shown on one side; a whole added thread can have millions. */
const CALLS_PER_CHANGE = 20;

type Row = {
  readonly sign: " " | "-" | "+" | "~";
  readonly before: CallRecord | null;
  readonly after: CallRecord | null;
  readonly note: string;
};

const COLUMNS: readonly Column[] = [
  { align: "left", spacing: 0 },
  { align: "left", spacing: 1 },
  { align: "left", spacing: 2, shrinkTo: 12 },
  { align: "right", spacing: 2 },
  { align: "right", spacing: 2 },
  { align: "left", spacing: 2, shrinkTo: 12 },
  { align: "left", spacing: 2 },
  { align: "left", spacing: 2 },
  { align: "left", spacing: 2 },
];

/** One hunk as `git diff` would show it: a title, then calls as aligned columns. */
export function hunkLines(hunk: Hunk, comparison: Comparison, theme: Theme): string[] {
  const rows = hunk.lines.flatMap((line): Row[] =>
    line.kind === "match"
      ? [{ sign: " ", before: line.before, after: line.after, note: "" }]
      : changeRows(line.change, theme),
  );
  return [theme.chalk.cyan(hunkTitle(hunk, comparison, theme)), ...rowLines(rows, theme)];
}

function changeRows(change: Parameters<typeof changeNote>[0], theme: Theme): Row[] {
  const rows: Row[] = [...sideRows(change.before, "-", theme), ...sideRows(change.after, "+", theme)];
  const last = rows.pop();
  if (last === undefined) return [];
  const note = changeNote(change, theme);
  return last.sign === "~"
    ? [...rows, { ...last, note: `${last.note}   ${note}` }]
    : [...rows, { ...last, note }];
}

function sideRows(records: readonly CallRecord[], sign: "-" | "+", theme: Theme): Row[] {
  const shown = records
    .slice(0, CALLS_PER_CHANGE)
    .map(
      (record): Row =>
        sign === "-"
          ? { sign, before: record, after: null, note: "" }
          : { sign, before: null, after: record, note: "" },
    );
  const left = records.length - shown.length;
  if (left === 0) return shown;
  const note = `${theme.symbols.ellipsis} ${left} more (--format json lists all)`;
  return [...shown, { sign: "~", before: null, after: null, note }];
}

function rowLines(rows: readonly Row[], theme: Theme): string[] {
  const calls = rows.filter((row) => row.sign !== "~");
  const latencies = calls.flatMap((row) => [row.before?.latency ?? [], row.after?.latency ?? []].flat());
  const scale = durationScale(latencies, theme.symbols);
  const widths = latencyWidths(calls, (latency) => scale.format(latency).length);
  const cells = calls.map((row) => [
    row.sign,
    ...callColumns(row.before, row.after, theme),
    latencyPair(row.before, row.after, scale, widths, theme.symbols),
    row.note,
  ]);
  const aligned = alignWithNotes(cells, theme);
  let at = 0;
  return rows.flatMap((row) =>
    row.sign === "~"
      ? [theme.chalk.dim(`  ${row.note}`)]
      : (aligned[at++] ?? []).map((line) => paintRow(row, line, theme)),
  );
}

function latencyWidths(rows: readonly Row[], width: (latency: number) => number): LatencyWidths {
  const widest = (side: "before" | "after"): number =>
    rows.reduce((high, row) => Math.max(high, row[side]?.latency == null ? 0 : width(row[side].latency)), 0);
  return { before: widest("before"), after: widest("after") };
}

/** Notes go beside their rows if there is room, else under them, together with the latencies if necessary. */
function alignWithNotes(cells: readonly string[][], theme: Theme): string[][] {
  const { width, symbols } = theme;
  for (const under of [0, 1, 2]) {
    const beside = alignColumns(
      cells.map((row) => row.slice(0, row.length - under)),
      COLUMNS.slice(0, COLUMNS.length - under),
      width,
      symbols.ellipsis,
    );
    if (under < 2 && beside.some((line) => displayWidth(line) > width)) continue;
    return beside.map((line, at) => {
      const row = cells[at] ?? [];
      const rest = row.slice(row.length - under).filter((cell) => cell.trim() !== "");
      return under === 0 || rest.length === 0
        ? [line]
        : [line, `    ${rest.map((cell) => cell.trim()).join("   ")}`];
    });
  }
  return [];
}

function paintRow(row: Row, line: string, theme: Theme): string {
  if (row.sign === "-") return theme.chalk.red(line);
  return row.sign === "+" ? theme.chalk.green(line) : line;
}

type LatencyWidths = { readonly before: number; readonly after: number };

/** `45 µs → 41 µs` for a match; for a call of one side, its latency in that side's place. */
function latencyPair(
  before: CallRecord | null,
  after: CallRecord | null,
  scale: DurationScale,
  widths: LatencyWidths,
  symbols: Symbols,
): string {
  const left = latencyCell(before, scale, widths.before);
  const right = latencyCell(after, scale, widths.after);
  const arrow = before !== null && after !== null && (left + right).trim() !== "" ? symbols.arrow : "";
  return `${left} ${arrow.padEnd(symbols.arrow.length)} ${right}`.trimEnd();
}

function latencyCell(record: CallRecord | null, scale: DurationScale, width: number): string {
  if (width === 0) return "";
  if (record === null || record.latency === null) return " ".repeat(width + 1 + scale.unit.length);
  return `${scale.format(record.latency).padStart(width)} ${scale.unit}`;
}
