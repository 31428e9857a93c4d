import type { ChalkInstance } from "chalk";
import { escapeControls } from "./escape-controls.ts";
import type { ReportOptions } from "./reporter.ts";
import { ASCII_SYMBOLS, type Symbols, UNICODE_SYMBOLS } from "./symbols.ts";

/** What every part of the text report needs to put words on a terminal. */
export type Theme = {
  /** Columns that a line may take. */
  readonly width: number;
  readonly chalk: ChalkInstance;
  readonly symbols: Symbols;
  /** Makes text from a trace safe to print. */
  readonly show: (text: string) => string;
};

export function themeOf(options: ReportOptions): Theme {
  return {
    width: options.width,
    chalk: options.chalk,
    symbols: options.unicode ? UNICODE_SYMBOLS : ASCII_SYMBOLS,
    show: (text) => escapeControls(text, options.unicode),
  };
}
