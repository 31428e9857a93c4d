import fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth } from "../../src/report/layout/display-width.ts";
import { elideMiddle } from "../../src/report/layout/elide-middle.ts";

test("what fits stays whole", () => {
  expect(elideMiddle("/srv/db/CURRENT", 15, "…")).toBe("/srv/db/CURRENT");
});

test("a path loses whole names before parts of names", () => {
  expect(elideMiddle("/srv/data/store/db/MANIFEST-000004", 26, "…")).toBe("/srv/…/db/MANIFEST-000004");
  expect(elideMiddle("/srv/data/store/db/MANIFEST-000004", 22, "…")).toBe("/srv/…/MANIFEST-000004");
  expect(elideMiddle("/srv/data/store/db/MANIFEST-000004", 17, "…")).toBe("…/MANIFEST-000004");
});

test("a name that is too long keeps its end rather than its beginning", () => {
  expect(elideMiddle("abcdefghijklmnop", 10, "…")).toBe("abc…klmnop");
  expect(elideMiddle("abcdefghijklmnop", 12, "...")).toBe("abc...klmnop");
});

test("whatever the text, the result fits", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "/", "é", "日", "📁", "\u0301") }),
      fc.nat(30),
      fc.constantFrom("…", "..."),
      (text, width, ellipsis) => {
        expect(displayWidth(elideMiddle(text, width, ellipsis))).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test("a path of a million names is cut in one go", () => {
  expect(elideMiddle("/a".repeat(1_000_000), 20, "…")).toBe(`/a/…${"/a".repeat(8)}`);
});
