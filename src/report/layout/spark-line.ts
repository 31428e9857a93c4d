import type { Histogram } from "../../stats/histogram.ts";
import type { Pair } from "../../trace/pair.ts";

const BARS = "▁▂▃▄▅▆▇█";
/** Columns that a spark line takes at most. */
export const SPARK_WIDTH = 16;

/** How the values of both sides are spread over the same bins, the taller of all bins full; a bin of none is blank. */
export function sparkLines({ counts }: Histogram): Pair<string> {
  const most = Math.max(1, ...counts.before, ...counts.after);
  const bar = (count: number): string => {
    if (count === 0) return " ";
    return BARS[Math.min(BARS.length - 1, Math.floor((count / most) * BARS.length))] ?? "";
  };
  return { before: counts.before.map(bar).join(""), after: counts.after.map(bar).join("") };
}
