import { basename } from "node:path";
import { firstNames } from "./first-names.ts";
import type { InputFile } from "./trace-input.ts";
import { UserError } from "./user-error.ts";

/**
 * `4001  openat(`, `[pid  4001] openat(`: the id that strace writes before a line where several threads share a log.
 * The seconds of -ttt have a point behind them, those of --timestamps=unix,s ten digits, those of -r blanks before.
 */
const LINE_ID = /^(?:(\d{1,7}) +|\[pid +(\d+)\] )/;

/**
 * Refuses logs of several runs, as `capture -o run -n 3` writes into run.1, run.2 and run.3: they are named like the
 * files of an `strace -ff` set, but the lines of a set have no ids, or (--always-show-pid) the id in the file's name.
 *
 * @param head the first lines of a file, the last one perhaps cut
 * @param tid the thread that the name of the file stands for
 * @param name what the files begin with, as the user gave it
 * @throws UserError saying how to give several runs
 */
export function requireThreadFile(
  head: string,
  tid: number,
  name: string,
  files: readonly InputFile[],
): void {
  const isOfRun = head.split("\n").some((line) => {
    const match = LINE_ID.exec(line);
    return match !== null && Number(match[1] ?? match[2]) !== tid;
  });
  if (!isOfRun) return;
  const names = firstNames(files.map(({ path }) => basename(path)));
  throw new UserError(
    `${name} stands for logs of several runs (${names}), not for the files of an strace -ff set`,
    "give the runs of a side with --before or --after, or name one log",
  );
}
