import { painter } from "./painter.ts";
import { UNICODE_SYMBOLS } from "./symbols.ts";
import { shownText, type Theme } from "./theme.ts";

/**
 * For reports that other programs show: no colours, all symbols.
 * @param show makes text from a trace safe for the target; control characters become visible escapes in any case
 */
export function plainTheme(width: number, show: (text: string) => string = (text) => text): Theme {
  return {
    width,
    chalk: painter(false),
    symbols: UNICODE_SYMBOLS,
    charts: false,
    show: (text) => show(shownText(text, true)),
  };
}
