import type { Writable } from "node:stream";
import type { Io } from "../io.ts";
import type { LogLevel } from "../options/option-table.ts";
import { Progress } from "./progress.ts";

/**
 * Does long work while a line on the terminal shows its progress.
 *
 * @param total bytes to read in all; null if not known
 */
export async function showProgress<Result>(
  io: Io,
  logLevel: LogLevel,
  total: number | null,
  work: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  // Log lines would run into the progress line.
  const terminal = (): Writable | null => (logLevel === "silent" && io.stderrIsTerminal() ? io.stderr : null);
  const progress = new Progress(terminal, io.now, total);
  try {
    return await work(progress);
  } finally {
    progress.clear();
  }
}
