import { readFileSync } from "node:fs";
import type { Grammar } from "../../grammar/grammar.ts";
import { UserError } from "../../input/user-error.ts";
import { counted } from "../../report/layout/format-number.ts";
import { changedCalls } from "../../report/words/changed-calls.ts";
import { hidingOptions } from "../../report/words/hiding-options.ts";
import { CHANGE_KINDS, type Comparison } from "../../result/comparison.ts";
import { writeSnapshot } from "../../snapshot/write-snapshot.ts";
import type { Pair } from "../../trace/pair.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Environment } from "../io.ts";
import type { TraceSources } from "../options/trace-sources.ts";
import { writeFile } from "../output/write-file.ts";

/**
 * Refuses --update where nobody would look at what it writes: a job that accepts every change checks nothing.
 *
 * @throws UserError if CI is set, unless forced, and for several runs, since only one of them would be kept
 */
export function requireUpdatable(
  { sources: { before: path }, furtherRuns }: TraceSources,
  isForced: boolean,
  { CI }: Environment,
): void {
  if (furtherRuns.before.length + furtherRuns.after.length > 0) {
    throw new UserError(
      "--update takes one snapshot and one trace",
      "to make a snapshot of several runs that agree: tracediff snapshot RUN... -o FILE",
    );
  }
  if (path === "-") throw new UserError("standard input cannot be updated", "give the file of the snapshot");
  const isCi = CI !== undefined && CI !== "" && CI !== "0" && CI !== "false";
  if (isCi && !isForced) {
    throw new UserError(
      `${path} is not updated in CI (the environment has CI=${CI})`,
      "update it where you can review and commit it, or pass --force to do it here",
    );
  }
}

/** Calls that were left out would be accepted unseen. @throws UserError if an option left calls out */
function requireWholeLook(
  { options, after }: Comparison,
  kept: readonly string[] | null,
  path: string,
): void {
  const isPart = options.paths !== undefined || (options.calls ?? []).length !== (kept ?? []).length;
  if (isPart) {
    throw new UserError(
      `${path} is not updated: ${hidingOptions(options)} left out calls that would be accepted unseen`,
      "compare without it to see everything that the snapshot keeps",
    );
  }
  const [name = ""] = after.sources;
  if (Object.keys(after.calls).length === 0) {
    throw new UserError(`${path} is not updated: ${name} has no call to keep`);
  }
}

/**
 * Rewrites the compared snapshot to match `after`, at the level and with the calls that it had.
 *
 * @returns what it did, in a sentence
 * @throws UserError if before is not a snapshot, or the comparison is inconclusive
 */
export function updateSnapshot(comparison: Comparison, traces: Pair<Trace>, grammar: Grammar): string {
  const [path = ""] = traces.before.sources;
  const kept = traces.before.snapshot;
  if (kept === undefined) {
    throw new UserError(
      `${path} is a log, and --update rewrites only snapshots`,
      `tracediff snapshot ${path} -o io.snap makes one`,
    );
  }
  if (comparison.verdict.pattern === "inconclusive") {
    throw new UserError(`${path} is not updated: the comparison is inconclusive`);
  }
  requireWholeLook(comparison, kept.calls, path);
  const { snapshot } = traces.after;
  if (snapshot !== undefined && snapshot.order !== kept.order) {
    throw new UserError(
      `${path} was made with --order ${kept.order}, and ${traces.after.sources[0]} with --order ${snapshot.order}`,
    );
  }
  const text = [...writeSnapshot(traces.after, grammar, kept)].join("");
  if (readFileSync(path, "utf8") === text) return `${path} is up to date`;
  writeFile(path, [text]);
  const kinds = CHANGE_KINDS.flatMap((kind) => {
    const count = comparison.changeCounts[kind] ?? 0;
    return count === 0 ? [] : [`${kind} ${count}`];
  });
  if (kinds.length === 0) return `${path} is updated: the same calls, written differently`;
  return `${path} is updated: ${counted(changedCalls(comparison), "call")} changed (${kinds.join(", ")})`;
}
