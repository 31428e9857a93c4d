import { CallHash } from "../align/call-hash.ts";
import type { IndexIntoFiles, TracedFile } from "../identity/file-catalog.ts";
import { type FilePairing, pairByFirstUse, pairByNumber, pairNamedFiles } from "../identity/pair-files.ts";
import type { CompareOptions, Ignorable, PathMapping } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import { UNKNOWN } from "../trace/table.ts";
import { hashCalls } from "../view/hash-calls.ts";
import { callsPerFile, type TraceView } from "../view/trace-view.ts";
import { type AlignedThread, alignThreads, countMatches, type KeyColumns } from "./aligned-threads.ts";
import { type ContestedFiles, contestedFiles, electFiles } from "./file-votes.ts";
import { pairInLockstep } from "./lockstep.ts";
import { type OperationRequests, RequestNumbers } from "./operation-requests.ts";
import { type NumberedOperations, SharedOperations } from "./shared-operations.ts";
import { splitLifetimes } from "./split-lifetimes.ts";

/** The renaming of files and threads under which two traces are most alike, and the alignment under it. */
export type Pairing = {
  /** The sides, with more files where a descriptor turned out to mean several in turn. */
  readonly sides: Pair<TraceView>;
  readonly files: FilePairing;
  /** Per side and file: a number, equal for paired files. */
  readonly fileIds: Pair<Int32Array>;
  /** Per side, what its operations ask for, under one numbering. */
  readonly requests: Pair<OperationRequests>;
  /** Per side and row: see SharedOperations. */
  readonly keys: Pair<KeyColumns>;
  /** By position in `threads.rows`: CallHash of the call; null if the threads were aligned without them. */
  readonly hashes: Pair<Int32Array> | null;
  readonly threads: readonly AlignedThread[];
};

const VOTING_ROUNDS = 3;

/**
 * Finds the renaming. Files pair by path, then by role; descriptors as they meet in lockstep, else by number, or in
 * order of first use if that finds more matches; under each hypothesis the threads are paired and aligned. If files
 * not paired by path match badly, they are treated as one unknown file, the traces are aligned again, and the matches
 * vote on which of them correspond, and whether a descriptor meant several files in turn. That is repeated while it
 * finds more matches.
 * @param byHash align by hashes, see alignThreads
 */
export function findPairing(
  sides: Pair<TraceView>,
  { ignore, mapPath = [], exactPaths = false }: Pick<CompareOptions, "ignore" | "mapPath" | "exactPaths">,
  byHash: boolean,
): Pairing {
  const trial = new PairingTrial(sides, ignore, byHash);
  const rename = renaming(mapPath);
  const named = namedFiles(sides, rename, exactPaths);
  const inLockstep = pairInLockstep(sides, named);
  const byNumber = inLockstep ?? named.without(new Set());
  pairByNumber(byNumber);
  pairByFirstUse(byNumber);
  let best = trial.under(sides, byNumber);
  if (isWhole(best)) return best;
  let contested = contestedFilesOf(best);
  if (areTrusted(contested)) return best;
  pairByFirstUse(named);
  if (!named.equals(byNumber)) {
    const other = better(best, trial.under(sides, named));
    if (other !== best) contested = contestedFilesOf(other);
    best = other;
  }
  for (let round = 0; round < VOTING_ROUNDS && !isWhole(best) && !areTrusted(contested); round++) {
    const blind = trial.under(best.sides, best.files, contested);
    // without any match there is no vote
    if (countMatches(blind.threads) === 0) break;
    let voted = trial.under(
      best.sides,
      electFiles(best.sides, best.files, blind.threads, contested, exactPaths),
    );
    const split = isWhole(voted) ? null : splitLifetimes(best.sides, blind.threads, contested);
    if (split !== null) {
      const files = electFiles(
        split.sides,
        namedFiles(split.sides, rename, exactPaths),
        blind.threads,
        split.contested,
        exactPaths,
      );
      voted = better(voted, trial.under(split.sides, files));
    }
    const more = better(best, voted);
    if (more === best) break;
    best = more;
    contested = contestedFilesOf(best);
  }
  return best;
}

function contestedFilesOf({ sides, files, threads }: Pairing): ContestedFiles {
  return contestedFiles(sides, mapPair(sides, callsPerFile), files, threads);
}

/** Whether no file of a side could have another partner. */
function areTrusted({ before, after }: ContestedFiles): boolean {
  return before.size === 0 || after.size === 0;
}

