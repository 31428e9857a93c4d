import { parentPort, workerData } from "node:worker_threads";
import { viewParts } from "../view/trace-view.ts";
import type { WorkerAnswer, WorkerTask } from "./read-in-worker.ts";
import { readInput } from "./read-input.ts";
import { UserError } from "./user-error.ts";

/** Bytes after which the other thread is notified; a message per chunk would be noise. */
const PROGRESS_STEP = 16 * 1024 * 1024;
let unreported = 0;

function reportProgress(bytes: number): void {
  unreported += bytes;
  if (unreported < PROGRESS_STEP) return;
  post({ kind: "progress", bytes: unreported });
  unreported = 0;
}

function post(message: WorkerAnswer): void {
  parentPort?.postMessage(message);
}

/** Runs in a thread that readInWorker starts: reads the one trace it is given and answers once. */
async function answer({ input, grammar, calls, selection }: WorkerTask): Promise<WorkerAnswer> {
  try {
    const reading = await readInput(input, grammar, reportProgress);
    return {
      kind: "read",
      reading: { ...reading, parts: viewParts(reading.trace, grammar, calls, selection) },
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: "refused", message: error.message, hint: error.hint };
  }
}

// The only caller, readInWorker, passes a WorkerTask.
void answer(workerData as WorkerTask).then(post);
