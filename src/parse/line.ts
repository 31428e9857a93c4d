/** A line of a log. All positions are within it. */
export type Line = {
  readonly bytes: Uint8Array;
  readonly start: number;
  /** After what reads as a leader. */
  readonly body: number;
  readonly end: number;
  /** False for a last line without a line end. */
  readonly whole: boolean;
  /** From 1. */
  readonly number: number;
  readonly source: number;
};
