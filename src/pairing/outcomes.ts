import { COMPARABLE_RESULTS } from "../grammar/grammar.ts";
import type { Ignorable } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";

/** Decides whether two equal requests have the same result. */
export class Outcomes {
  readonly #sides: Pair<TraceView>;
  readonly #isComparable: Uint8Array;
  /** Errno index of before to the errno index of after, -1 if after has no such error. */
  readonly #errors: Int32Array;
  readonly #hasExact: boolean;
  /** Results that a double cannot hold exactly, numbered from 1. */
  readonly #large = new Map<bigint, number>();

  constructor(sides: Pair<TraceView>, ignore: readonly Ignorable[]) {
    const { before, after } = sides;
    this.#sides = sides;
    // other amounts are accepted then, but neither an error in place of a success nor a different error
    const areAmountsIgnored = ignore.includes("result");
    this.#isComparable = Uint8Array.from(before.grammar.calls, ({ result }) =>
      Number(COMPARABLE_RESULTS.has(result) && !areAmountsIgnored),
    );
    const errors = new Map(after.trace.errors.map((error, index) => [error, index]));
    this.#errors = Int32Array.from(before.trace.errors, (error) => errors.get(error) ?? -1);
    this.#hasExact = !areAmountsIgnored && before.trace.exact.result.size + after.trace.exact.result.size > 0;
  }

  areSame(before: Row, after: Row): boolean {
    const one = this.#sides.before.trace;
    const other = this.#sides.after.trace;
    if (this.#errors[one.table.error[before] as number] !== (other.table.error[after] as number))
      return false;
    if (this.#isComparable[one.table.call[before] as number] !== 1) return true;
    if (one.table.result[before] !== other.table.result[after]) return false;
    return !this.#hasExact || one.exact.result.get(before) === other.exact.result.get(after);
  }

  /**
   * Rows whose partner has another result, in order.
   * @param rows of before
   * @param partner by row of before, the row of after with the same request; -1 if there is none
   */
  differing(rows: Uint32Array, partner: Int32Array): Uint32Array {
    const differing: Row[] = [];
    const one = this.#sides.before.trace.table;
    const other = this.#sides.after.trace.table;
    const errors = this.#errors;
    const isComparable = this.#isComparable;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      const match = partner[row] as number;
      if (match < 0) continue;
      const isSame =
        errors[one.error[row] as number] === other.error[match] &&
        (one.result[row] === other.result[match] || isComparable[one.call[row] as number] !== 1);
      if (isSame && (!this.#hasExact || this.areSame(row, match))) continue;
      differing.push(row);
    }
    return Uint32Array.from(differing);
  }

  /**
   * The outcome of each of `rows` as two numbers (the second one tells errors and large results apart), under one
   * numbering for both sides: two calls with the same request have equal numbers if `areSame`.
   */
  columns(side: "before" | "after", rows: Uint32Array): { result: Float64Array; error: Float64Array } {
    const { table, exact } = this.#sides[side].trace;
    const result = new Float64Array(rows.length);
    const error = new Float64Array(rows.length);
    const unmatched = this.#sides.after.trace.errors.length;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as Row;
      const index = table.error[row] as number;
      if (side === "after") error[i] = index;
      else
        error[i] = (this.#errors[index] as number) < 0 ? unmatched + index : (this.#errors[index] as number);
      if (this.#isComparable[table.call[row] as number] !== 1) continue;
      result[i] = table.result[row] as number;
      const large = exact.result.get(row);
      if (large !== undefined) error[i] = (error[i] as number) + this.#numberOf(large) * ERRORS;
    }
    return { result, error };
  }

  #numberOf(large: bigint): number {
    const known = this.#large.get(large) ?? this.#large.size + 1;
    this.#large.set(large, known);
    return known;
  }
}

/** More than the errnos of both sides together: `error` is a 16-bit column. */
const ERRORS = 0x2_0000;
