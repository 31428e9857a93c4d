import { align } from "../align/align.ts";
import type { CallSequence } from "../align/call-sequence.ts";
import type { Run } from "../align/run.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import type { IndexIntoFiles, TracedFile } from "../identity/file-catalog.ts";
import { type FilePairing, pairByFirstUse, pairByNumber, pairNamedFiles } from "../identity/pair-files.ts";
import { pairThreads } from "../identity/pair-threads.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import { UNKNOWN } from "../trace/table.ts";
import type { Ignorable } from "./comparison.ts";
import { numberFlags, RequestHeads } from "./request-heads.ts";
import { callsPerFile, type SideView } from "./side-view.ts";
import { threadContent } from "./thread-content.ts";

/** The renaming of files and threads under which two traces were found most alike, and the alignment under it. */
export type Pairing = {
  readonly files: FilePairing;
  /** Per side and file: a number, equal for paired files. */
  readonly fileIds: Pair<Int32Array>;
  /** Per side and index into `trace.strings`: a number, equal for equal flags. */
  readonly flagIds: Pair<Int32Array>;
  /** Per side and row: see RequestHeads. */
  readonly keys: Pair<KeyColumns>;
  readonly threads: readonly AlignedThread[];
};

export type KeyColumns = Omit<CallSequence, "rows">;

/** Two paired threads, or one that has no partner; indexes into `trace.threads`. */
export type AlignedThread =
  | { readonly before: number; readonly after: number; readonly runs: readonly Run[] }
  | { readonly before: number; readonly after: null }
  | { readonly before: null; readonly after: number };

/** Below this share of matched calls a file that is not paired by path counts as paired by mistake. */
const TRUSTED_SHARE = 0.8;
const VOTING_ROUNDS = 3;

/**
 * Finds the renaming. Files pair by path, then by role, then by descriptor number, or in order of first use where
 * that finds more matches; under each hypothesis the threads are paired and aligned. Where files that are not paired by path match badly, they are taken as one
 * unknown file, the traces are aligned again, and the matches vote which of them stand for each other. That is
 * repeated while it finds more matches.
 */
export function findPairing(sides: Pair<SideView>, ignore: readonly Ignorable[]): Pairing {
  const isIgnored = ({ path }: TracedFile): boolean => ignore.includes(path === null ? "fd" : "path");
  const columns = mapPair(sides, (side) => ignoredColumns(side, ignore));
  const flagIds = numberFlags(sides, ignore);
  const under = (
    files: FilePairing,
    isWild: (side: "before" | "after", index: number) => boolean,
  ): Pairing => {
    const ids = files.ids(isIgnored);
    const anyFile = sides.before.files.files.length + sides.after.files.files.length + 1;
    const fileIds = mapPair(ids, (side, name) =>
      side.map((id, index) => (isWild(name, index) ? anyFile : id)),
    );
    const heads = new RequestHeads(ignore);
    const keys = mapPair(sides, (side, name) => ({
      ...columns[name],
      head: heads.of(side, fileIds[name], flagIds[name]),
    }));
    return { files, fileIds, flagIds, keys, threads: alignThreads(sides, keys) };
  };

  const calls = mapPair(sides, callsPerFile);
  const named = pairNamedFiles(
    mapPair(sides, (side) => side.files.files),
    mapPair(calls, (counts) => (file) => (counts[file] as number) > 0),
  );
  const byNumber = named.without(new Set());
  pairByNumber(byNumber);
  pairByFirstUse(byNumber);
  let best = under(byNumber, () => false);
  pairByFirstUse(named);
  if (!isWhole(sides, best) && !named.equals(byNumber))
    best = better(
      best,
      under(named, () => false),
    );
  for (let round = 0; round < VOTING_ROUNDS; round++) {
    const doubtful = doubtfulFiles(sides, calls, best);
    if (doubtful.before.size === 0 || doubtful.after.size === 0) break;
    const blind = under(best.files, (side, index) => doubtful[side].has(index));
    const voted = under(elect(sides, best.files, blind, doubtful), () => false);
    const more = better(best, voted);
    if (more === best) break;
    best = more;
  }
  return best;
}

/** The one with more matches; the first where they are level. */
function better(one: Pairing, other: Pairing): Pairing {
  return countMatches(other) > countMatches(one) ? other : one;
}

/** Whether every call of both sides is matched. */
function isWhole(sides: Pair<SideView>, pairing: Pairing): boolean {
  return countMatches(pairing) === Math.max(sides.before.rows.length, sides.after.rows.length);
}

/** Offset and size columns; all unknown where they are ignored. */
function ignoredColumns(
  { trace }: SideView,
  ignore: readonly Ignorable[],
): Pick<KeyColumns, "offset" | "size"> {
  const unknown = (): Float64Array => new Float64Array(trace.table.length).fill(UNKNOWN);
  return {
    offset: ignore.includes("offset") ? unknown() : trace.table.offset,
    size: ignore.includes("size") ? unknown() : trace.table.size,
  };
}

