import { parentPort, workerData } from "node:worker_threads";
import { readChunks } from "./read-chunks.ts";
import type { WorkerAnswer, WorkerTask } from "./read-in-worker.ts";
import { traceFileChunks } from "./trace-file.ts";
import { UserError } from "./user-error.ts";

/** Runs in a thread that readInWorker starts: reads the one trace it is given and answers once. */
async function answer({ file, grammar }: WorkerTask): Promise<WorkerAnswer> {
  try {
    const reading = await readChunks(traceFileChunks(file), file.path, file.size, grammar);
    return { kind: "read", reading };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: "refused", message: error.message, hint: error.hint };
  }
}

// The one caller, readInWorker, gives a WorkerTask.
parentPort?.postMessage(await answer(workerData as WorkerTask));
