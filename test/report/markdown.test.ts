import { resolve } from "node:path";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, test } from "vitest";
import { byteLength, formatMarkdown, markdownCode } from "../../src/report/markdown/markdown.ts";
import { scaled } from "../support/scaled.ts";
import { changeOf, differingBy, hunkOf, recordOf, reportOf } from "./comparison-fixture.ts";
import { HOSTILE_NAMES, hostileComparison } from "./hostile.ts";
import { REPORTS } from "./reports.ts";

const GOLDEN = resolve(import.meta.dirname, "../golden/report");
const cases = Object.entries(REPORTS);

/** As GitHub renders it before it takes out what it does not trust. */
const html = (markdown: string): string =>
  micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });

/** Element names, in order; those that the report itself makes are few. */
const elements = (markdown: string): string[] => [
  ...new Set(Array.from(html(markdown).matchAll(/<([a-zA-Z][\w-]*)/g), (match) => match[1] ?? "")),
];

const OWN_ELEMENTS = [
  "h3",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "p",
  "strong",
  "details",
  "summary",
  "pre",
  "code",
  "blockquote",
];

describe("the Markdown report", () => {
  test.each(cases)("of %s reads as its golden file", async (name, comparison) => {
    await expect(reportOf(formatMarkdown, comparison)).toMatchFileSnapshot(`${GOLDEN}/${name}.md`);
  });

  test.each(cases)("of %s is a verdict, tables and folded sections, and no other markup", (_, comparison) => {
    const markdown = reportOf(formatMarkdown, comparison);
    expect(html(markdown)).toMatch(/^<!-- tracediff -->\n<h3>[✔✖?] /);
    expect(elements(markdown).filter((name) => !OWN_ELEMENTS.includes(name))).toEqual([]);
  });

  test.each(HOSTILE_NAMES)("shows the name %j as text, wherever it stands", (name) => {
    const markdown = reportOf(formatMarkdown, hostileComparison(name));
    expect(elements(markdown).filter((element) => !OWN_ELEMENTS.includes(element))).toEqual([]);
    // Rows of tables have as many cells as their heads: no name has split one.
    for (const table of html(markdown).match(/<table>.*?<\/table>/gs) ?? []) {
      const cells = Array.from(
        table.matchAll(/<tr>(.*?)<\/tr>/gs),
        (row) => row[1]?.match(/<t[hd]>/g)?.length,
      );
      expect(new Set(cells).size).toBe(1);
    }
    // The sections that fold are all there: none was closed or swallowed by a name.
    expect(html(markdown).match(/<details>/g)).toHaveLength(4);
    expect(html(markdown).match(/<\/details>/g)).toHaveLength(4);
  });

  test("stays under 60 kB, however many changes and however long the names", () => {
    const change = (name: string): ReturnType<typeof changeOf> =>
      changeOf({ kind: "added", after: [recordOf({ file: name, flags: name })] });
    const huge = ["|".repeat(1_000_000), "/x".repeat(500_000)];
    for (const name of ["data", "`".repeat(70), "日".repeat(1000), ...huge]) {
      const count = huge.includes(name) ? 10 : 300;
      const hunks = Array.from({ length: count }, (_, at) =>
        hunkOf([{ kind: "change", change: change(`${name}${at}`) }]),
      );
      const files = Array.from({ length: count }, (_, at) => ({
        before: `${name}${at}`,
        after: null,
        by: "path" as const,
        calls: { before: 1, after: 0 },
      }));
      const markdown = reportOf(formatMarkdown, differingBy(hunks, { files }));
      expect(byteLength(markdown)).toBeLessThan(60_000);
      expect(byteLength(markdown)).toBe(new TextEncoder().encode(markdown).length);
      if (name.startsWith("日"))
        expect(markdown).toContain("The listing is truncated: --format json lists all 300 changes.");
    }
  });
});

describe("code in Markdown", () => {
  test("is in backticks where nothing can break out of them", () => {
    expect(markdownCode("data0.bin")).toBe("`data0.bin`");
    expect(markdownCode("a*b_c@d#1")).toBe("`a*b_c@d#1`");
  });

  test("is in entities where backticks or a table cell could be broken", () => {
    expect(markdownCode("a|b")).toBe("<code>a&#124;b</code>");
    expect(markdownCode("`")).toBe("<code>&#96;</code>");
    expect(markdownCode("")).toBe("<code></code>");
  });

  test("renders as the very text, in prose and in a cell", () => {
    const characters = fc.constantFrom(..."ab`|\\<>&*_~[]()#!:@/ -'\"");
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 30 }), (text) => {
        const shown = html(`| x |\n| - |\n| ${markdownCode(text)} |\n`);
        const cell = /<td>(.*?)<\/td>/s.exec(shown)?.[1] ?? "";
        const decoded = cell
          .replace(/^<code>|<\/code>$/g, "")
          .replace(
            /&(lt|gt|quot|#39|#x27);/g,
            (entity) => ({ "&lt;": "<", "&gt;": ">", "&quot;": '"' })[entity] ?? "'",
          )
          .replaceAll("&amp;", "&");
        expect(decoded).toBe(text);
      }),
      { numRuns: scaled(300) },
    );
  });
});
