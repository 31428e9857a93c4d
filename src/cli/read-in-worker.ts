import type { Grammar } from "../grammar/grammar.ts";
import type { TraceReading } from "./read-chunks.ts";
import type { TraceFile } from "./trace-file.ts";
import { UserError } from "./user-error.ts";

/** What the worker is given; descriptors are those of the process, so it goes on with the open file. */
export type WorkerTask = { readonly file: TraceFile; readonly grammar: Grammar };

/** What comes back. A class does not survive the way between threads, so a UserError comes as its two texts. */
export type WorkerAnswer =
  | { readonly kind: "read"; readonly reading: TraceReading }
  | { readonly kind: "refused"; readonly message: string; readonly hint: string | undefined };

/**
 * Reads an open trace in a thread of its own. The columns come back as shared memory, without a copy.
 *
 * @throws UserError as reading in this thread would; whatever else the worker throws
 */
export async function readInWorker(file: TraceFile, grammar: Grammar, script: URL): Promise<TraceReading> {
  // Loaded when it is needed: short logs are read in the calling thread.
  const { Worker } = await import("node:worker_threads");
  const task: WorkerTask = { file, grammar };
  // The worker closes a descriptor that this thread has opened, of which Node would warn if it kept track.
  const worker = new Worker(script, { workerData: task, trackUnmanagedFds: false });
  return new Promise((resolve, reject) => {
    worker.once("message", (answer: WorkerAnswer) => {
      if (answer.kind === "read") resolve(answer.reading);
      else reject(new UserError(answer.message, answer.hint));
    });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`the reader of ${file.path} ended with ${code} and no answer`)),
    );
  });
}
