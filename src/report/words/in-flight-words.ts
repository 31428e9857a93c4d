import type { CallRecord } from "../../result/call-record.ts";
import type { Comparison } from "../../result/comparison.ts";
import type { Side } from "../../trace/pair.ts";
import type { Theme } from "../layout/theme.ts";
import { wrapWords } from "../layout/wrap-words.ts";
import { threadSource } from "./source-name.ts";

/** Calls of a side that are named; the JSON report lists all. */
const MOST_NAMED = 5;

/** A call that never ended and that the other side did not make: where it is, and what to say about it. */
export type CallInFlight = { readonly side: Side; readonly call: CallRecord | null; readonly words: string };

/** `in flight before only: fsync of fd 3 in thread 12, before.log:2` */
export function callsInFlight(comparison: Comparison, theme: Theme): readonly CallInFlight[] {
  return (["before", "after"] as const).flatMap((side) => {
    const calls = comparison.inFlight[side];
    const named = calls.slice(0, MOST_NAMED).map((call) => ({
      side,
      call,
      words: `in flight ${side} only: ${callWords(call, comparison, side, theme)}`,
    }));
    const left = calls.length - named.length;
    if (left === 0) return named;
    const words = `in flight ${side} only: ${left} more (--format json lists all)`;
    return [...named, { side, call: null, words }];
  });
}

export function inFlightLines(comparison: Comparison, theme: Theme): string[] {
  return callsInFlight(comparison, theme).flatMap(({ words }) =>
    wrapWords(words, theme.width - 4).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)),
  );
}

function callWords(record: CallRecord, comparison: Comparison, side: Side, theme: Theme): string {
  const { call, file, fd, size, offset, flags, thread, line } = record;
  const on = file === null ? (fd === null || fd < 0 ? "" : ` of fd ${fd}`) : ` of ${theme.show(file)}`;
  const bytes = [...(size === null ? [] : [`${size} bytes`]), ...(offset === null ? [] : [`at ${offset}`])];
  const asked = [
    ...(bytes.length === 0 ? [] : [bytes.join(" ")]),
    ...(flags === null ? [] : [theme.show(flags)]),
  ];
  const within = thread === 0 ? "" : ` in thread ${thread}`;
  const source = theme.show(threadSource(comparison[side], thread));
  return `${[`${call}${on}`, ...asked].join(", ")}${within}, ${source}:${line}`;
}
