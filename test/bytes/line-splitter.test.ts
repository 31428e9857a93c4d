import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter } from "../../src/bytes/line-splitter.ts";

type Seen = { readonly text: string; readonly whole: boolean } | { readonly passedOver: true };

function linesOf(text: string, { size = text.length || 1, limit = 1 << 20 } = {}): Seen[] {
  const seen: Seen[] = [];
  const splitter = new LineSplitter(
    {
      readPlain: (_chunk, start) => start,
      read: (bytes, start, end, whole) => {
        // the promise that scanners rely on
        expect(["\n", "\r"]).toContain(String.fromCharCode(bytes[end] ?? 0));
        seen.push({ text: new TextDecoder("latin1").decode(bytes.subarray(start, end)), whole });
        return true;
      },
      passOver: () => seen.push({ passedOver: true }),
    },
    limit,
  );
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.slice(at, at + size);
    splitter.feed(chunk);
    chunk.fill(0x2a);
  }
  splitter.finish();
  return seen;
}

const texts = fc
  .array(fc.constantFrom("", "a", "bc", "\r", "x\ry", "long line"))
  .map((parts) => parts.join("\n"));

describe("LineSplitter", () => {
  test("hands over lines without their LF or CR LF", () => {
    expect(linesOf("one\r\ntwo\n\nlast")).toEqual([
      { text: "one", whole: true },
      { text: "two", whole: true },
      { text: "", whole: true },
      { text: "last", whole: false },
    ]);
  });

  test("the size of the chunks never changes the lines", () => {
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (text, size, limit) => {
          expect(linesOf(text, { size, limit })).toEqual(linesOf(text, { limit }));
        },
      ),
    );
  });

  test("a line over the limit is passed over once and the next one is read", () => {
    for (const size of [1, 3, 100]) {
      expect(linesOf("123456\nshort\n", { size, limit: 5 })).toEqual([
        { passedOver: true },
        { text: "short", whole: true },
      ]);
    }
  });

  test("an over-long last line without an end is passed over once", () => {
    for (const size of [1, 4, 100])
      expect(linesOf("123456789", { size, limit: 5 })).toEqual([{ passedOver: true }]);
  });

  test("lines that the sink reads itself are not handed over again", () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(
      {
        readPlain: (chunk, start, last) => {
          while (start <= last && chunk[start] === 0x70) start = chunk.indexOf(10, start) + 1;
          return start;
        },
        read: (bytes, start, end) => lines.push(new TextDecoder().decode(bytes.subarray(start, end))) > 0,
        passOver: () => {},
      },
      100,
    );
    splitter.feed(new TextEncoder().encode("plain\nplain\nother\nplain\nhalf of"));
    splitter.feed(new TextEncoder().encode(" one\n"));
    expect(lines).toEqual(["other", "half of one"]);
  });

  test("the text behind a line is given back where it is to be read in another way", () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(
      {
        readPlain: (_chunk, start) => start,
        read: (bytes, start, end) => {
          const text = new TextDecoder().decode(bytes.subarray(start, end));
          lines.push(text);
          return text !== "stop";
        },
        passOver: () => {},
      },
      100,
    );
    const feed = (text: string): number => splitter.feed(new TextEncoder().encode(text));
    expect(feed("one\nstop\ntwo\n")).toBe("one\nstop\n".length);
    expect(feed("st")).toBe(2);
    expect(feed("op\nthree\n")).toBe("op\n".length);
    expect(feed("four\nfive")).toBe("four\nfive".length);
    expect(lines).toEqual(["one", "stop", "stop", "four"]);
  });
});
