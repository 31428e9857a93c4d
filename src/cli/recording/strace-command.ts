import type { Grammar } from "../../grammar/grammar.ts";

/** major and minor version of strace. */
export type StraceVersion = readonly [major: number, minor: number];

/** From the first line of `strace -V`: `strace -- version 6.1`. Null for anything else. */
export function straceVersion(output: string): StraceVersion | null {
  const match = /^strace -- version (\d+)\.(\d+)/m.exec(output);
  return match === null ? null : [Number(match[1]), Number(match[2])];
}

/**
 * The arguments that record all that a comparison can use: threads and children, start and duration of each call,
 * the file of each descriptor.
 *
 * @param calls canonical names to record, null for all; what tells threads and files apart is recorded with them
 */
export function straceArguments(
  version: StraceVersion,
  grammar: Grammar,
  calls: readonly string[] | null,
): string[] {
  return [
    "-f",
    // Nanoseconds since 5.6.
    isAtLeast(version, 5, 6) ? "--syscall-times=ns" : "-T",
    "-tt",
    // No shorter strings (-s): it would cut arrays too, such as the vectors of writev and the descriptors of pipe2.
    "-y",
    // Before, the first process was told apart by having no pid; with -o it has one in every version.
    ...(isAtLeast(version, 6, 9) ? ["--always-show-pid"] : []),
    // Since 4.17 a "?" lets a name pass that this strace or architecture does not know.
    ...(isAtLeast(version, 4, 17)
      ? [
          "-e",
          `trace=${traced(grammar, calls)
            .map((name) => `?${name}`)
            .join(",")}`,
        ]
      : []),
  ];
}

function traced(grammar: Grammar, calls: readonly string[] | null): string[] {
  return grammar.calls
    .filter(
      ({ name, kind }) => calls === null || calls.includes(name) || kind === "open" || kind === "process",
    )
    .flatMap(({ name }) => [name, ...spellings(name, grammar)]);
}

/** Other names of the same call, such as those of 32-bit programs; not those that strace itself makes up. */
function spellings(name: string, grammar: Grammar): string[] {
  const call = grammar.byName.get(name);
  return [...grammar.byName]
    .filter(([other, index]) => index === call && other !== name && !other.startsWith("syscall_"))
    .map(([other]) => other);
}

function isAtLeast([major, minor]: StraceVersion, wantedMajor: number, wantedMinor: number): boolean {
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
