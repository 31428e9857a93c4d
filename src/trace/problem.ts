/**
 * A line that could not be understood, or a call that is not whole. `line` is 1-based. A call whose line breaks off
 * while its thread goes on is malformed, not in flight.
 */
export type Problem = {
  readonly line: number;
  /** Index into `Trace.sources`. */
  readonly source: number;
  /** The start of the line, at most 120 bytes, undecoded bytes as Latin-1. */
  readonly text: string;
} & (
  | { readonly kind: "malformed"; readonly column: number; readonly expected: string }
  /** A call started, and the trace ends or its thread starts another call before it ends. */
  | { readonly kind: "in-flight"; readonly thread: number; readonly call: string }
  /** A resumed half without its unfinished half. */
  | { readonly kind: "orphan"; readonly thread: number; readonly call: string }
  /** The last line has no line end and stops in the middle of a call: the trace was cut. */
  | { readonly kind: "truncated" }
  /** The line is longer than the limit and was skipped. */
  | { readonly kind: "too-long"; readonly limit: number }
);

export type ProblemKind = Problem["kind"];

/** One sentence in the reader's words, without file and line number. */
export function describeProblem(problem: Problem): string {
  switch (problem.kind) {
    case "malformed":
      return `expected ${problem.expected} at column ${problem.column}`;
    case "in-flight":
      return `${callOf(problem)} never ended`;
    case "orphan":
      return `${callOf(problem)} ends here but never started`;
    case "truncated":
      return "the trace stops in the middle of this line";
    case "too-long":
      return `longer than ${problem.limit} bytes`;
    default:
      return problem satisfies never;
  }
}

/** Lines without a pid have thread 0, and so does everything in a snapshot. */
function callOf({ call, thread }: { readonly call: string; readonly thread: number }): string {
  return thread === 0 ? call : `${call} of thread ${thread}`;
}
