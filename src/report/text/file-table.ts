import type { FileUse, Overview } from "../../compare/overview.ts";
import type { FileCoverage } from "../../result/comparison.ts";
import type { WholeNumber } from "../../trace/whole-number.ts";
import { alignColumns, type Column } from "../layout/align-columns.ts";
import { durationScale } from "../layout/duration-scale.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { fileWords } from "../layout/file-words.ts";
import { BINARY_UNITS } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";

/** Files shown; JSON lists all. */
const FILE_LIMIT = 10;
const COLUMNS: readonly Column[] = [
  { align: "left", spacing: 0 },
  ...["calls", "asked", "moved", "unique", "again", "in seq", "time"].map(
    (): Column => ({ align: "right", spacing: 2 }),
  ),
];

/** The files of a trace: how their bytes were read and written, and how long all calls on them took. */
export function fileTable({ byFile }: Overview, theme: Theme): string[] {
  if (byFile.length === 0) return [];
  const shown = byFile.slice(0, FILE_LIMIT);
  const latencies = shown.flatMap(({ latency }) => (latency === null ? [] : Number(latency)));
  const { unit, format } = durationScale(latencies, theme.symbols);
  const coverages = shown.flatMap(({ read, write }) => [read ?? [], write ?? []].flat());
  const bytes = byteScale(
    coverages.flatMap(({ requested, returned }) => [Number(requested), Number(returned)]),
  );
  const titles = ["asked", "moved", "unique", "again"].map((title) => `${title} ${bytes.unit}`.trimEnd());
  const head = [
    "files",
    "calls",
    ...(coverages.length > 0 ? [...titles, "in seq"] : ["", "", "", "", ""]),
    latencies.length > 0 ? `total ${unit}` : "",
  ];
  const parts = shown.map((use) => {
    const time = use.latency === null ? "" : format(Number(use.latency));
    return useRows(use, bytes, theme).map((row, at) => [...row, at === 0 ? time : ""]);
  });
  const lines = alignColumns([head, ...parts.flat()], COLUMNS, theme.width, theme.symbols.ellipsis);
  // A name is on its own line: paths are long, and what was done to them takes many numbers.
  let at = 1;
  const body = shown.flatMap(({ file }, index) => {
    const rows = lines.slice(at, at + (parts[index]?.length ?? 0));
    at += rows.length;
    const name = elideMiddle(fileWords(file, theme), theme.width - 2, theme.symbols.ellipsis);
    return [`  ${name}`, ...rows];
  });
  const left = byFile.length - shown.length;
  const rest = left > 0 ? [`  ${theme.symbols.ellipsis} ${left} more (--format json lists all)`] : [];
  return [theme.chalk.bold(lines[0] ?? ""), ...body, ...rest];
}

/** A row for each direction, and one for calls that neither read nor write. */
function useRows({ calls, read, write }: FileUse, bytes: ByteScale, theme: Theme): string[][] {
  const other = calls - (read?.calls ?? 0) - (write?.calls ?? 0);
  return [
    ...(read === null ? [] : [coverageRow("read", read, bytes, theme)]),
    ...(write === null ? [] : [coverageRow("write", write, bytes, theme)]),
    ...(other > 0 ? [["    other", String(other), "", "", "", "", ""]] : []),
  ];
}

function coverageRow(direction: string, coverage: FileCoverage, bytes: ByteScale, theme: Theme): string[] {
  const { calls, requested, returned, unique, repeated, sequential } = coverage;
  const known = (value: WholeNumber | null): string =>
    value === null ? theme.symbols.none : bytes.format(Number(value));
  // A single call has no previous one to continue.
  const share = sequential === null || calls < 2 ? theme.symbols.none : `${Math.round(100 * sequential)} %`;
  return [
    `    ${direction}`,
    String(calls),
    bytes.format(Number(requested)),
    bytes.format(Number(returned)),
    known(unique),
    known(repeated),
    share,
  ];
}

/** One unit for sizes in neighbouring columns. */
type ByteScale = {
  /** Empty for bytes. */
  readonly unit: string;
  readonly format: (bytes: number) => string;
};

/** Digits that a column has room for. */
const EXACT = 1e7;
const SCALED = 1e5;

/** Exact bytes as long as they are short; else the finest unit in which the largest value has at most five digits. */
function byteScale(values: readonly number[]): ByteScale {
  const largest = values.reduce((high, value) => Math.max(high, value), 0);
  if (largest < EXACT) return { unit: "", format: String };
  const power = BINARY_UNITS.findIndex((_, at) => largest < SCALED * 1024 ** (at + 1));
  const exponent = power === -1 ? BINARY_UNITS.length : power + 1;
  return {
    unit: BINARY_UNITS[exponent - 1] ?? "",
    format: (bytes) => (bytes / 1024 ** exponent).toFixed(bytes === 0 ? 0 : 1),
  };
}
