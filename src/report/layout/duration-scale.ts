import type { Symbols } from "./symbols.ts";

/** One unit and one number of decimals for durations in one column. */
export type DurationScale = {
  readonly unit: string;
  /** The number alone, without unit. */
  readonly format: (nanoseconds: number) => string;
};

/**
 * The finest unit in which the largest value has at most four digits before the point, with as many decimals
 * as the values have, at most three. Times printed by strace's default clock, whole microseconds, stay whole.
 */
export function durationScale(values: readonly number[], symbols: Symbols): DurationScale {
  const largest = values.reduce((high, value) => Math.max(high, Math.abs(value)), 0);
  // A median may be halfway between two whole numbers.
  const wholeMicroseconds = values.every((value) => value % 500 === 0);
  const units: readonly (readonly [string, number])[] = [
    ...(wholeMicroseconds ? [] : [["ns", 1] as const]),
    [`${symbols.micro}s`, 1e3],
    ["ms", 1e6],
  ];
  const [unit, scale] = units.find(([, size]) => largest < 10_000 * size) ?? (["s", 1e9] as const);
  const decimals = neededDecimals(values, scale, decimalLimit(largest / scale));
  return { unit, format: (nanoseconds) => (nanoseconds / scale).toFixed(decimals) };
}

/** Four digits in all, so that 1234.5 ms and 123.45 ms are about equally exact. */
function decimalLimit(largest: number): number {
  if (largest >= 1000) return 1;
  return largest >= 100 ? 2 : 3;
}

function neededDecimals(values: readonly number[], scale: number, limit: number): number {
  for (let decimals = 0; decimals < limit; decimals++) {
    const step = scale / 10 ** decimals;
    if (values.every((value) => value % step === 0)) return decimals;
  }
  return limit;
}
