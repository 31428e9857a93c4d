import type { Comparison, Hunk, Place, TraceSummary } from "../../result/comparison.ts";
import { displayWidth } from "../layout/display-width.ts";
import { elideMiddle } from "../layout/elide-middle.ts";
import type { Theme } from "../layout/theme.ts";
import { threadSource } from "./source-name.ts";
import { threadName } from "./thread-name.ts";

/** `@@ thread 7287 → 7412, call 5 · before.log:41 after.log:44 @@` */
export function hunkTitle(hunk: Hunk, comparison: Comparison, theme: Theme): string {
  const where = [threadWords(hunk, theme), callWords(hunk.place, theme)]
    .filter((part) => part !== "")
    .join(", ");
  const start = `@@ ${where} ${theme.symbols.dot} `;
  const names = [
    ...placeWords(comparison.before, hunk.place.before),
    ...placeWords(comparison.after, hunk.place.after),
  ];
  const room = theme.width - displayWidth(start) - 3;
  return `${start}${fitNames(names, room, theme)} @@`;
}

function threadWords({ thread: { before, after } }: Hunk, theme: Theme): string {
  if (before === null) return `thread ${threadName(after)} added`;
  if (after === null) return `thread ${threadName(before)} removed`;
  if (before === after) return `thread ${threadName(before)}`;
  return `thread ${threadName(before)} ${theme.symbols.arrow} ${threadName(after)}`;
}

function callWords({ before, after }: Hunk["place"], theme: Theme): string {
  const indexes = [before, after].flatMap((place) => (place === null ? [] : [place.index]));
  const [first, second] = indexes;
  if (first === undefined) return "";
  if (second === undefined || second === first) return `call ${first}`;
  return `call ${first} ${theme.symbols.arrow} ${second}`;
}

type PlaceName = { readonly name: string; readonly line: string };

function placeWords(summary: TraceSummary, place: Place | null): PlaceName[] {
  if (place === null) return [];
  return [{ name: threadSource(summary, place.thread), line: `:${place.line}` }];
}

function fitNames(places: readonly PlaceName[], room: number, theme: Theme): string {
  const fixed = places.reduce((sum, { line }) => sum + line.length, 0) + places.length - 1;
  const each = Math.max(8, Math.floor((room - fixed) / Math.max(1, places.length)));
  const whole = places.map(({ name, line }) => theme.show(name) + line).join(" ");
  if (displayWidth(whole) <= room) return whole;
  return places
    .map(({ name, line }) => elideMiddle(theme.show(name), each, theme.symbols.ellipsis) + line)
    .join(" ");
}
