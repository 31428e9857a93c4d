import { displayWidth } from "./display-width.ts";

/**
 * Shortens a path to `width` columns by cutting out its middle: `/srv/data/…/MANIFEST-000004`. The end stays
 * longer than the beginning, since file names tell more than mount points.
 */
export function elideMiddle(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text;
  const room = width - displayWidth(ellipsis);
  if (room <= 0) return take([...text], Math.max(0, width));
  const characters = [...text];
  const head = take(characters, Math.floor(room / 3));
  const tail = take(characters.reverse(), room - displayWidth(head));
  return head + ellipsis + [...tail].reverse().join("");
}

/** As many characters from the start as fit into `width` columns. */
function take(characters: readonly string[], width: number): string {
  let taken = "";
  let used = 0;
  for (const character of characters) {
    used += displayWidth(character);
    if (used > width) break;
    taken += character;
  }
  return taken;
}
