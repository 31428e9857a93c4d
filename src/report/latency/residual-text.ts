import type { GroupResidual } from "../../result/timing.ts";
import type { Theme } from "../layout/theme.ts";

/** `left    × 1.02 [0.98, 1.05]`: what is left of a group without the common factor. */
export function residualText({ ratio, low, high, standsOut }: GroupResidual, theme: Theme): string {
  const bounds = `[${low.toFixed(2)}, ${high === null ? theme.symbols.ellipsis : high.toFixed(2)}]`;
  const text = `left    ${theme.symbols.times} ${ratio.toFixed(2)} ${bounds}`;
  return standsOut ? theme.chalk.bold(`${text}  stands out`) : theme.chalk.dim(text);
}
