import { newestRequest } from "../grammar/newest-request.ts";
import type { Ignorable } from "../result/comparison.ts";
import { NONE } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";

/** By operation: index of the call into `Grammar.calls`, by its newest name, and a number that equal flags share. */
export type OperationRequests = { readonly call: Int32Array; readonly flags: Int32Array };

/** Numbers what the calls of both sides ask for, by the newest name of the call: open and openat are one. */
export class RequestNumbers {
  readonly #areFlagsIgnored: boolean;
  readonly #flags = new Map<string, number>([["", NONE]]);

  constructor(ignore: readonly Ignorable[]) {
    this.#areFlagsIgnored = ignore.includes("flags");
  }

  of({ operations, trace, grammar }: TraceView): OperationRequests {
    const call = new Int32Array(operations.call.length);
    const flags = new Int32Array(operations.call.length);
    operations.call.forEach((own, operation) => {
      const words = trace.strings[operations.flags[operation] as number] ?? ""; // in range
      const request = newestRequest(grammar.calls, { call: own, flags: words });
      call[operation] = request.call;
      flags[operation] = this.#areFlagsIgnored ? NONE : this.#numberOf(request.flags);
    });
    return { call, flags };
  }

  #numberOf(flags: string): number {
    const known = this.#flags.get(flags) ?? this.#flags.size - 1;
    this.#flags.set(flags, known);
    return known;
  }
}
