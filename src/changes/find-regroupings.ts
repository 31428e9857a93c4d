import type { Stretch } from "../align/stretch.ts";
import type { Pair } from "../trace/pair.ts";
import { UNKNOWN } from "../trace/table.ts";
import type { ExplainedCalls, ExplanationKind } from "./explained-calls.ts";
import { GapTransfers, type TransferView } from "./gap-transfers.ts";
import type { GapView } from "./gap-view.ts";
import { PlacesByStart } from "./places-by-start.ts";

// Casts in this file: indexes lie in the lists they count, entries in their columns.

/** Steps per transfer of a stream after which the search for regroupings stops: it stays linear. */
const STEPS_PER_TRANSFER = 64;

/**
 * Explains calls that transfer the same bytes of the same file as other calls on the other side:
 *
 *     pwrite64 x 0 512, pwrite64 x 512 512  →  pwrite64 x 0 1024                       merged
 *     pread64 x 0 8192                      →  pread64 x 0 4096, pread64 x 4096 4096   split
 *     lseek x 4096, read x 512              →  pread64 x 4096 512                      rewritten
 *
 * Only the bytes transferred count: a read that asks for more than the file has left is merged as well. Only whole
 * stretches count: n contiguous calls against m calls with the same first and last byte, or one call that goes somewhat
 * beyond n of them; matches and calls on other files may be in between. If a gap has no offset for a file, its reads
 * (or writes) are taken to be contiguous.
 */
export function findRegroupings(
  view: GapView,
  stretches: readonly Stretch[],
  transfers: TransferView,
  explained: ExplainedCalls,
): void {
  const before = new GapTransfers(view.before, transfers, "before", stretches, explained);
  const after = new GapTransfers(view.after, transfers, "after", stretches, explained);
  for (const [key, stream] of before.streams) {
    const other = after.streams.get(key);
    if (other === undefined) continue;
    const pair = { before: { calls: before, entries: stream }, after: { calls: after, entries: other } };
    placeUnknown(pair);
    regroup(pair, explained);
  }
}

/** The reads, or the writes, of one file on one side. */
type Stream = { readonly calls: GapTransfers; readonly entries: Int32Array };

/**
 * If a gap has no start of a stream on either side, the calls get contiguous starts, below all true offsets and apart
 * from those of other gaps.
 */
function placeUnknown(pair: Pair<Stream>): void {
  if (!pair.before.calls.hasUnknown && !pair.after.calls.hasUnknown) return;
  const known = new Set<number>();
  /** By gap: the bytes of the side with more. */
  const bytes = new Map<number, number>();
  for (const { calls, entries } of [pair.before, pair.after]) {
    let gap = -1;
    let sum = 0;
    for (const entry of entries) {
      if (calls.gap[entry] !== gap) sum = 0;
      gap = calls.gap[entry] as number;
      sum += calls.bytes[entry] as number;
      if (calls.start[entry] !== UNKNOWN) known.add(gap);
      else bytes.set(gap, Math.max(sum, bytes.get(gap) ?? 0));
    }
  }

  const starts = new Map<number, number>();
  let lowest = 0;
  for (const [gap, sum] of bytes) {
    if (known.has(gap)) continue;
    lowest -= sum + 1;
    if (lowest < Number.MIN_SAFE_INTEGER) break;
    starts.set(gap, lowest);
  }
  for (const { calls, entries } of [pair.before, pair.after]) {
    let gap = -1;
    let start: number | undefined;
    for (const entry of entries) {
      if (calls.gap[entry] !== gap) start = starts.get(calls.gap[entry] as number);
      gap = calls.gap[entry] as number;
      if (start === undefined) continue;
      calls.start[entry] = start;
      start += calls.bytes[entry] as number;
    }
  }
}

