import type { WholeNumber } from "../../trace/whole-number.ts";

/** `1 call`, `2 calls`, `1 retry`, `2 retries`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `+5`, `-5`, `0`: a difference always shows its direction. */
export function signed(value: number, text: string = String(Math.abs(value))): string {
  if (value === 0) return text;
  return value > 0 ? `+${text}` : `-${text}`;
}

/** `+13 %`, `-0.4 %`: whole percents, with one decimal below ten. `?` if the base is zero. */
export function percentChange(change: number, base: number): string {
  if (base === 0) return "?";
  const percent = (change / base) * 100;
  const size = Math.abs(percent);
  return `${signed(percent, size >= 10 || size === 0 ? size.toFixed(0) : size.toFixed(1))} %`;
}

/** `p < 0.001`, `p 0.04`: two digits are all that a p value deserves. */
export function formatP(p: number): string {
  return p < 0.001 ? "p < 0.001" : `p ${Number(p.toPrecision(2))}`;
}

export const BINARY_UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/** The exact change, with a rounded one beside it from 10 KiB on: `+4096 bytes`, `-2097152 bytes (2 MiB)`. */
export function formatByteChange(change: WholeNumber): string {
  let size = Math.abs(Number(change));
  const exact = `${signed(Number(change), String(change).replace("-", ""))} ${size === 1 ? "byte" : "bytes"}`;
  if (size < 10_240) return exact;
  let unit = "";
  for (const name of BINARY_UNITS) {
    if (size < 1024) break;
    size /= 1024;
    unit = name;
  }
  return `${exact} (${Number(size.toPrecision(3))} ${unit})`;
}
