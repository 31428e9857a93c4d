import { basename } from "node:path";
import { firstNames } from "./first-names.ts";
import type { InputFile } from "./trace-input.ts";
import { UserError } from "./user-error.ts";

/**
 * `4001  openat(`, `[pid  4001] openat(`: the id that strace writes before a line if several threads share a log.
 * The seconds of -ttt are followed by a dot, those of --timestamps=unix,s have ten digits, those of -r leading blanks.
 */
const LINE_ID = /^(?:(\d{1,7}) +|\[pid +(\d+)\] )/;

/**
 * Refuses logs of several runs, such as run.1, run.2 and run.3 of `capture -o run -n 3`: they are named like the
 * files of an `strace -ff` set, but the lines of a set have no ids, or (--always-show-pid) the id in the file's name.
 *
 * @param head the first lines of a file, the last one perhaps incomplete
 * @param tid the thread in the name of the file
 * @param name the prefix of the files, as the user gave it
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
    `${name} matches logs of several runs (${names}), not the files of one strace -ff set`,
    "give the runs of a side with --before or --after, or name one log",
  );
}
