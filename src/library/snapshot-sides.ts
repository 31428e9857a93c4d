import { IMPLIED_ORDERS } from "../compare/orders.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { UserError } from "../input/user-error.ts";
import {
  type CompareOptions,
  type Comparison,
  ORDERS,
  type Order,
  type Warning,
} from "../result/comparison.ts";
import { canonicalTrace } from "../snapshot/canonical-trace.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { Trace } from "../trace/trace.ts";
import { requireTellingPaths } from "./snapshot-paths.ts";

/** How the caller writes the options that a snapshot may not be able to answer. */
export type OptionNames = Readonly<Record<"order" | "calls" | "paths" | "threads", string>>;

const COMMAND_LINE_NAMES: OptionNames = {
  order: "--order",
  calls: "--calls",
  paths: "--path",
  threads: "--thread",
};

/** In a program. */
export const LIBRARY_NAMES: OptionNames = {
  order: "order",
  calls: "calls",
  paths: "paths",
  threads: "threads",
};

/** What a comparison must do about snapshots; next to nothing if there are none. */
export type SnapshotPlan = {
  readonly options: CompareOptions;
  /** Puts the calls of a log, or of a snapshot of another level, into the order of the snapshot. */
  readonly prepare: (trace: Trace) => Trace;
  /** Removes what the comparison says about levels and latencies that a snapshot does not keep. */
  readonly admit: (comparison: Comparison) => Comparison;
};

/**
 * Plans a comparison in which either side may be a snapshot.
 *
 * @param isOrderGiven whether the user asked for `options.order`; otherwise the snapshot's level is required
 * @throws UserError if the snapshot cannot answer what is asked
 */
export function planSnapshots(
  traces: Pair<Trace>,
  options: CompareOptions,
  isOrderGiven: boolean,
  grammar: Grammar,
  names: OptionNames = COMMAND_LINE_NAMES,
): SnapshotPlan {
  const sides = (["before", "after"] as const).filter((side) => traces[side].snapshot !== undefined);
  if (sides.length === 0) return { options, prepare: (trace) => trace, admit: (comparison) => comparison };
  const kept = sides.map((side) => keptBy(traces[side]));
  const known = ORDERS.filter((order) => kept.every((level) => IMPLIED_ORDERS[level].includes(order)));
  const demanded = isOrderGiven ? options.order : (known[0] ?? "set");
  if (!known.includes(demanded)) throw orderError(demanded, known, traces, sides, names);
  if (options.threads !== undefined) throw threadsError(traces, sides, names);
  requireTellingPaths(names.paths, options.paths ?? [], traces, sides);
  const calls = callsFor(options.calls, traces, sides, names);
  // Two snapshots of different levels are compared at the strongest level that both keep.
  const level = kept.every((order) => order === kept[0]) ? (kept[0] ?? demanded) : demanded;
  const planned = { ...options, order: demanded, calls };
  // The order of calls in a snapshot follows from all of its calls, not only from those that are asked for.
  const [only = null, ...others] = sides.map((side) => traces[side].snapshot?.calls ?? null);
  const isOneChoice = others.every((choice) => String(choice) === String(only));
  const placed = isOneChoice ? only : calls;
  return {
    options: planned,
    prepare: (trace) =>
      trace.snapshot?.order === level && isOneChoice
        ? trace
        : canonicalTrace(trace, grammar, { order: level, calls: placed }),
    admit: (comparison) => admitted(comparison, known, traces, sides),
  };
}

function keptBy(trace: Trace): Order {
  return trace.snapshot?.order ?? "total";
}

/** The calls asked for, else those that the snapshot was restricted to. */
function callsFor(
  asked: readonly string[] | null,
  traces: Pair<Trace>,
  sides: readonly Side[],
  names: OptionNames,
): readonly string[] | null {
  let calls = asked;
  for (const side of sides) {
    const only = traces[side].snapshot?.calls ?? null;
    if (only === null) continue;
    const missing = (calls ?? only).filter((call) => !only.includes(call));
    if (missing.length > 0) {
      throw new UserError(
        `${traces[side].sources[0]} does not keep ${missing.join(", ")}`,
        `it was made with ${names.calls} ${only.join(",")}`,
      );
    }
    calls ??= only;
  }
  return calls;
}

function threadsError(traces: Pair<Trace>, sides: readonly Side[], names: OptionNames): UserError {
  return new UserError(
    `${traces[sides[0] ?? "before"].sources[0]} does not keep the ids of threads, so ${names.threads} cannot be applied`,
    `compare two logs, or select by ${names.paths} or ${names.calls}`,
  );
}

function orderError(
  demanded: Order,
  known: readonly Order[],
  traces: Pair<Trace>,
  sides: readonly Side[],
  { order }: OptionNames,
): UserError {
  const side = sides.find((each) => !IMPLIED_ORDERS[keptBy(traces[each])].includes(demanded)) ?? "before";
  const name = traces[side].sources[0];
  return new UserError(
    `${name} was made with ${order} ${keptBy(traces[side])}, so ${order} ${demanded} cannot be checked`,
    `ask for ${order} ${known.join(" or ")}, or make the snapshot again with ${order} ${demanded}`,
  );
}

function admitted(
  comparison: Comparison,
  known: readonly Order[],
  traces: Pair<Trace>,
  sides: readonly Side[],
): Comparison {
  const holds = Object.fromEntries(
    ORDERS.map((order) => [order, comparison.verdict.holds[order] && known.includes(order)]),
  ) as Record<Order, boolean>; // every order is set
  const unknown = ORDERS.filter((order) => !known.includes(order));
  const notes = sides
    .filter((side) => unknown.length > 0 && keptBy(traces[side]) !== "total")
    .slice(0, 1)
    .map((side): Warning => ({ kind: "snapshot", side, order: keptBy(traces[side]), unknown }));
  const isMissed = ({ kind }: { readonly kind: string }): boolean => kind !== "no-latency";
  return {
    ...comparison,
    verdict: {
      ...comparison.verdict,
      holds,
      reasons: comparison.verdict.reasons.map((reason) =>
        reason.kind === "order-fails"
          ? { ...reason, strongest: ORDERS.find((order) => holds[order]) ?? null }
          : reason,
      ),
    },
    warnings: [...comparison.warnings.filter(isMissed), ...notes],
    latency: { ...comparison.latency, caveats: comparison.latency.caveats.filter(isMissed) },
  };
}
