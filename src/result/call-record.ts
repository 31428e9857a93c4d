import type { WholeNumber } from "../trace/whole-number.ts";

/** A whole number; a decimal string beyond 2^53; null where the trace does not say. */
export type ExactNumber = WholeNumber | null;

/** One call as every output prints it. Times in whole nanoseconds. */
export type CallRecord = {
  readonly line: number;
  readonly thread: number;
  readonly start: ExactNumber;
  readonly call: string;
  readonly fd: number | null;
  /** Path, or null where only the descriptor is known. */
  readonly file: string | null;
  readonly offset: ExactNumber;
  readonly size: ExactNumber;
  readonly flags: string | null;
  readonly result: ExactNumber;
  readonly error: string | null;
  readonly latency: number | null;
};
