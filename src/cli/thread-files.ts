import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** One file of an `strace -ff -o PREFIX` set: PREFIX.4001 has the lines of thread 4001. */
export type ThreadFile = { readonly path: string; readonly tid: number };

/** The files that `strace -ff -o PREFIX` wrote, in order of thread ids; empty where there are none. */
export function threadFiles(prefix: string): ThreadFile[] {
  const start = prefix.endsWith(".") ? basename(prefix) : `${basename(prefix)}.`;
  return namesBeside(prefix)
    .filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
    .map((name) => ({ path: join(dirname(prefix), name), tid: Number(name.slice(start.length)) }))
    .sort((one, other) => one.tid - other.tid);
}

/** Names in the directory of a path; none where the directory cannot be read, which opening the path will tell. */
export function namesBeside(path: string): string[] {
  try {
    return readdirSync(dirname(path));
  } catch {
    return [];
  }
}
