import { type Comparison, ORDERS, type Reason } from "../../result/comparison.ts";
import type { Side } from "../../trace/pair.ts";
import { driftedSentence, driftSentence } from "../latency/drift-sentence.ts";
import { counted } from "../layout/format-number.ts";
import { labelledLines } from "../layout/labelled-lines.ts";
import { limitedLines } from "../layout/limited-lines.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { changedCalls } from "./changed-calls.ts";
import { comparedCalls } from "./header-lines.ts";
import { hidingOptions } from "./hiding-options.ts";
import { inFlightLines } from "./in-flight-words.ts";
import { orderWords, strongestOrder, weakerWords } from "./order-words.ts";
import { runLines } from "./run-lines.ts";
import { sourceName } from "./source-name.ts";

/** An answer about time and the symbol before it. */
export type TimingAnswer = {
  readonly kind: "same" | "different" | "inconclusive";
  readonly sentence: string;
};

/** The answer, and what qualifies it: which orders hold, what options hid. */
export function verdictLines(comparison: Comparison, theme: Theme): string[] {
  return [
    ...answerLines(comparison, theme),
    ...inFlightLines(comparison, theme),
    ...timingAnswerLines(comparison, theme),
    ...qualifyingLines(comparison, theme),
    ...runLines(comparison, theme),
  ];
}

function answerLines(comparison: Comparison, theme: Theme): string[] {
  const { chalk, symbols } = theme;
  const { pattern } = comparison.verdict;
  const paint = { same: chalk.green, different: chalk.red, inconclusive: chalk.yellow }[pattern];
  return answerSentences(comparison, theme).flatMap((sentence) =>
    paintedSentence(symbols[pattern], sentence, theme, paint),
  );
}

/** The answer in one sentence; an inconclusive one in a sentence for each reason. */
export function answerSentences(comparison: Comparison, theme: Theme): string[] {
  switch (comparison.verdict.pattern) {
    case "same":
      return [sameSentence(comparison)];
    case "different":
      return [differentSentence(comparison, theme)];
    case "inconclusive":
      return comparison.verdict.reasons
        .filter((reason) => reason.kind !== "order-fails")
        .map((reason) => `inconclusive: ${reasonSentence(reason, comparison, theme)}`);
    default:
      return comparison.verdict.pattern satisfies never;
  }
}

/** The outcome of the limits and, with several runs a side, whether latency drifted at all. */
export function timingAnswers(comparison: Comparison): readonly TimingAnswer[] {
  const { verdict, runs } = comparison;
  if (verdict.pattern === "inconclusive") return [];
  const answers = verdict.reasons.flatMap((reason): TimingAnswer[] => {
    if (reason.kind === "drift-beyond") return [{ kind: "different", sentence: driftSentence(reason) }];
    return reason.kind === "drift-undecided"
      ? [{ kind: "inconclusive", sentence: driftSentence(reason) }]
      : [];
  });
  if (answers.length > 0 || runs === null || verdict.timing === "unknown") return answers;
  return [
    { kind: verdict.timing === "steady" ? "same" : "different", sentence: driftedSentence(comparison) },
  ];
}

function timingAnswerLines(comparison: Comparison, theme: Theme): string[] {
  const { chalk, symbols } = theme;
  // Drift that no limit forbids is worth a look, but not a failure.
  const paint = { same: chalk.green, different: chalk.yellow, inconclusive: chalk.yellow };
  const isFailure = comparison.verdict.exitCode === 3;
  return timingAnswers(comparison).flatMap(({ kind, sentence }) => {
    const sign = kind === "different" && !isFailure ? symbols.warning : symbols[kind];
    return paintedSentence(
      sign,
      sentence,
      theme,
      kind === "different" && isFailure ? chalk.red : paint[kind],
    );
  });
}

function paintedSentence(
  sign: string,
  sentence: string,
  theme: Theme,
  paint: (text: string) => string,
): string[] {
  return wrapWords(sentence, theme.width - 2).map((line, at) => paint(`${at === 0 ? sign : " "} ${line}`));
}

function sameSentence(comparison: Comparison): string {
  const { demanded } = comparison.verdict;
  const total = Math.max(comparedCalls(comparison.before), comparedCalls(comparison.after));
  if (comparison.matches < total)
    return `same I/O pattern: the same ${counted(total, "call")}, ${orderWords(demanded)}`;
  return `same I/O pattern: ${comparison.matches} of ${counted(total, "call")} match, ${orderWords(demanded)}`;
}

