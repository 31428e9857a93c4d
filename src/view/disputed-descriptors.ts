import type { Grammar } from "../grammar/grammar.ts";
import { type DescriptorEffect, descriptorEffect } from "../identity/descriptor-effect.ts";
import type { TraceFiles } from "../identity/trace-files.ts";
import type { Row } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";

export type DisputedDescriptors = {
  /** Calls on a descriptor that another thread had opened or closed meanwhile. */
  readonly calls: number;
  /** Line of the first of them. */
  readonly line: number;
};

/** Effects after which a descriptor refers to another file. */
const CHANGING: ReadonlySet<DescriptorEffect> = new Set(["close", "make", "duplicate"]);
/** Descriptors beyond this are rare enough to be left out. */
const MOST_DESCRIPTORS = 65_536;

/**
 * If a trace has neither the calls that create threads and processes (clone, fork …) nor decorations (`-y`), it is not
 * known whether two threads share their descriptors. That matters if one uses a descriptor that another one has opened
 * or closed since the first one began: if shared, it is the other's file, otherwise still its own.
 * @param rows the compared ones
 * @returns null if there is no doubt
 */
export function disputedDescriptors(
  trace: Trace,
  grammar: Grammar,
  files: TraceFiles,
  rows: Uint32Array,
): DisputedDescriptors | null {
  const { table } = trace;
  // The files of a snapshot are named by the trace it was made from.
  if (trace.threads.length < 2 || files.isDecorated || trace.knownFiles !== undefined) return null;
  const occurs = new Uint8Array(grammar.calls.length);
  for (let row = 0; row < table.length; row++) occurs[table.call[row] as number] = 1;
  const effects = grammar.calls.map(descriptorEffect);
  const isMaking = grammar.calls.some(({ result }, call) => occurs[call] === 1 && result === "pid");
  const isChanging = effects.some((effect, call) => occurs[call] === 1 && CHANGING.has(effect));
  if (isMaking || !isChanging) return null;
  const owner = new Int32Array(MOST_DESCRIPTORS).fill(-1);
  const changedAt = new Float64Array(MOST_DESCRIPTORS);
  const began = new Float64Array(trace.threads.length).fill(-1);
  let next = 0;
  let calls = 0;
  let line = 0;
  for (let row: Row = 0; row < table.length; row++) {
    const thread = table.thread[row] as number;
    if ((began[thread] as number) < 0) began[thread] = row;
    const fd = table.fd[row] as number;
    const effect = effects[table.call[row] as number];
    const isCompared = rows[next] === row;
    if (isCompared) next++;
    if (isCompared && fd >= 0 && fd < MOST_DESCRIPTORS) {
      const other = owner[fd] as number;
      if (other >= 0 && other !== thread && (changedAt[fd] as number) > (began[thread] as number)) {
        if (calls === 0) line = table.line[row] as number;
        calls++;
      }
    }
    const result = table.result[row] as number;
    if (effect === undefined || !CHANGING.has(effect)) continue;
    const touched = effect === "close" ? fd : result;
    if (result < 0 || touched < 0 || touched >= MOST_DESCRIPTORS) continue;
    owner[touched] = thread;
    changedAt[touched] = row;
  }
  return calls === 0 ? null : { calls, line };
}
