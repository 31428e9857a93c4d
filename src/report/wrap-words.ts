import { wrapItems } from "./wrap-items.ts";

/** A sentence as lines of at most `width` columns, broken between words. */
export function wrapWords(sentence: string, width: number): string[] {
  return wrapItems(sentence.split(" "), " ", width);
}
