import type { Grammar } from "../grammar/grammar.ts";
import { UserError } from "../input/user-error.ts";
import type { CallRecord } from "../result/call-record.ts";
import type { Trace as RecordedTrace } from "../trace/trace.ts";
import { callRecord } from "../view/record-of-row.ts";
import { type TraceView, viewTrace } from "../view/trace-view.ts";
import { requireKnownOptions } from "./require-known-options.ts";
import { type CheckedSelection, checkedSelection, SELECTION_OPTIONS } from "./selection.ts";
import type { CallSelection, Trace } from "./trace.ts";

/** What a log was read with; `text` is null for the call table that comes with the package. */
export type CallTable = { readonly grammar: Grammar; readonly text: string | null };

/** The implementation of Trace. Its columns are private, so that they flood neither a debugger's output nor JSON. */
export class LoadedTrace implements Trace {
  readonly sources: Trace["sources"];
  readonly lines: Trace["lines"];
  readonly lineKinds: Trace["lineKinds"];
  readonly problems: Trace["problems"];
  readonly #recorded: RecordedTrace;
  readonly #table: CallTable;
  /** The view without a selection, which most uses share. */
  #whole: TraceView | null = null;

  constructor(recorded: RecordedTrace, table: CallTable) {
    this.sources = recorded.sources;
    this.lines = recorded.lines;
    this.lineKinds = recorded.lineKinds;
    this.problems = recorded.problems;
    this.#recorded = recorded;
    this.#table = table;
  }

  get recorded(): RecordedTrace {
    return this.#recorded;
  }

  get table(): CallTable {
    return this.#table;
  }

  /** Throws at once if the selection is invalid; looks at the trace when iteration begins. */
  calls(selection: CallSelection = {}): Iterable<CallRecord> {
    requireKnownOptions("calls", selection, SELECTION_OPTIONS);
    const checked = checkedSelection(selection, this.#table.grammar);
    const view = (): TraceView => this.view(checked);
    return {
      *[Symbol.iterator](): Iterator<CallRecord> {
        const side = view();
        for (const row of side.rows) yield callRecord(side, row);
      },
    };
  }

  view({ calls, ...selection }: CheckedSelection): TraceView {
    const { grammar } = this.#table;
    if (calls !== null || selection.paths !== undefined || selection.threads !== undefined) {
      return viewTrace(this.#recorded, grammar, calls, selection);
    }
    this.#whole ??= viewTrace(this.#recorded, grammar, null);
    return this.#whole;
  }
}

/**
 * The implementation of a trace that a program passes in.
 *
 * @param user the function that takes it
 * @throws UserError if it is not a trace
 */
export function loadedTrace(user: string, trace: Trace): LoadedTrace {
  if (trace instanceof LoadedTrace) return trace;
  throw new UserError(
    `${user} takes a trace returned by readTrace`,
    (trace as unknown) instanceof Promise ? "readTrace is asynchronous: await it" : undefined,
  );
}
