import { displayWidth } from "./display-width.ts";
import { wrapItems } from "./wrap-items.ts";

/** A sentence as lines of at most `width` columns, broken between words, and inside a word that is wider than that. */
export function wrapWords(sentence: string, width: number): string[] {
  const words = sentence
    .split(" ")
    .flatMap((word) => (displayWidth(word) > width ? pieces(word, width) : [word]));
  return wrapItems(words, " ", width);
}

function pieces(word: string, width: number): string[] {
  const cut: string[] = [];
  let piece = "";
  let room = width;
  for (const character of word) {
    const columns = displayWidth(character);
    if (columns > room && piece !== "") {
      cut.push(piece);
      piece = "";
      room = width;
    }
    piece += character;
    room -= columns;
  }
  return [...cut, piece];
}
