import type { Problem, ProblemKind } from "../trace/problem.ts";

/** How many bytes of a line a problem shows. */
export const PROBLEM_TEXT = 120;

const latin1 = new TextDecoder("latin1");

type WithoutPlace<One> = One extends Problem ? Omit<One, "line" | "source" | "text"> : never;
/** A problem without its place. */
export type Finding = WithoutPlace<Problem>;

/** Counts all problems and keeps the first of them. */
export class ProblemList {
  readonly counts: Record<ProblemKind, number> = {
    malformed: 0,
    "in-flight": 0,
    orphan: 0,
    truncated: 0,
    "too-long": 0,
  };
  readonly #kept: Problem[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param bytes the line, or as much of it as there is */
  add(finding: Finding, line: number, source: number, bytes: Uint8Array): void {
    this.counts[finding.kind]++;
    if (this.#kept.length >= this.#limit) return;
    this.#kept.push({ ...finding, line, source, text: latin1.decode(bytes.subarray(0, PROBLEM_TEXT)) });
  }

  /** In order of lines, although a call is only known to be in flight once its thread continues. */
  get sorted(): readonly Problem[] {
    return this.#kept.sort((one, other) => one.source - other.source || one.line - other.line);
  }
}
