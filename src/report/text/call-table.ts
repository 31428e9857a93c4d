import type { Overview } from "../../compare/overview.ts";
import { NUMBERS } from "../latency/latency-table.ts";
import { alignColumns, type Column } from "../layout/align-columns.ts";
import { durationScale } from "../layout/duration-scale.ts";
import type { Theme } from "../layout/theme.ts";

/** The I/O calls of a trace by name: how many, how many failed or ended in `= ?`, and how long they took. */
export function callTable(overview: Overview, theme: Theme): string[] {
  const { calls, failed, noResult, latency } = overview;
  if (Object.keys(calls).length === 0) return [];
  const summaries = new Map(latency.groups.map((group) => [group.name, group.latency]));
  // The order of the latencies, most time first; then calls without latencies.
  const names = [...summaries.keys(), ...byCount(calls).filter((name) => !summaries.has(name))];
  const scales = NUMBERS.map(({ of }) =>
    durationScale(
      [...summaries.values()].flatMap((summary) => of(summary) ?? []),
      theme.symbols,
    ),
  );
  const isAny = (counts: Readonly<Record<string, number>>): boolean => names.some((name) => name in counts);
  const table = [
    [
      "calls",
      "n",
      isAny(failed) ? "failed" : "",
      isAny(noResult) ? "= ?" : "",
      ...NUMBERS.map(({ title }, at) => (summaries.size === 0 ? "" : `${title} ${scales[at]?.unit}`)),
    ],
    ...names.map((name) => {
      const summary = summaries.get(name);
      const numbers = NUMBERS.map(({ of }, at) => {
        if (summary === undefined) return "";
        const value = of(summary);
        return value === null ? theme.symbols.none : (scales[at]?.format(value) ?? "");
      });
      return [`  ${name}`, String(calls[name]), text(failed[name]), text(noResult[name]), ...numbers];
    }),
  ];
  const columns: readonly Column[] = [
    { align: "left", spacing: 0, shrinkTo: 10 },
    ...["n", "failed", "= ?", ...NUMBERS].map((): Column => ({ align: "right", spacing: 2 })),
  ];
  const [head = "", ...rows] = alignColumns(table, columns, theme.width, theme.symbols.ellipsis);
  return [theme.chalk.bold(head), ...rows];
}

function byCount(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
}

function text(count: number | undefined): string {
  return count === undefined ? "" : String(count);
}
