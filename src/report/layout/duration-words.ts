import { durationScale } from "./duration-scale.ts";
import type { Theme } from "./theme.ts";

/** One duration with its unit: `71 µs`. */
export function durationWords(nanoseconds: number, theme: Theme): string {
  const { unit, format } = durationScale([nanoseconds], theme.symbols);
  return `${format(nanoseconds)} ${unit}`;
}
