/** A line of a log. All positions lie within it. */
export type Line = {
  readonly bytes: Uint8Array;
  readonly start: number;
  /** Behind what reads as a leader. */
  readonly body: number;
  readonly end: number;
  /** False for a last line without line end. */
  readonly whole: boolean;
  /** From 1. */
  readonly number: number;
  readonly source: number;
};
