import type { LatencyGroup } from "../../result/comparison.ts";
import { durationScale } from "../layout/duration-scale.ts";
import { formatP, percentChange, signed } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";

/** Above this probability of a shift by chance, the report claims none. */
const ALPHA = 0.05;

/**
 * `shift   +9 µs [+5, +13]  +13 %   total +15 %   p < 0.001`: the median of the pair differences, its 95 %
 * interval, and its share of the median before, unless it is a fall by more than all of that: a few pairs may have a
 * different median from all calls. Without evidence of a shift, it follows a `~`. It is never red or green: two runs
 * of the same program differ just as certainly, and that is not a regression.
 */
export function shiftText(group: LatencyGroup, theme: Theme): string {
  const { shift } = group;
  const certain = isCertain(shift);
  const bounds = shift.interval === null ? [] : [shift.interval.low, shift.interval.high];
  const { unit, format } = durationScale([shift.median, ...bounds], theme.symbols);
  const change = (value: number): string => signed(value, format(Math.abs(value)));
  const interval = bounds.length === 0 ? "" : ` [${bounds.map(change).join(", ")}]`;
  const median = group.before.percentiles.p50;
  const relative =
    median === null || shift.median < -median ? "" : `  ${percentChange(shift.median, median)}`;
  const before = Number(group.before.total);
  const total = `total ${percentChange(Number(group.after.total) - before, before)}`;
  const text = `${certain ? "" : "~ "}${change(shift.median)} ${unit}${interval}${relative}`;
  return `shift   ${certain ? text : theme.chalk.dim(text)}   ${total}   ${formatP(shift.p)}`;
}

/** The test and the interval make different assumptions; a shift is claimed only if neither contradicts it. */
function isCertain({ p, interval }: LatencyGroup["shift"]): boolean {
  return p <= ALPHA && !(interval !== null && interval.low < 0 && interval.high > 0);
}
