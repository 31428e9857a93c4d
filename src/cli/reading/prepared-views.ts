import type { Grammar } from "../../grammar/grammar.ts";
import type { Selection } from "../../result/comparison.ts";
import type { Trace } from "../../trace/trace.ts";
import { type TraceView, type ViewParts, viewOf, viewTrace } from "../../view/trace-view.ts";

/** Views of traces, to the extent that the threads that read them have computed them. */
export class PreparedViews {
  /** The calls that are compared; null for all. */
  readonly calls: readonly string[] | null;
  readonly selection: Selection;
  readonly #parts = new WeakMap<Trace, ViewParts>();

  constructor(calls: readonly string[] | null, selection: Selection = {}) {
    this.calls = calls;
    this.selection = selection;
  }

  keep(trace: Trace, parts: ViewParts): void {
    this.#parts.set(trace, parts);
  }

  /** @param calls what is finally compared: a snapshot on the other side may ask for fewer calls */
  of(trace: Trace, grammar: Grammar, calls: readonly string[] | null): TraceView {
    const parts = calls === this.calls ? this.#parts.get(trace) : undefined;
    return parts === undefined
      ? viewTrace(trace, grammar, calls, this.selection)
      : viewOf(trace, grammar, parts);
  }
}
