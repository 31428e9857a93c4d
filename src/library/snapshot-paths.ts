import { UserError } from "../input/user-error.ts";
import type { Pair, Side } from "../trace/pair.ts";
import type { KnownFiles, Trace } from "../trace/trace.ts";

// A name in a snapshot stands for all names that differ only in a part made by the kernel or mkstemp(3): /proc/N/stat,
// etilqs_*.
const NUMBER = /(?<![A-Za-z])N(?![A-Za-z])/g;
const RANDOM = /\*(?=\/|$)/g;
const SOME_NUMBERS = ["1", "4711", "1234567"];
const SOME_ENDINGS = ["aB3dE6", "zz9zz9zz"];

/**
 * Refuses a path pattern that matches some of the names that a name in a snapshot stands for, but not others: what it
 * selects from the log cannot be selected from the snapshot.
 *
 * @param option as the caller writes it
 * @throws UserError naming the snapshot, the name and the pattern
 */
export function requireTellingPaths(
  option: string,
  patterns: readonly string[],
  traces: Pair<Trace>,
  sides: readonly Side[],
): void {
  for (const side of sides) {
    const { knownFiles, sources } = traces[side];
    for (const pattern of patterns) {
      const expression = new RegExp(pattern);
      const numbers = [...(pattern.match(/\d+/g) ?? []), ...SOME_NUMBERS];
      const endings = [...(pattern.match(/[A-Za-z0-9]{6,16}/g) ?? []), ...SOME_ENDINGS];
      for (const file of knownFiles?.files ?? []) {
        const name = file.path ?? `fd ${file.fd}`;
        const takes = expression.test(name);
        if (namesOf(file, numbers, endings).every((other) => expression.test(other) === takes)) continue;
        throw new UserError(
          `${option} ${pattern} cannot be applied to ${sources[0]}, which ${describe(file)}`,
          "ask for a part of the name that is the same in every run, or compare two logs",
        );
      }
    }
  }
}

/** Some of the names that the file may have had. */
function namesOf(
  { path, fd }: KnownFiles["files"][number],
  numbers: readonly string[],
  endings: readonly string[],
): readonly string[] {
  if (path === null) return fd !== null && fd <= 2 ? [`fd ${fd}`] : numbers.map((number) => `fd ${number}`);
  const numbered = numbers.map((number) => path.replace(NUMBER, number));
  return [path, ...numbered].flatMap((name) => [
    name,
    ...endings.map((ending) => name.replace(RANDOM, ending)),
  ]);
}

function describe({ path, maker }: KnownFiles["files"][number]): string {
  if (path !== null) return `has ${path} for every such name`;
  return `does not keep the descriptors of files${maker === null ? " without a path" : ` that ${maker} made`}`;
}
