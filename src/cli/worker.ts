import { parentPort, workerData } from "node:worker_threads";
import type { WorkerAnswer, WorkerTask } from "./read-in-worker.ts";
import { readInput } from "./read-input.ts";
import { UserError } from "./user-error.ts";

/** Runs in a thread that readInWorker starts: reads the one trace it is given and answers once. */
async function answer({ input, grammar }: WorkerTask): Promise<WorkerAnswer> {
  try {
    return { kind: "read", reading: await readInput(input, grammar) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: "refused", message: error.message, hint: error.hint };
  }
}

// The one caller, readInWorker, gives a WorkerTask.
parentPort?.postMessage(await answer(workerData as WorkerTask));
