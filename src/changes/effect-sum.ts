import type { Effect } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { ExactValues, Row } from "../trace/table.ts";
import { bytesAskedFor, type WholeNumber, wholeNumber } from "../trace/whole-number.ts";
import type { TraceView } from "../view/trace-view.ts";

/** What is read from a call. */
type EffectColumns = {
  readonly call: Uint16Array;
  readonly size: Float64Array;
  readonly latency: Float64Array;
  readonly exactSize: ExactValues["size"];
};

/** Numbers per sum: calls, bytes, nanoseconds. */
const PARTS = 3;

/** Sums of after - before in calls, in bytes requested by data calls, and in time inside the calls, by number. */
export class EffectSums {
  readonly #columns: Pair<EffectColumns>;
  /** By index into `Grammar.calls`: 1 where the size of the call is one of data. */
  readonly #asksForBytes: Uint8Array;
  /** All parts of a sum, one after another. */
  #sums: Float64Array = new Float64Array(PARTS);
  /** What a double cannot hold, by place in `#sums`. */
  readonly #far = new Map<number, bigint>();
  #lacksLatency: Uint8Array = new Uint8Array(1);

  constructor(sides: Pair<TraceView>) {
    this.#columns = mapPair(sides, ({ trace }) => ({ ...trace.table, exactSize: trace.exact.size }));
    this.#asksForBytes = Uint8Array.from(sides.before.grammar.calls, ({ kind }) =>
      Number(kind === "data" || kind === "async"),
    );
  }

  /** @param sum its number; a new one starts at 0 */
  add(sum: number, side: Side, row: Row): void {
    if (sum >= this.#lacksLatency.length) this.#grow(sum);
    const isBefore = side === "before";
    // a property by name costs less than one by a variable
    const columns = isBefore ? this.#columns.before : this.#columns.after;
    const { call, size: sizes, latency: latencies } = columns;
    const sign = isBefore ? -1 : 1;
    const size = bytesAskedFor(sizes[row] as number);
    const latency = latencies[row] as number;
    const sums = this.#sums;
    const at = sum * PARTS;
    sums[at] = (sums[at] as number) + sign;
    if (size > 0 && this.#asksForBytes[call[row] as number] === 1) {
      const bytes = (sums[at + 1] as number) + sign * size;
      if (Number.isSafeInteger(bytes)) sums[at + 1] = bytes;
      else this.#addFar(at + 1, BigInt(sign) * (columns.exactSize.get(row) ?? BigInt(size)));
    }
    if (latency < 0) this.#lacksLatency[sum] = 1;
    else {
      const time = (sums[at + 2] as number) + sign * latency;
      if (Number.isSafeInteger(time)) sums[at + 2] = time;
      else this.#addFar(at + 2, BigInt(sign * latency));
    }
  }

  #addFar(place: number, value: bigint): void {
    this.#far.set(place, (this.#far.get(place) ?? 0n) + value);
  }

  #total(place: number): WholeNumber {
    const near = this.#sums[place] ?? 0;
    const far = this.#far.get(place);
    return far === undefined ? near : wholeNumber(far + BigInt(near));
  }

  addChange(sum: number, { before, after }: Pair<ArrayLike<Row>>): void {
    for (let i = 0; i < before.length; i++) this.add(sum, "before", before[i] as Row);
    for (let i = 0; i < after.length; i++) this.add(sum, "after", after[i] as Row);
  }

  effect(sum: number): Effect {
    const at = sum * PARTS;
    const latency = this.#lacksLatency[sum] === 1 ? null : this.#total(at + 2);
    return { calls: this.#sums[at] ?? 0, bytes: this.#total(at + 1), latency };
  }

  #grow(sum: number): void {
    const count = Math.max(sum + 1, this.#lacksLatency.length * 2);
    const sums = new Float64Array(count * PARTS);
    sums.set(this.#sums);
    this.#sums = sums;
    const lacksLatency = new Uint8Array(count);
    lacksLatency.set(this.#lacksLatency);
    this.#lacksLatency = lacksLatency;
  }

  /** Starts all sums at 0 again. */
  clear(): void {
    this.#sums.fill(0);
    this.#far.clear();
    this.#lacksLatency.fill(0);
  }
}

/** The effects of changes one by one. */
export class ChangeEffects {
  readonly #sum: EffectSums;

  constructor(sides: Pair<TraceView>) {
    this.#sum = new EffectSums(sides);
  }

  /** The effect of one change, or of several together, by its rows. */
  of(rows: Pair<ArrayLike<Row>>): Effect {
    this.#sum.clear();
    this.#sum.addChange(0, rows);
    return this.#sum.effect(0);
  }
}
