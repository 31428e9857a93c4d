import type { Grouping, UnpairedGroup } from "../result/timing.ts";
import { mannWhitney } from "../stats/mann-whitney.ts";
import { summarize } from "../stats/summary.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";
import { groupName } from "./group-name.ts";
import type { LatencyKeys } from "./latency-keys.ts";
import type { GroupSample } from "./latency-samples.ts";

/** Up to this share of calls without a partner, the pairs are representative of the whole group. */
const FEW = 0.01;

/**
 * Groups in which calls have no partner, as two samples of all their calls; most time before first. A call whose result
 * alone differs has no partner here either: different bytes take a different time.
 * @param samples of the matched calls
 * @param changed rows that are in some change
 */
export function unpairedGroups(
  sides: Pair<TraceView>,
  samples: readonly GroupSample[],
  changed: Pair<Uint32Array>,
  { groups, keys }: LatencyKeys,
  by: readonly Grouping[],
): readonly UnpairedGroup[] {
  const unmatched = mapPair(changed, (rows, side) => countGroups(rows, groups[side], keys.length));
  const pairs = new Uint32Array(keys.length);
  for (const { group, ratio } of samples) pairs[group] = ratio.count;
  const isWanted = (group: number): boolean => {
    const most = Math.max(unmatched.before[group] as number, unmatched.after[group] as number); // a count for every key
    return most > FEW * (most + (pairs[group] as number));
  };
  const wanted = [...keys.keys()].filter(isWanted);
  if (wanted.length === 0) return [];
  const values = mapPair(sides, ({ rows, trace }, side) =>
    knownValues(trace.table.latency, rows, groups[side], wanted),
  );
  const unpaired = wanted.flatMap((group): UnpairedGroup[] => {
    const { before, after } = mapPair(values, (ofSide) => ofSide.get(group) ?? new Float64Array());
    if (before.length + after.length === 0) return [];
    const key = keys[group] ?? {};
    return [
      {
        by: by.join(","),
        key,
        name: groupName(key),
        before: before.length === 0 ? null : summarize(before),
        after: after.length === 0 ? null : summarize(after),
        unmatched: mapPair(unmatched, (counts) => counts[group] as number),
        test: before.length === 0 || after.length === 0 ? null : mannWhitney(before, after),
      },
    ];
  });
  const total = ({ before, after }: UnpairedGroup): number => Number(before?.total ?? after?.total ?? 0);
  return unpaired.sort((x, y) => total(y) - total(x) || (x.name < y.name ? -1 : 1));
}

function countGroups(rows: Uint32Array, groups: Uint16Array | Int32Array, count: number): Uint32Array {
  const counts = new Uint32Array(count);
  for (const row of rows) {
    const group = groups[row] as number; // every changed row is compared and has a group
    counts[group] = (counts[group] as number) + 1;
  }
  return counts;
}

/** The values of the column for the calls of these groups, by group. Two plain loops in order of starts. */
function knownValues(
  column: Float64Array,
  rows: Uint32Array,
  groups: Uint16Array | Int32Array,
  wanted: readonly number[],
): ReadonlyMap<number, Float64Array> {
  const sizes = new Uint32Array(Math.max(...wanted) + 1);
  for (let i = 0; i < rows.length; i++) {
    const group = groups[rows[i] as Row] as number;
    if (group < sizes.length) sizes[group] = (sizes[group] as number) + 1;
  }
  const isWanted = new Set(wanted);
  const values = Array.from(sizes, (size, group) => (isWanted.has(group) ? new Float64Array(size) : null));
  const known = new Uint32Array(sizes.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row;
    const group = groups[row] as number;
    const ofGroup = values[group];
    const value = column[row] as number;
    if (ofGroup == null || value < 0) continue;
    const end = known[group] as number;
    ofGroup[end] = value;
    known[group] = end + 1;
  }
  return new Map(
    wanted.map((group) => [group, (values[group] ?? new Float64Array()).subarray(0, known[group])]),
  );
}
