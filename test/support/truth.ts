import { gunzipSync } from "node:zlib";
import type { Trace } from "../../src/trace/trace.ts";
import { grammar, parseBytes, readShipped } from "../parse/parse-text.ts";

export type Counts = Readonly<Record<string, number>>;
/** What was counted in a recorded trace without tracediff: traces/corpus/README.md. */
export type Truth = {
  readonly calls: Counts;
  readonly failed?: Counts;
  readonly no_result?: Counts;
  readonly in_flight?: number;
  /** Calls that are in two halves. */
  readonly paired?: number;
  readonly orphan?: Counts;
  readonly signal?: number;
  readonly exit?: number;
  readonly lines: number | null;
  /** How it was counted; `clean` where only strace wrote into the file. */
  readonly source: string;
  /** Nothing of it can be read safely. */
  readonly refused?: boolean;
};

const json = (name: string): string => new TextDecoder().decode(readShipped(`corpus/${name}`));
export const truths: Readonly<Record<string, Truth>> = JSON.parse(json("truth.json"));

/**
 * Where the truth is not what the catalogue of forms says; what is read instead, and why.
 * The reference reader pairs execve across thread ids only where no line says so.
 */
const TAKEN_OVER = "the thread's execve ends under the id of its process: paired through the superseded line";
export const EXCEPTIONS: Readonly<Record<string, { readonly more: Counts; readonly why: string }>> = {
  "c21_v48_y.strace": {
    more: { write: 1 },
    why: "a file name with a line end cuts the line: the parts are one call",
  },
  "e10_threxec_o.strace": { more: { execve: 1 }, why: TAKEN_OVER },
  "e13_threxec_72.strace": { more: { execve: 1 }, why: TAKEN_OVER },
  "e16_threxec_48.strace": { more: { execve: 1 }, why: TAKEN_OVER },
  "k13_synthetic_rare_forms.strace": {
    more: { readv: 1, pread64: 1, mmap: 1 },
    why: "64:readv(, a context in the leader, and 21<<MAP_HUGE_SHIFT are calls too",
  },
};

const canonical = (name: string): string => {
  const index = grammar.byName.get(name.replace(/^64:|#64$/, ""));
  return index === undefined ? name : (grammar.calls[index]?.name ?? name);
};

/** Counts by canonical name. */
export function sum(...parts: readonly Counts[]): Counts {
  const total = new Map<string, number>();
  for (const part of parts) {
    for (const [name, count] of Object.entries(part)) {
      total.set(canonical(name), (total.get(canonical(name)) ?? 0) + count);
    }
  }
  return Object.fromEntries([...total].sort());
}

/** Of calls that the grammar has. */
export const known = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => grammar.byName.has(name)));

/** A small log shaped after a public report. */
export type Form = {
  readonly name: string;
  readonly text: string;
  readonly calls: Counts;
  /** Of `tracediff summary`. */
  readonly exit: number;
  readonly records: readonly Readonly<Record<string, string | number | null>>[];
};

export const forms: readonly Form[] = JSON.parse(json("forms.json"));

/** Reads a trace of the corpus, unpacked where it is packed. */
export function readCorpus(name: string): Trace {
  const bytes = readShipped(`corpus/${name}`);
  return parseBytes(name.endsWith(".gz") ? new Uint8Array(gunzipSync(bytes)) : bytes);
}
