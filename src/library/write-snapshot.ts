import { UserError } from "../input/user-error.ts";
import { ORDERS, type Order } from "../result/comparison.ts";
import { writeSnapshot as snapshotText } from "../snapshot/write-snapshot.ts";
import { choiceOf } from "./choice-of.ts";
import { checkedShare } from "./compare-options.ts";
import { loadedTrace } from "./loaded-trace.ts";
import { requireKnownOptions } from "./require-known-options.ts";
import { requireRead } from "./require-read.ts";
import { checkedSelection } from "./selection.ts";
import { LIBRARY_NAMES, planSnapshots } from "./snapshot-sides.ts";
import type { CallSelection, Trace } from "./trace.ts";

export type SnapshotOptions = Pick<CallSelection, "calls"> & {
  /** The strongest level of order that the snapshot keeps; `thread` if left out. */
  readonly order?: Order;
  /** Share of call-like lines, 0 to 1, that may be missing because they could not be read; 0 if left out. */
  readonly maxUnread?: number;
};

/**
 * The I/O pattern of a trace as text to be reviewed and kept, in the format of docs/snapshot-format.md: without times
 * and ids, so that every run with the same pattern gives the same bytes. readTrace reads it as a trace.
 *
 *     writeFileSync("io.snap", [...writeSnapshot(trace)].join(""));
 *     compare(await readTrace("io.snap"), await readTrace("today.log"));
 *
 * @returns pieces of text in order
 * @throws UserError if the trace has no I/O call, more is unread than `maxUnread`, an option has an invalid value, or
 *   the trace is a snapshot that does not keep `order`
 */
export function writeSnapshot(trace: Trace, options: SnapshotOptions = {}): Iterable<string> {
  requireKnownOptions("writeSnapshot", options, ["calls", "order", "maxUnread"]);
  const loaded = loadedTrace("writeSnapshot", trace);
  const { recorded } = loaded;
  const { grammar } = loaded.table;
  const order = choiceOf("order", ORDERS, options.order ?? "thread");
  const { calls } = checkedSelection(options, grammar);
  const maxUnread = checkedShare("maxUnread", options.maxUnread ?? 0);
  requireRead(trace, maxUnread, "maxUnread");
  if (recorded.snapshot !== undefined) {
    // A snapshot of a snapshot can keep only what the first one has.
    const kept = { order, calls, ignore: [], maxUnread };
    planSnapshots({ before: recorded, after: recorded }, kept, true, grammar, LIBRARY_NAMES);
  }
  if (loaded.view({ calls }).rows.length === 0) {
    throw new UserError(
      `${trace.sources[0]} has no I/O calls`,
      calls === null ? "did -e trace= exclude them?" : "calls leaves out all that it has",
    );
  }
  return snapshotText(recorded, grammar, { order, calls });
}
