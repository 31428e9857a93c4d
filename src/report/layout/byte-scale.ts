/** One unit for sizes that stand in columns beside each other. */
export type ByteScale = {
  /** Empty for bytes. */
  readonly unit: string;
  readonly format: (bytes: number) => string;
};

const UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB"] as const;
/** Digits that a column has room for. */
const EXACT = 1e7;
const SCALED = 1e5;

/** Exact bytes as long as they are short; else the finest unit in which the largest value has at most five digits. */
export function byteScale(values: readonly number[]): ByteScale {
  const largest = values.reduce((high, value) => Math.max(high, value), 0);
  if (largest < EXACT) return { unit: "", format: String };
  const power = UNITS.findIndex((_, at) => largest < SCALED * 1024 ** (at + 1));
  const exponent = power === -1 ? UNITS.length : power + 1;
  return {
    unit: UNITS[exponent - 1] ?? "",
    format: (bytes) => (bytes / 1024 ** exponent).toFixed(bytes === 0 ? 0 : 1),
  };
}