export function threadSequence(side: SideView, keys: KeyColumns, thread: number): CallSequence {
  return { ...keys, rows: side.threads.group(thread) };
}

function alignThreads(sides: Pair<SideView>, keys: Pair<KeyColumns>): AlignedThread[] {
  const sequences = mapPair(sides, (side, name) =>
    Array.from({ length: side.threads.count }, (_, thread) => threadSequence(side, keys[name], thread)),
  );
  const partner = pairThreads(mapPair(sequences, (threads) => threads.map(threadContent)));
  const threads: AlignedThread[] = [];
  const unpaired = new Set(sequences.after.keys());
  sequences.before.forEach((before, index) => {
    const other = partner[index] as number;
    const after = sequences.after[other];
    if (after !== undefined) {
      unpaired.delete(other);
      threads.push({ before: index, after: other, runs: align(before, after) });
    } else if (before.rows.length > 0) {
      threads.push({ before: index, after: null });
    }
  });
  for (const index of unpaired) {
    if ((sequences.after[index]?.rows.length ?? 0) > 0) threads.push({ before: null, after: index });
  }
  return threads;
}

function countMatches({ threads }: Pairing): number {
  let matches = 0;
  for (const thread of threads) {
    if (thread.before === null || thread.after === null) continue;
    for (const run of thread.runs) if (run.kind === "match") matches += run.count;
  }
  return matches;
}

/** Calls `each` with the rows of every match. */
export function forEachMatch(
  sides: Pair<SideView>,
  threads: readonly AlignedThread[],
  each: (before: number, after: number) => void,
): void {
  for (const thread of threads) {
    if (thread.before === null || thread.after === null) continue;
    const before = sides.before.threads.group(thread.before);
    const after = sides.after.threads.group(thread.after);
    for (const run of thread.runs) {
      if (run.kind !== "match") continue;
      for (let i = 0; i < run.count; i++) {
        each(before[run.before + i] as number, after[run.after + i] as number);
      }
    }
  }
}

type DoubtfulFiles = Pair<ReadonlySet<IndexIntoFiles>>;

/** Files not paired by path of whose calls fewer than TRUSTED_SHARE match. */
function doubtfulFiles(sides: Pair<SideView>, calls: Pair<Uint32Array>, pairing: Pairing): DoubtfulFiles {
  const matched = new Uint32Array(sides.before.files.files.length);
  const fileOf = sides.before.files.file;
  const hasDoubt = sides.before.files.files.some((_, index) => pairing.files.rung(index) !== "path");
  if (hasDoubt) {
    forEachMatch(sides, pairing.threads, (row) => {
      const file = fileOf[row] as number;
      if (file !== NO_FILE) matched[file] = (matched[file] as number) + 1;
    });
  }
  const before = new Set<IndexIntoFiles>();
  const after = new Set<IndexIntoFiles>();
  sides.after.files.files.forEach((_, index) => {
    if (pairing.files.before(index) === NO_FILE && (calls.after[index] as number) > 0) after.add(index);
  });
  sides.before.files.files.forEach((_, index) => {
    const partner = pairing.files.after(index);
    const most = Math.max(calls.before[index] as number, calls.after[partner] ?? 0);
    if (most === 0 || pairing.files.rung(index) === "path") return;
    if (partner !== NO_FILE && (matched[index] as number) >= TRUSTED_SHARE * most) return;
    before.add(index);
    if (partner !== NO_FILE) after.add(partner);
  });
  return { before, after };
}

/** Pairs the doubtful files by the number of matches in the blind alignment; ties by equal number, then order. */
function elect(
  sides: Pair<SideView>,
  current: FilePairing,
  blind: Pairing,
  doubtful: DoubtfulFiles,
): FilePairing {
  const votes = new Map<number, number>();
  const width = sides.after.files.files.length;
  forEachMatch(sides, blind.threads, (beforeRow, afterRow) => {
    const before = sides.before.files.file[beforeRow] as number;
    const after = sides.after.files.file[afterRow] as number;
    if (!doubtful.before.has(before) || !doubtful.after.has(after)) return;
    const ballot = before * width + after;
    votes.set(ballot, (votes.get(ballot) ?? 0) + 1);
  });
  const fdOf = (side: SideView, index: number): number | null => side.files.files[index]?.fd ?? null;
  const ballots = [...votes].map(([ballot, count]) => {
    const before = Math.floor(ballot / width);
    const after = ballot % width;
    return { before, after, count, sameFd: fdOf(sides.before, before) === fdOf(sides.after, after) };
  });
  ballots.sort(
    (x, y) =>
      y.count - x.count || Number(y.sameFd) - Number(x.sameFd) || x.before - y.before || x.after - y.after,
  );
  const files = current.without(doubtful.before);
  for (const { before, after } of ballots) {
    const isNamed = sides.before.files.files[before]?.path !== null;
    files.pair(before, after, isNamed ? "role" : "descriptor");
  }
  for (const { before, after } of ballots) {
    files.join("before", before, after);
    files.join("after", after, before);
  }
  pairByNumber(files);
  pairByFirstUse(files);
  return files;
}
