import type { Comparison } from "../../result/comparison.ts";
import type { LatencyCaveat, RecordingCaveat } from "../../result/timing.ts";
import { durationScale } from "../layout/duration-scale.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import { counted } from "../layout/format-number.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { sourceName } from "../words/source-name.ts";
import { groupWords } from "./group-words.ts";

/** How many caveats about single groups are shown, and how many groups are named for each. */
const SENTENCE_LIMIT = 6;
const NAME_LIMIT = 5;

/** Why the latencies may mean less than they seem to, each reason once, with the calls that it is about. */
export function caveatLines(comparison: Comparison, theme: Theme): string[] {
  const { groups, caveats } = comparison.latency;
  const callsOf = new Map<string, string[]>();
  for (const group of groups) {
    for (const caveat of group.caveats) {
      const sentence = caveatSentence(caveat, comparison, theme);
      const calls = callsOf.get(sentence);
      const name = groupWords(group.key, theme);
      if (calls === undefined) callsOf.set(sentence, [name]);
      else calls.push(name);
    }
  }
  const perCall = [...callsOf].map(([sentence, calls]) =>
    calls.length === groups.length ? sentence : `${someOf(calls, theme)}: ${sentence}`,
  );
  const shown = perCall.slice(0, SENTENCE_LIMIT);
  const left = perCall.length - shown.length;
  if (left > 0)
    shown.push(`${theme.symbols.ellipsis} ${left} more caveats about groups (--format json lists all)`);
  // Without any shift there is no reason to suspect the machine.
  const apt = caveats.filter(({ kind }) => groups.length > 0 || kind === "no-latency");
  const general = apt.map((caveat) => caveatSentence(caveat, comparison, theme));
  return [...new Set([...shown, ...general])].flatMap((sentence) =>
    wrapWords(sentence, theme.width - 4).map((line, at) =>
      theme.chalk.dim(at === 0 ? `  ${line}` : `    ${line}`),
    ),
  );
}

function someOf(names: readonly string[], theme: Theme): string {
  const shown = names
    .slice(0, NAME_LIMIT)
    .map((name) => elideMiddle(name, Math.floor(theme.width / 2), theme.symbols.ellipsis));
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(", ")} and ${left} more` : shown.join(", ");
}

function caveatSentence(caveat: LatencyCaveat, comparison: Comparison, theme: Theme): string {
  switch (caveat.kind) {
    case "one-run-a-side":
      return "one run a side cannot tell the code from the machine (record 5 runs each)";
    case "clock-resolution": {
      const { unit, format } = durationScale([caveat.resolution], theme.symbols);
      return `most latencies are only a few steps of strace's clock, ${format(caveat.resolution)} ${unit}`;
    }
    case "few-samples":
      return `fewer than ${caveat.needed} pairs, too few to be sure of a shift`;
    case "heavy-ties":
      return `${Math.round(caveat.share * 100)} % of the pairs took the same time on both sides`;
    case "no-latency":
      return noLatencySentence(caveat.side, comparison, theme);
    case "different-recording":
      return recordingSentence(caveat, comparison, theme);
    case "injected": {
      const name = theme.show(sourceName(comparison[caveat.side]));
      return `strace delayed or altered ${counted(caveat.count, "call")} of ${name} (-e inject=)`;
    }
    default:
      return caveat satisfies never;
  }
}

function recordingSentence(caveat: RecordingCaveat, comparison: Comparison, theme: Theme): string {
  const names = [comparison.before, comparison.after].map((summary) => theme.show(sourceName(summary)));
  const [before = "", after = ""] = names;
  if (caveat.option === "-T") {
    return `recorded with another clock: ${before} in ${caveat.before}, ${after} in ${caveat.after} (strace -T=us on both sides)`;
  }
  const [one, other] = caveat.before === "yes" ? [before, after] : [after, before];
  return `recorded with other options: ${one} with strace ${caveat.option}, ${other} without, which slows every call`;
}

function noLatencySentence(side: "before" | "after" | "both", comparison: Comparison, theme: Theme): string {
  if (comparison.runs !== null) {
    const runs = side === "both" ? "runs of both sides have" : `a run of ${side} has`;
    return `not compared: ${runs} no latencies (strace -T records them)`;
  }
  const who = side === "both" ? "neither side has" : `${theme.show(sourceName(comparison[side]))} has no`;
  return `not compared: ${who} latencies (strace -T records them)`;
}
