import type { IndexIntoFiles, TracedFile } from "../identity/file-catalog.ts";
import { isBareDescriptor } from "../identity/pair-files.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { operationsOf } from "../view/operations.ts";
import type { TraceView } from "../view/trace-view.ts";
import { type AlignedThread, forEachAlignedMatch } from "./aligned-threads.ts";
import type { ContestedFiles } from "./file-votes.ts";

/** A match on one side: the row, and the file that the other side has there. */
type Sighting = { readonly row: Row; readonly other: IndexIntoFiles };

/** From `row` on, the descriptor refers to another file. */
type Cut = { readonly file: IndexIntoFiles; readonly row: Row };

/**
 * If opens and closes were not traced, a descriptor may refer to several files in turn. It shows when its matches are
 * first with one file of the other side, then from some call on with another, and never go back. There the descriptor
 * is split into as many files.
 * @returns the sides with more files, and the contested files with the new ones; null if there is nothing to split
 */
export function splitLifetimes(
  sides: Pair<TraceView>,
  blind: readonly AlignedThread[],
  contested: ContestedFiles,
): { readonly sides: Pair<TraceView>; readonly contested: ContestedFiles } | null {
  const sightings: Pair<Map<IndexIntoFiles, Sighting[]>> = { before: new Map(), after: new Map() };
  const see = (side: Side, row: Row, file: IndexIntoFiles, other: IndexIntoFiles): void => {
    if (!contested[side].has(file) || !isBareDescriptor(sides[side].files.files[file])) return;
    const seen = sightings[side].get(file);
    if (seen === undefined) sightings[side].set(file, [{ row, other }]);
    else seen.push({ row, other });
  };
  forEachAlignedMatch(sides, blind, (beforeRow, afterRow) => {
    const before = sides.before.files.file[beforeRow] as IndexIntoFiles;
    const after = sides.after.files.file[afterRow] as IndexIntoFiles;
    see("before", beforeRow, before, after);
    see("after", afterRow, after, before);
  });
  const cuts = mapPair(sightings, (byFile) => [...byFile].flatMap(([file, seen]) => cutsOf(file, seen)));
  if (cuts.before.length + cuts.after.length === 0) return null;
  const parts = mapPair(sides, (side, name) => cutSide(side, cuts[name], contested[name]));
  return {
    sides: mapPair(parts, ({ side }) => side),
    contested: mapPair(parts, ({ contested }) => contested),
  };
}

/** None if the other file changes back and forth. */
function cutsOf(file: IndexIntoFiles, seen: readonly Sighting[]): Cut[] {
  const inOrder = seen.toSorted((x, y) => x.row - y.row);
  const cuts: Cut[] = [];
  const met = new Set<IndexIntoFiles>();
  let current: IndexIntoFiles | null = null;
  for (const { row, other } of inOrder) {
    if (other === current) continue;
    if (met.has(other)) return [];
    met.add(other);
    if (current !== null) cuts.push({ file, row });
    current = other;
  }
  return cuts;
}

function cutSide(
  side: TraceView,
  cuts: readonly Cut[],
  contested: ReadonlySet<IndexIntoFiles>,
): { readonly side: TraceView; readonly contested: ReadonlySet<IndexIntoFiles> } {
  if (cuts.length === 0) return { side, contested };
  const files: TracedFile[] = [...side.files.files];
  const file = side.files.file.slice();
  const more = new Set(contested);
  // Rows are walked once; `current` is what each split descriptor refers to at that point.
  const current = new Map(cuts.map((cut) => [cut.file, cut.file]));
  const waiting = cuts.toSorted((x, y) => x.row - y.row);
  let next = 0;
  for (let row = 0; row < file.length; row++) {
    for (let cut = waiting[next]; cut !== undefined && cut.row === row; cut = waiting[++next]) {
      const part = files.push(files[cut.file] as TracedFile) - 1;
      current.set(cut.file, part);
      more.add(part);
    }
    const now = current.get(file[row] as IndexIntoFiles);
    if (now !== undefined) file[row] = now;
  }
  const operations = operationsOf(side.trace, side.grammar, { file, files }, side.rows);
  return { side: { ...side, files: { ...side.files, files, file }, operations }, contested: more };
}