function regroup(pair: Pair<Stream>, explained: ExplainedCalls): void {
  const { before, after } = pair;
  if (!canRegroup(pair)) return;
  const byStart = new PlacesByStart(after.entries.length, (place) => startOf(after, place));
  let steps = STEPS_PER_TRANSFER * (before.entries.length + after.entries.length);
  let afterNext = 0;
  for (let i = 0; i < before.entries.length && steps > 0; ) {
    const j = byStart.next(startOf(before, i), afterNext);
    const span = j < 0 ? null : findSpan(pair, i, j);
    steps -= span?.steps ?? 1;
    if (span === null || !span.isWhole) {
      i++;
      continue;
    }
    const { beforeEnd, afterEnd } = span;
    const kind = kindOf(pair, i, beforeEnd, j, afterEnd);
    if (kind !== null) {
      explained.addGroup(kind, positionsOf(before, i, beforeEnd), positionsOf(after, j, afterEnd));
    }
    i = beforeEnd;
    afterNext = afterEnd;
  }
}

/** Any regrouping needs different calls, or two contiguous calls on one side. */
function canRegroup({ before, after }: Pair<Stream>): boolean {
  const call = callOf(before, 0);
  for (const stream of [before, after]) {
    for (let i = 0; i < stream.entries.length; i++) {
      if (callOf(stream, i) !== call) return true;
      if (i > 0 && !Number.isNaN(endOf(stream, i, endOf(stream, i - 1, startOf(stream, i - 1))))) return true;
    }
  }
  return false;
}

const callOf = ({ calls, entries }: Stream, index: number): number =>
  calls.call[entries[index] as number] as number;

const startOf = ({ calls, entries }: Stream, index: number): number =>
  calls.start[entries[index] as number] as number;

type ByteSpan = {
  /** Whether the two are equivalent. */
  readonly isWhole: boolean;
  readonly beforeEnd: number;
  readonly afterEnd: number;
  readonly steps: number;
};

/**
 * Extends two spans that start at the same byte, call by call, until they end at the same byte. One call may also go
 * beyond the several that it replaces, by less than they cover: readahead takes more than was read before.
 */
function findSpan({ before, after }: Pair<Stream>, i: number, j: number): ByteSpan {
  const start = startOf(before, i);
  let beforeEnd = i;
  let afterEnd = j;
  let beforeByte = start;
  let afterByte = start;
  let isWhole = false;
  while (!isWhole) {
    const isBefore = beforeByte < afterByte || beforeEnd === i;
    const byte = isBefore ? endOf(before, beforeEnd, beforeByte) : endOf(after, afterEnd, afterByte);
    if (Number.isNaN(byte)) break;
    if (isBefore) {
      beforeByte = byte;
      beforeEnd++;
    } else {
      afterByte = byte;
      afterEnd++;
    }
    isWhole = beforeByte === afterByte;
  }
  const shorter = Math.min(beforeByte, afterByte) - start;
  const longer = Math.max(beforeByte, afterByte) - start;
  const isOneForSeveral =
    beforeByte < afterByte
      ? afterEnd - j === 1 && beforeEnd - i > 1
      : beforeEnd - i === 1 && afterEnd - j > 1;
  const steps = beforeEnd - i + (afterEnd - j) + 1;
  return { isWhole: isWhole || (isOneForSeveral && longer < 2 * shorter), beforeEnd, afterEnd, steps };
}

/** The byte after the call at `index`; NaN if there is no such call or it does not start at `start`. */
function endOf(stream: Stream, index: number, start: number): number {
  if (index >= stream.entries.length || startOf(stream, index) !== start) return Number.NaN;
  return start + (stream.calls.bytes[stream.entries[index] as number] as number);
}

/** Null if it is one call against one of the same name: what differs is not which bytes they transfer. */
function kindOf(
  { before, after }: Pair<Stream>,
  i: number,
  beforeEnd: number,
  j: number,
  afterEnd: number,
): ExplanationKind | null {
  const beforeCount = beforeEnd - i;
  const afterCount = afterEnd - j;
  if (beforeCount > afterCount) return "merged";
  if (beforeCount < afterCount) return "split";
  return beforeCount === 1 && callOf(before, i) === callOf(after, j) ? null : "rewritten";
}

/** Of the transfers and of the seeks that they rely on. */
function positionsOf({ calls, entries }: Stream, start: number, end: number): number[] {
  const positions: number[] = [];
  for (let index = start; index < end; index++) {
    const entry = entries[index] as number;
    const seek = calls.seek[entry] as number;
    if (seek >= 0) positions.push(seek);
    positions.push(calls.position[entry] as number);
  }
  return positions.sort((one, other) => one - other);
}
