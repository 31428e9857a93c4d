import { emptyNameError } from "../../input/describe-file-error.ts";
import { UserError } from "../../input/user-error.ts";
import type { Pair } from "../../trace/pair.ts";
import type { RawArguments } from "./parse-arguments.ts";

const USAGE = "usage: tracediff [options] <before> <after>; tracediff --help says more";

/** What a comparison reads: paths, or `-` for standard input. */
export type TraceSources = {
  /** Whether all of them name the files of `strace -ff` sets. */
  readonly areSets: boolean;
  readonly sources: Pair<string>;
  /** The runs after the first one of each side. */
  readonly furtherRuns: Pair<readonly string[]>;
};

/** @throws UserError if traces are missing, too many, or on neither side */
export function traceSources({ operands, values }: RawArguments): TraceSources {
  if (operands.includes("")) throw emptyNameError();
  const areSets = values.has("ff");
  const runs = { before: values.get("before"), after: values.get("after") };
  if (runs.before === undefined && runs.after === undefined) {
    return { areSets, sources: twoSources(operands), furtherRuns: { before: [], after: [] } };
  }
  const [operand] = operands;
  if (operand !== undefined) {
    const hint = "with --before and --after every trace follows one of them";
    throw new UserError(`${operand} is on neither side`, hint);
  }
  const [before, ...moreBefore] = runs.before ?? [];
  const [after, ...moreAfter] = runs.after ?? [];
  if (before === undefined) throw new UserError("--after is given without --before", USAGE);
  if (after === undefined) throw new UserError("--before is given without --after", USAGE);
  requireOneStandardInput([before, ...moreBefore, after, ...moreAfter]);
  return { areSets, sources: { before, after }, furtherRuns: { before: moreBefore, after: moreAfter } };
}

function twoSources(operands: readonly string[]): Pair<string> {
  const [before, after, ...others] = operands;
  if (before === undefined) throw new UserError("no traces given, two needed", USAGE);
  if (after === undefined) throw new UserError(`only one trace given, ${before}; two needed`, USAGE);
  if (others.length > 0) {
    const hint =
      "give several runs a side as --before b1 b2 b3 --after a1 a2 a3, the files of an strace -ff set as a quoted pattern";
    throw new UserError(`${operands.length} traces given, two needed`, hint);
  }
  requireOneStandardInput([before, after]);
  return { before, after };
}

function requireOneStandardInput(sources: readonly string[]): void {
  if (sources.filter((source) => source === "-").length < 2) return;
  throw new UserError("only one of the traces can be standard input", "give a file for the other");
}