function differentSentence(comparison: Comparison, theme: Theme): string {
  const [none] = comparison.verdict.reasons.filter(({ kind }) => kind === "none-on-side");
  if (none !== undefined) return `I/O pattern differs: ${reasonSentence(none, comparison, theme)}`;
  const strongest = strongestOrder(comparison.verdict);
  if (strongest !== null) {
    return `I/O pattern differs ${orderWords(comparison.verdict.demanded)}, but it is ${weakerWords(strongest, comparison)} (--order ${strongest} accepts it)`;
  }
  const changed = changedCalls(comparison);
  const { before, after } = comparison.inFlight;
  const hanging = `${counted(before.length + after.length, "call")} in flight on one side only`;
  if (changed === 0 && before.length + after.length > 0) {
    const { matches } = comparison;
    const ended = matches === 1 ? "the one that ended matches" : `all ${matches} that ended match`;
    return `I/O pattern differs: ${hanging}; ${matches === 0 ? "none ended" : ended}`;
  }
  const threads = comparison.threads.filter(
    (pair) => pair.matches < Math.max(pair.calls.before, pair.calls.after),
  ).length;
  const place = threads > 0 ? `, in ${threads} of ${counted(comparison.threads.length, "thread")}` : "";
  const total = comparison.matches + changed;
  const rest = before.length + after.length > 0 ? `; ${hanging}` : "";
  return `I/O pattern differs: ${changed} of ${counted(total, "call")} changed${place}; ${comparison.matches} match${rest}`;
}

function reasonSentence(reason: Reason, comparison: Comparison, theme: Theme): string {
  switch (reason.kind) {
    case "nothing-compared":
      return `nothing to compare in ${whyNothing(comparison, reason.side, theme)}`;
    case "none-on-side": {
      const { side, otherCalls } = reason;
      const counts =
        side === "before" ? `none before, ${otherCalls} after` : `${otherCalls} before, none after`;
      return `${counts} (${whyNothing(comparison, side, theme)})`;
    }
    case "unread": {
      const name = theme.show(sourceName(comparison[reason.side]));
      return `${reason.unread} of ${counted(reason.callLike, "call-like line")} of ${name} could not be read (--max-unread ${acceptingShare(reason)} accepts it)`;
    }
    case "in-flight":
      return `${counted(reason.before + reason.after, "call")} in flight on one side only`;
    case "order-fails":
      return `not the same ${orderWords(reason.demanded)}`;
    case "unstable": {
      const calls = `${reason.unstable} of ${counted(reason.calls, "call")} of ${reason.side}`;
      return `${calls} differ between its own runs ${orderWords(comparison.verdict.demanded)} (a weaker --order may hold)`;
    }
    case "drift-beyond":
    case "drift-undecided":
      return driftSentence(reason);
    default:
      return reason satisfies never;
  }
}

/** Names the trace, and says why nothing in it is compared. */
function whyNothing(comparison: Comparison, side: Side, theme: Theme): string {
  const { [side]: summary, options } = comparison;
  const name = theme.show(sourceName(summary));
  if (summary.hiddenCalls > 0) {
    const hiding = hidingOptions(options);
    return `${name}: ${hiding} ${hiding.includes(" ") ? "hide" : "hides"} all of its calls`;
  }
  if (summary.otherCalls > 0) {
    const all = summary.otherCalls === 1 ? "its only call is not an I/O call" : null;
    return `${name}: ${all ?? `none of its ${summary.otherCalls} calls is an I/O call`}`;
  }
  return `${name}: no completed call`;
}

/** The smallest share in tenths of a percent that lets this many unread lines pass. */
export function acceptingShare(reason: { readonly unread: number; readonly callLike: number }): string {
  return `${Math.ceil((reason.unread / reason.callLike) * 1000) / 10}%`;
}

function holdsWords({ verdict: { holds }, warnings }: Comparison): string {
  const unknown = warnings.flatMap((warning) => (warning.kind === "snapshot" ? warning.unknown : []));
  const yes = ORDERS.filter((order) => holds[order]);
  const no = ORDERS.filter((order) => !holds[order] && !unknown.includes(order));
  return [
    yes.length === 0 ? "no order, not even set" : yes.join(", "),
    ...(no.length === 0 || yes.length === 0 ? [] : [`not ${no.join(", ")}`]),
    ...(unknown.length === 0 ? [] : [`the snapshot does not keep ${unknown.join(", ")}`]),
  ].join("; ");
}

function qualifyingLines(comparison: Comparison, theme: Theme): string[] {
  const { pattern } = comparison.verdict;
  const { options } = comparison;
  const lines: string[] = [];
  if (pattern !== "inconclusive") {
    lines.push(...labelledLines("holds", [holdsWords(comparison)]));
  }
  if (options.ignore.length > 0) lines.push(...labelledLines("ignored", [options.ignore.join(", ")]));
  if (options.calls !== null) {
    lines.push(...labelledLines("only", limitedLines(options.calls, "  ", theme)));
  }
  return lines;
}
