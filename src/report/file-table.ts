import type { FileCoverage } from "../compare/comparison.ts";
import type { FileUse, Overview } from "../compare/overview.ts";
import { alignColumns, type Column } from "./align-columns.ts";
import { durationScale } from "./duration-scale.ts";
import { fileWords } from "./file-words.ts";
import type { Theme } from "./theme.ts";

/** Files shown; JSON lists all. */
const FILE_LIMIT = 20;

/** The files of a trace: how their bytes were read and written, and how long all calls on them took. */
export function fileTable({ byFile }: Overview, theme: Theme): string[] {
  if (byFile.length === 0) return [];
  const shown = byFile.slice(0, FILE_LIMIT);
  const { unit, format } = durationScale(
    shown.flatMap(({ latency }) => latency ?? []),
    theme.symbols,
  );
  const hasBytes = shown.some(({ read, write }) => read !== null || write !== null);
  const hasLatency = shown.some(({ latency }) => latency !== null);
  const titles = ["asked", "moved", "unique", "again", "in sequence"];
  const head = ["files", "", "calls", ...(hasBytes ? titles : []), hasLatency ? `total ${unit}` : ""];
  const rows = shown.flatMap((use) => {
    const time = use.latency === null ? "" : format(use.latency);
    return useRows(use, hasBytes, theme).map((row, at) => [...row, at === 0 ? time : ""]);
  });
  const columns: readonly Column[] = [
    { align: "left", gap: 0, shrinkTo: 12 },
    { align: "left", gap: 1 },
    ...head.slice(2).map((): Column => ({ align: "right", gap: 2 })),
  ];
  const [title = "", ...lines] = alignColumns([head, ...rows], columns, theme.width, theme.symbols.ellipsis);
  const left = byFile.length - shown.length;
  const rest = left > 0 ? [`  ${theme.symbols.ellipsis} ${left} more (--format json lists all)`] : [];
  return [theme.chalk.bold(title), ...lines, ...rest];
}

/** A row for all calls that neither read nor write, where there are others, and one for each direction. */
function useRows({ file, calls, read, write }: FileUse, hasBytes: boolean, theme: Theme): string[][] {
  const blanks = hasBytes ? ["", "", "", "", ""] : [];
  const other = calls - (read?.calls ?? 0) - (write?.calls ?? 0);
  const rows = [
    ...(read === null ? [] : [["read", String(read.calls), ...coverageCells(read, theme)]]),
    ...(write === null ? [] : [["write", String(write.calls), ...coverageCells(write, theme)]]),
    ...(other > 0 ? [["other", String(other), ...blanks]] : []),
  ];
  return rows.map((row, at) => [at === 0 ? `  ${fileWords(file, theme)}` : "", ...row]);
}

function coverageCells(coverage: FileCoverage, theme: Theme): string[] {
  const { requested, returned, unique, repeated, sequential } = coverage;
  const known = (value: number | null): string => (value === null ? theme.symbols.none : String(value));
  const share = sequential === null ? theme.symbols.none : `${Math.round(100 * sequential)} %`;
  return [String(requested), String(returned), known(unique), known(repeated), share];
}
