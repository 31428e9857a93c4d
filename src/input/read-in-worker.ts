import type { Grammar } from "../grammar/grammar.ts";
import type { Selection } from "../result/comparison.ts";
import type { ViewParts } from "../view/trace-view.ts";
import type { OnRead } from "./read-input.ts";
import type { TraceInput } from "./trace-input.ts";
import type { TraceReading } from "./trace-reading.ts";
import { UserError } from "./user-error.ts";

/** What the worker is given; descriptors belong to the process, so it reads on from the open file. */
export type WorkerTask = {
  readonly input: TraceInput;
  readonly grammar: Grammar;
  /** The calls that will be compared: what a comparison needs to know about them is computed in parallel. */
  readonly calls: readonly string[] | null;
  readonly selection: Selection;
};

export type ViewedReading = TraceReading & { readonly parts: ViewParts };

/**
 * What comes back: progress several times, then one of the others. A class does not survive being sent between
 * threads, so a UserError is sent as its two strings.
 */
export type WorkerAnswer =
  | { readonly kind: "progress"; readonly bytes: number }
  | { readonly kind: "read"; readonly reading: ViewedReading }
  | { readonly kind: "refused"; readonly message: string; readonly hint: string | undefined };

/**
 * Reads a trace in a separate thread. The columns come back as shared memory, without a copy.
 *
 * @throws UserError as reading in this thread would; whatever else the worker throws
 */
export async function readInWorker(task: WorkerTask, script: URL, onRead: OnRead): Promise<ViewedReading> {
  // Loaded on demand: short logs are read in the calling thread.
  const { Worker } = await import("node:worker_threads");
  // The worker closes a descriptor that this thread has opened; if Node tracked descriptors, it would warn.
  const worker = new Worker(script, { workerData: task, trackUnmanagedFds: false });
  return new Promise((resolve, reject) => {
    worker.on("message", (answer: WorkerAnswer) => {
      if (answer.kind === "progress") onRead(answer.bytes);
      else if (answer.kind === "read") resolve(answer.reading);
      else reject(new UserError(answer.message, answer.hint));
    });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`the reader of ${task.input.name} exited with ${code} and without an answer`)),
    );
  });
}
