import type { Environment } from "../io.ts";

/**
 * Whether the reader of the output can be expected to see more than ASCII. As in setlocale(3), the first of LC_ALL,
 * LC_CTYPE and LANG that is set decides. If none is set (containers, CI) UTF-8 is assumed, which every log viewer
 * shows; `LC_ALL=C` asks for ASCII.
 */
export function showsUnicode(env: Environment, isTerminal: boolean): boolean {
  // The console of the Linux kernel has no glyphs for check marks and arrows in its default font.
  if (isTerminal && env.TERM === "linux") return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === "" || /utf-?8/i.test(locale);
}