/** Applies mappings in turn. */
function renaming(mapPath: readonly PathMapping[]): (path: string) => string {
  const mappings = mapPath.map(({ from, to }) => ({ from: new RegExp(from), to }));
  return (path) => mappings.reduce((renamed, { from, to }) => renamed.replace(from, to), path);
}

function namedFiles(
  sides: Pair<TraceView>,
  rename: (path: string) => string,
  exactPaths: boolean,
): FilePairing {
  const calls = mapPair(sides, callsPerFile);
  return pairNamedFiles(
    mapPair(sides, (side) => side.files.files),
    mapPair(calls, (counts) => (file) => (counts[file] as number) > 0),
    rename,
    exactPaths,
  );
}

/** Aligns two sides under successive hypotheses about their files. */
class PairingTrial {
  readonly #ignore: readonly Ignorable[];
  readonly #byHash: boolean;
  readonly #columns: Pair<Pick<KeyColumns, "offset" | "size">>;
  readonly #requests: RequestNumbers;

  constructor(sides: Pair<TraceView>, ignore: readonly Ignorable[], byHash: boolean) {
    this.#ignore = ignore;
    this.#byHash = byHash;
    this.#columns = mapPair(sides, (side) => ignoredColumns(side, ignore));
    this.#requests = new RequestNumbers(ignore);
  }

  /** @param unpaired files to treat as one */
  under(sides: Pair<TraceView>, files: FilePairing, unpaired?: ContestedFiles): Pairing {
    const { before, after } = mapPair(sides, (side) => side.files.files.length);
    const isIgnored = ({ path }: TracedFile): boolean => this.#ignore.includes(path === null ? "fd" : "path");
    const isUnpaired = (side: Side, file: IndexIntoFiles): boolean => unpaired?.[side].has(file) ?? false;
    const anyUnpairedFile = before + after + 1;
    const fileIds = mapPair(files.ids(isIgnored), (ids, side) =>
      ids.map((id, file) => (isUnpaired(side, file) ? anyUnpairedFile : id)),
    );
    const operations = new SharedOperations(this.#ignore);
    const requests = mapPair(sides, (side) => this.#requests.of(side));
    const numbered = mapPair(sides, (side, name) => operations.of(side, fileIds[name], requests[name]));
    const keys = mapPair(numbered, ({ operation }, name) => ({ ...this.#columns[name], operation }));
    const hashes = this.#byHash ? this.#hashes(sides, numbered, keys) : null;
    const threads = alignThreads(sides, keys, hashes);
    return { sides, files, fileIds, requests, keys, hashes, threads };
  }

  /** The hashes of the views, if they decide whether requests are equal under these numbers. */
  #hashes(
    sides: Pair<TraceView>,
    numbered: Pair<NumberedOperations>,
    keys: Pair<KeyColumns>,
  ): Pair<Int32Array> {
    const areSpecial = numbered.before.areSpecial || numbered.after.areSpecial;
    const areWhole = !this.#ignore.includes("offset") && !this.#ignore.includes("size");
    if (areWhole && !areSpecial && areNamedAlike(sides, numbered))
      return mapPair(sides, ({ hashes }) => hashes);
    return mapPair(sides, (side, name) => hashCalls(side, new CallHash(keys[name])));
  }
}

/** Whether operations have one number exactly when they have one name. */
function areNamedAlike(sides: Pair<TraceView>, numbered: Pair<NumberedOperations>): boolean {
  const names = new Map<number, number>();
  const numbers = new Map<number, number>();
  return (["before", "after"] as const).every((side) =>
    sides[side].operations.name.every((name, operation) => {
      const number = numbered[side].numbers[operation] as number;
      const known = names.get(number) ?? name;
      const knownNumber = numbers.get(name) ?? number;
      names.set(number, name);
      numbers.set(name, number);
      return known === name && knownNumber === number;
    }),
  );
}

/** The one with more matches; the first if they are equal. */
function better(one: Pairing, other: Pairing): Pairing {
  return countMatches(other.threads) > countMatches(one.threads) ? other : one;
}

/** Whether every call of both sides is matched. */
function isWhole({ sides, threads }: Pairing): boolean {
  return countMatches(threads) === Math.max(sides.before.rows.length, sides.after.rows.length);
}

/** Offset and size columns; all unknown if they are ignored. */
function ignoredColumns(
  { trace }: TraceView,
  ignore: readonly Ignorable[],
): Pick<KeyColumns, "offset" | "size"> {
  const unknown = (): Float64Array => new Float64Array(trace.table.length).fill(UNKNOWN);
  return {
    offset: ignore.includes("offset") ? unknown() : trace.table.offset,
    size: ignore.includes("size") ? unknown() : trace.table.size,
  };
}
