import type { ResultDifference } from "../result/comparison.ts";
import type { Pair } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";

/** The result of a call. */
export type CallResult = {
  /** The number after `=`. */
  readonly value: number;
  /** Errno name; null if the call did not fail. */
  readonly error: string | null;
  /** Whether `value` counts bytes. */
  readonly isBytes: boolean;
};

/** Errors after which a program tries again. */
const RETRIES: ReadonlySet<string> = new Set(["EINTR", "EAGAIN", "EWOULDBLOCK"]);

export function resultOf({ trace, grammar }: TraceView, row: Row): CallResult {
  const error = trace.table.error[row] as number;
  return {
    value: trace.table.result[row] as number,
    error: error === 0 ? null : (trace.errors[error] as string),
    isBytes: grammar.calls[trace.table.call[row] as number]?.result === "bytes",
  };
}

/** How two results of one request differ. */
export function resultDifference({ before, after }: Pair<CallResult>): ResultDifference {
  if (before.error !== after.error) {
    const errors = [before.error, after.error].filter((error) => error !== null);
    return errors.every((error) => RETRIES.has(error)) ? "retry" : "error";
  }
  if (!before.isBytes || !after.isBytes) return "other";
  if (before.value === 0 || after.value === 0) return "end";
  return after.value < before.value ? "shorter" : "longer";
}
