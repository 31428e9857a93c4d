import { basename, dirname, join } from "node:path";
import { firstNames } from "./first-names.ts";
import { globbed, isGlob } from "./globbed.ts";
import { namesIn } from "./names-in.ts";
import { UserError } from "./user-error.ts";

/** One file of an `strace -ff -o PREFIX` set: PREFIX.4001 has the lines of thread 4001. */
export type ThreadFile = { readonly path: string; readonly prefix: string; readonly tid: number };

/**
 * The files of an `strace -ff` set, in order of thread ids; empty where there are none.
 *
 * @param name the prefix that strace was given, with or without the dot after it; or a pattern. Other files that a
 *   pattern matches are skipped, as they are with a prefix: `run.*` also matches run.log, beside run.4001.
 * @throws UserError for a pattern that matches several sets
 */
export function threadFiles(name: string): ThreadFile[] {
  const prefix = join(dirname(name), basename(name).replace(/\.$/, ""));
  const beside = namesIn(dirname(name)).flatMap((file) => threadFile(join(dirname(name), file)));
  const files = beside.filter((file) => file.prefix === prefix);
  if (files.length === 0 && isGlob(name)) files.push(...matchedFiles(name));
  return files.sort((one, other) => one.tid - other.tid);
}

function matchedFiles(pattern: string): ThreadFile[] {
  const files = globbed(pattern).flatMap(threadFile);
  const prefixes = [...new Set(files.map(({ prefix }) => prefix))].sort();
  if (prefixes.length < 2) return files;
  throw new UserError(
    `${pattern} matches the files of several strace -ff sets, ${firstNames(prefixes)}`,
    "give several runs of a side as in --before run1 run2 --after run3 run4",
  );
}

function threadFile(path: string): ThreadFile[] {
  const [end, tid] = /\.(\d{1,9})$/.exec(path) ?? [];
  return end === undefined ? [] : [{ path, prefix: path.slice(0, -end.length), tid: Number(tid) }];
}
