import { expect, test } from "vitest";
import { align } from "../../src/align/align.ts";
import { describe, word } from "./sequences.ts";

test.each([
  // the calls in common are b, b, c; the second c of the later trace slides behind the first
  ["caacbabc", "bbcc", "4- 1= 1- 2= 1+"],
  ["bbcc", "caacbabc", "4+ 1= 1+ 2= 1-"],
  ["xaaa", "xaa", "3= 1-"],
  ["xaaay", "xaay", "3= 1- 1="],
])(
  "removed calls slide to the last place where they could stand, as added ones do: %s → %s",
  (before, after, runs) => {
    expect(describe(align(word(before), word(after)))).toBe(runs);
  },
);
