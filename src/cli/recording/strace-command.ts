import type { Grammar } from "../../grammar/grammar.ts";

/** major and minor version of strace. */
export type StraceVersion = readonly [major: number, minor: number];

/** From the first line of `strace -V`: `strace -- version 6.1`. Null for anything else. */
export function straceVersion(output: string): StraceVersion | null {
  const match = /^strace -- version (\d+)\.(\d+)/m.exec(output);
  return match === null ? null : [Number(match[1]), Number(match[2])];
}

/**
 * The arguments that record everything a comparison can use: threads and children, start and duration of each call,
 * the file behind each descriptor.
 *
 * @param calls canonical names to record, null for all; calls that tell threads and files apart are always recorded
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
    // Strings are not shortened (-s): that would cut arrays too, such as the vectors of writev and the fds of pipe2.
    "-y",
    // Without -o, older versions print no pid for the first process; with it, every version does.
    ...(isAtLeast(version, 6, 9) ? ["--always-show-pid"] : []),
    // Since 4.17 a leading "?" makes strace ignore a name that this version or architecture does not have.
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

/** Other names of the same call, such as those of 32-bit programs; not names that strace makes up. */
function spellings(name: string, grammar: Grammar): string[] {
  const call = grammar.byName.get(name);
  return [...grammar.byName]
    .filter(([other, index]) => index === call && other !== name && !other.startsWith("syscall_"))
    .map(([other]) => other);
}

function isAtLeast([major, minor]: StraceVersion, wantedMajor: number, wantedMinor: number): boolean {
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
