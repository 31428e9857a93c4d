import type { Grammar } from "../grammar/grammar.ts";
import { UserError } from "../input/user-error.ts";
import type { Selection } from "../result/comparison.ts";
import { regularExpression } from "./regular-expression.ts";
import { selectCalls } from "./select-calls.ts";
import { textList } from "./text-list.ts";
import type { CallSelection } from "./trace.ts";

export const SELECTION_OPTIONS = ["calls", "paths", "threads"] as const;

/** A selection that has been checked. */
export type CheckedSelection = Selection & {
  /** Canonical names; null for all. */
  readonly calls: readonly string[] | null;
};

/** @throws UserError for names that no call has, invalid patterns, and ids that no thread can have */
export function checkedSelection(
  { calls, paths, threads }: CallSelection,
  grammar: Grammar,
): CheckedSelection {
  return {
    calls: calls === undefined ? null : selectCalls("calls", textList("calls", calls), grammar),
    ...(paths === undefined
      ? {}
      : { paths: textList("paths", paths).map((pattern) => regularExpression("paths", pattern)) }),
    ...(threads === undefined ? {} : { threads: threadIds(threads) }),
  };
}

function threadIds(ids: readonly number[]): readonly number[] {
  const given: unknown = ids;
  const isId = (id: unknown): boolean => Number.isSafeInteger(id) && Number(id) >= 0;
  if (Array.isArray(given) && given.every(isId)) return ids;
  throw new UserError(
    `threads takes a list of ids, not ${String(given)}`,
    "as in threads: [1444170, 1501089]",
  );
}
