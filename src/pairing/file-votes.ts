import { NO_FILE } from "../identity/descriptor-table.ts";
import type { IndexIntoFiles } from "../identity/file-catalog.ts";
import { type FilePairing, pairByFirstUse, pairByNumber } from "../identity/pair-files.ts";
import type { Pair } from "../trace/pair.ts";
import type { TraceView } from "../view/trace-view.ts";
import { type AlignedThread, forEachAlignedMatch, matchesPerOperation } from "./aligned-threads.ts";

/** Below this share of matched calls, a file not paired by path counts as paired by mistake. */
const TRUSTED_SHARE = 0.8;
/** Up to this many calls, a second look is so cheap that a single unmatched call justifies one. */
const FEW_CALLS = 100_000;

/** With fewer calls, two files have the same number by chance. */
const MANY_CALLS = 1000;

export type ContestedFiles = Pair<ReadonlySet<IndexIntoFiles>>;

/**
 * Files not paired by path fewer than TRUSTED_SHARE of whose calls match; with few calls, any whose calls do not all
 * match. And files whose number of calls differs from their partner's while another file has exactly theirs: two files
 * both read from start to end that traded places match for the length of the shorter one.
 */
export function contestedFiles(
  sides: Pair<TraceView>,
  calls: Pair<Uint32Array>,
  files: FilePairing,
  threads: readonly AlignedThread[],
): ContestedFiles {
  const matched = new Uint32Array(sides.before.files.files.length);
  const hasCaveat = sides.before.files.files.some((_, index) => files.rung(index) !== "path");
  if (hasCaveat) {
    const { operations } = sides.before;
    matchesPerOperation(sides.before, threads).forEach((count, operation) => {
      const file = operations.file[operation] as number;
      if (file !== NO_FILE) matched[file] = (matched[file] as number) + count;
    });
  }
  const isFew = sides.before.rows.length + sides.after.rows.length <= FEW_CALLS;
  const trusted = isFew ? 1 : TRUSTED_SHARE;
  const before = new Set<IndexIntoFiles>();
  const after = new Set<IndexIntoFiles>();
  const alike = alikeInNumber(calls, files);
  sides.after.files.files.forEach((_, index) => {
    if (files.before(index) === NO_FILE && (calls.after[index] as number) > 0) after.add(index);
  });
  sides.before.files.files.forEach((_, index) => {
    const partner = files.after(index);
    const most = Math.max(calls.before[index] as number, calls.after[partner] ?? 0);
    if (most === 0 || files.rung(index) === "path") return;
    const isTrusted = partner !== NO_FILE && (matched[index] as number) >= trusted * most;
    const others = isTrusted ? (alike.get(index) ?? []) : [];
    if (isTrusted && others.length === 0) return;
    before.add(index);
    if (partner !== NO_FILE) after.add(partner);
    for (const other of others) {
      after.add(other);
      if (files.before(other) !== NO_FILE) before.add(files.before(other));
    }
  });
  return { before, after };
}

/**
 * By file of before whose partner has another number of calls: files of after with its number of calls, whose own
 * partner has a different one.
 */
function alikeInNumber(
  calls: Pair<Uint32Array>,
  files: FilePairing,
): ReadonlyMap<IndexIntoFiles, readonly IndexIntoFiles[]> {
  const byNumber = new Map<number, IndexIntoFiles[]>();
  calls.after.forEach((count, index) => {
    const partner = files.before(index);
    if (count < MANY_CALLS || files.rung(partner) === "path" || calls.before[partner] === count) return;
    byNumber.set(count, [...(byNumber.get(count) ?? []), index]);
  });
  const alike = new Map<IndexIntoFiles, readonly IndexIntoFiles[]>();
  calls.before.forEach((count, index) => {
    const others = byNumber.get(count);
    if (others !== undefined && calls.after[files.after(index)] !== count) alike.set(index, others);
  });
  return alike;
}

/**
 * Frees the contested files and pairs them by the number of matches in the blind alignment; ties by equal number, then
 * order.
 */
export function electFiles(
  sides: Pair<TraceView>,
  current: FilePairing,
  blind: readonly AlignedThread[],
  contested: ContestedFiles,
  exactPaths: boolean,
): FilePairing {
  const votes = new Map<number, number>();
  const width = sides.after.files.files.length;
  forEachAlignedMatch(sides, blind, (beforeRow, afterRow) => {
    const before = sides.before.files.file[beforeRow] as number;
    const after = sides.after.files.file[afterRow] as number;
    if (!contested.before.has(before) || !contested.after.has(after)) return;
    const ballot = before * width + after;
    votes.set(ballot, (votes.get(ballot) ?? 0) + 1);
  });
  const fdOf = (side: TraceView, index: number): number | null => side.files.files[index]?.fd ?? null;
  const ballots = [...votes].map(([ballot, count]) => {
    const before = Math.floor(ballot / width);
    const after = ballot % width;
    return { before, after, count, sameFd: fdOf(sides.before, before) === fdOf(sides.after, after) };
  });
  ballots.sort(
    (x, y) =>
      y.count - x.count || Number(y.sameFd) - Number(x.sameFd) || x.before - y.before || x.after - y.after,
  );
  const files = current.without(contested.before);
  for (const { before, after } of ballots) {
    const isNamed = sides.before.files.files[before]?.path !== null;
    if (exactPaths && isNamed && sides.after.files.files[after]?.path !== null) continue;
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
