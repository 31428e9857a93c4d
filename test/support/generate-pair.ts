import { pathToFileURL } from "node:url";

/** See bench/generate.js; what is left out has its default there. */
export type PairOptions = {
  readonly calls: number;
  readonly threads?: number;
  readonly form?: string;
  readonly edits?: { readonly count: number } | { readonly share: number };
  readonly otherSchedule?: boolean;
};

type Generator = { readonly generatePair: (before: string, after: string, options: PairOptions) => void };

const script = pathToFileURL(`${import.meta.dirname}/../../bench/generate.js`).href;
// The benchmarks are plain JavaScript, which the compiler does not look into.
const { generatePair: write }: Generator = await import(script);

/** Writes the two logs of a generated pair, the same for the same options. */
export function generatePair(before: string, after: string, options: PairOptions): void {
  write(before, after, options);
}
