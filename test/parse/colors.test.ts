import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scaled } from "../support/scaled.ts";
import { parseBytes, recordsOf, summaryOf } from "./parse-text.ts";

const COLORED = '7 \u001b[33mread\u001b[0m(3, \u001b[35m"x"\u001b[0m, 1) = 1\n';

/** Parts of colored lines, most of them damaged. */
const coloredParts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(COLORED, "\n", "\r\n", "7 read(", '3, "', 'x", 1) = 1') },
    {
      weight: 5,
      arbitrary: fc.constantFrom("\u001b", "[", "\u001b[", "0", "33;1", "m", "\u001b[0m", "0".repeat(62)),
    },
  ),
  { maxLength: 30 },
);

describe("wherever a text with colors is cut into chunks", () => {
  test("colors are taken out of a line once", () => {
    // taken out twice this would be `7 read(...`; what is left after once has a leader and no call
    const doubled = '7 \u001b\u001b[0m[33mread(4, "y", 1) = 1\n';
    const bytes = new TextEncoder().encode(COLORED + doubled + COLORED);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const trace = parseBytes(bytes, { cuts: [cut] });
      expect(recordsOf(trace)).toMatchObject([
        { line: 1, fd: 3 },
        { line: 3, fd: 3 },
      ]);
      expect(trace.lineKinds).toMatchObject({ call: 2, unread: 1 });
    }
  });

  test("a sequence that goes on for too long is text", () => {
    const open = `7 read(4, "\u001b[${"0".repeat(70)}`;
    const bytes = new TextEncoder().encode(`${COLORED}${open}m", 1) = 1\n`);
    for (const cuts of [[], [COLORED.length + open.length]]) {
      expect(recordsOf(parseBytes(bytes, { cuts }))).toMatchObject([{ fd: 3 }, { fd: 4, size: 1 }]);
    }
  });

  test("however damaged they are, the trace is the same", () => {
    fc.assert(
      fc.property(coloredParts, fc.array(fc.nat(), { maxLength: 4 }), (parts, places) => {
        const bytes = new TextEncoder().encode(parts.join(""));
        const cuts = places.map((place) => place % (bytes.length + 1)).toSorted((one, other) => one - other);
        expect(summaryOf(parseBytes(bytes, { cuts }))).toEqual(summaryOf(parseBytes(bytes)));
      }),
      { numRuns: scaled(4000) },
    );
  });
});
