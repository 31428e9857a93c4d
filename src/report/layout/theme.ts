import type { ChalkInstance } from "chalk";
import type { ReportOptions } from "../reporter.ts";
import { escapeControls } from "./escape-controls.ts";
import { painter } from "./painter.ts";
import { ASCII_SYMBOLS, type Symbols, UNICODE_SYMBOLS } from "./symbols.ts";

/** What every part of the text report needs to put words on a terminal. */
export type Theme = {
  /** Columns that a line may take. */
  readonly width: number;
  readonly chalk: ChalkInstance;
  readonly symbols: Symbols;
  /** Whether to draw small pictures of distributions. */
  readonly charts: boolean;
  /** Makes text from a trace safe to print. */
  readonly show: (text: string) => string;
};

export function themeOf(options: ReportOptions): Theme {
  return {
    width: options.width,
    chalk: painter(options.color),
    symbols: options.unicode ? UNICODE_SYMBOLS : ASCII_SYMBOLS,
    charts: options.unicode && options.charts === true,
    show: (text) => shownText(text, options.unicode),
  };
}

/** Linux allows paths of 4095 bytes. Longer text is cut before anything is measured, so that it costs nothing. */
const LONGEST = 4096;

/** Text from a trace as any report may show it, unless its format needs further escapes. */
export function shownText(text: string, unicode: boolean): string {
  if (text.length <= LONGEST) return escapeControls(text, unicode);
  const half = LONGEST / 2;
  const ellipsis = unicode ? UNICODE_SYMBOLS.ellipsis : ASCII_SYMBOLS.ellipsis;
  return escapeControls(text.slice(0, half), unicode) + ellipsis + escapeControls(text.slice(-half), unicode);
}
