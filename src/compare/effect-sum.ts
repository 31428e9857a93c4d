import type { Grammar } from "../grammar/grammar.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { Effect } from "./comparison.ts";
import type { SideView } from "./side-view.ts";

/** What is read of a call. */
type Columns = {
  readonly call: Uint16Array;
  readonly size: Float64Array;
  readonly latency: Float64Array;
};

/** Sums of after - before in calls, in bytes that data calls ask for, and in time inside the calls, by number. */
export class EffectSums {
  readonly #columns: Pair<Columns>;
  readonly #asksForBytes: Uint8Array;
  /** Three numbers for each sum: calls, bytes, nanoseconds. */
  #sums: Float64Array = new Float64Array(3);
  #lacksLatency: Uint8Array = new Uint8Array(1);

  constructor(sides: Pair<SideView>) {
    this.#columns = mapPair(sides, ({ trace }) => trace.table);
    this.#asksForBytes = asksForBytes(sides.before.grammar);
  }

  /** @param sum its number; a new one starts at 0 */
  add(sum: number, side: Side, row: Row): void {
    if (sum >= this.#lacksLatency.length) this.#grow(sum);
    const isBefore = side === "before";
    // a property by name costs less than one by a variable
    const { call, size: sizes, latency: latencies } = isBefore ? this.#columns.before : this.#columns.after;
    const sign = isBefore ? -1 : 1;
    const size = sizes[row] as number;
    const latency = latencies[row] as number;
    const sums = this.#sums;
    const at = sum * 3;
    sums[at] = (sums[at] as number) + sign;
    if (size > 0 && this.#asksForBytes[call[row] as number] === 1) {
      sums[at + 1] = (sums[at + 1] as number) + sign * size;
    }
    if (latency < 0) this.#lacksLatency[sum] = 1;
    else sums[at + 2] = (sums[at + 2] as number) + sign * latency;
  }

  addChange(sum: number, { before, after }: Pair<ArrayLike<Row>>): void {
    for (let i = 0; i < before.length; i++) this.add(sum, "before", before[i] as Row);
    for (let i = 0; i < after.length; i++) this.add(sum, "after", after[i] as Row);
  }

  effect(sum: number): Effect {
    const [calls = 0, bytes = 0, latency = 0] = this.#sums.subarray(sum * 3, sum * 3 + 3);
    return { calls, bytes, latency: this.#lacksLatency[sum] === 1 ? null : latency };
  }

  #grow(sum: number): void {
    const count = Math.max(sum + 1, this.#lacksLatency.length * 2);
    const sums = new Float64Array(count * 3);
    sums.set(this.#sums);
    this.#sums = sums;
    const lacksLatency = new Uint8Array(count);
    lacksLatency.set(this.#lacksLatency);
    this.#lacksLatency = lacksLatency;
  }
}

/** The effect of changes by their rows. */
export function effectOf(sides: Pair<SideView>, rows: Pair<ArrayLike<Row>>): Effect {
  const sums = new EffectSums(sides);
  sums.addChange(0, rows);
  return sums.effect(0);
}

const known = new WeakMap<Grammar, Uint8Array>();

/** By index into `Grammar.calls`: 1 where the size of the call is one of data. */
function asksForBytes(grammar: Grammar): Uint8Array {
  let flags = known.get(grammar);
  if (flags === undefined) {
    flags = Uint8Array.from(grammar.calls, ({ kind }) => Number(kind === "data" || kind === "async"));
    known.set(grammar, flags);
  }
  return flags;
}
