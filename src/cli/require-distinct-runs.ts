import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { TraceSources } from "./trace-sources.ts";
import { UserError } from "./user-error.ts";

/**
 * Refuses one recording given as two runs of a side: its noise would seem to be none, and any shift to be beyond it.
 *
 * @throws UserError naming what is given twice
 */
export function requireDistinctRuns({ sources, furtherRuns }: TraceSources): void {
  for (const side of ["before", "after"] as const) {
    const seen = new Map<string, string>();
    for (const path of [sources[side], ...furtherRuns[side]]) {
      const id = fileId(path);
      const first = seen.get(id);
      if (first !== undefined) throw sameFileError(first, path, side);
      seen.set(id, path);
    }
  }
}

/** Equal for two names of one file. What cannot be looked at, such as the prefix of a set, is known by its name. */
function fileId(path: string): string {
  if (path === "-") return path;
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    // Opening it will tell what is wrong with it.
    return resolve(path);
  }
}

function sameFileError(first: string, path: string, side: string): UserError {
  const hint = "every run of a side is a recording of its own";
  if (first === path) return new UserError(`${path} is given more than once with --${side}`, hint);
  return new UserError(`${path} is the same file as ${first}, given with --${side} too`, hint);
}
