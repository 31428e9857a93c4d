import { statSync } from "node:fs";
import { UserError } from "../../input/user-error.ts";
import type { Pair } from "../../trace/pair.ts";
import type { SideInput } from "./read-traces.ts";

/**
 * Refuses one recording given as two runs of a side: its noise would seem to be none, and any shift to be beyond it.
 *
 * @throws UserError naming what is given twice
 */
export function requireDistinctRuns(runs: Pair<readonly SideInput[]>): void {
  for (const side of ["before", "after"] as const) {
    const seen = new Map<string, string>();
    for (const input of runs[side]) {
      const [file] = input?.files ?? [];
      if (input === null || file === undefined) continue;
      const { dev, ino } = statSync(file.path, { bigint: true });
      const first = seen.get(`${dev}:${ino}`);
      if (first !== undefined) throw sameFileError(first, input.name, side);
      seen.set(`${dev}:${ino}`, input.name);
    }
  }
}

function sameFileError(first: string, path: string, side: string): UserError {
  const hint = "every run of a side is a recording of its own";
  if (first === path) return new UserError(`${path} is given more than once with --${side}`, hint);
  return new UserError(`${path} is the same recording as ${first}, given with --${side} too`, hint);
}
