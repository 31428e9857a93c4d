import { displayWidth } from "./display-width.ts";

/**
 * Shortens a text to `width` columns by cutting out its middle. From a path whole names are cut if that is enough,
 * those nearest its beginning last: `/srv/…/db/MANIFEST-000004`. The end stays longer than the beginning, since file
 * names say more than mount points.
 */
export function elideMiddle(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text;
  return elideNames(text, width, ellipsis) ?? elideCharacters(text, width, ellipsis);
}

function elideNames(path: string, width: number, ellipsis: string): string | undefined {
  const names = path.split("/");
  // "/srv/data/x": the empty name before the first slash goes with the one after it.
  const head = names.slice(0, names[0] === "" ? 2 : 1).join("/");
  const last = names.at(-1) ?? "";
  const room = width - displayWidth(`${head}/${ellipsis}`);
  let tail = "";
  // From the end, so that a path of a million names costs no more than what is kept of it.
  for (let at = names.length - 1; at >= 2; at--) {
    const longer = `/${names[at]}${tail}`;
    if (displayWidth(longer) > room) break;
    tail = longer;
  }
  if (tail !== "") return `${head}/${ellipsis}${tail}`;
  const short = `${ellipsis}/${last}`;
  return names.length > 1 && displayWidth(short) <= width ? short : undefined;
}

function elideCharacters(text: string, width: number, ellipsis: string): string {
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
