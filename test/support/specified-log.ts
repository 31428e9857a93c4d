import { expect } from "vitest";
import { LINE_KINDS, type LineKind } from "../../src/trace/line-kind.ts";
import type { Trace } from "../../src/trace/trace.ts";
import { grammar, type ReadRecord, recordsOf } from "../parse/parse-text.ts";
import {
  type Reading,
  readCall,
  type SpecLine,
  type SpecTime,
  specify,
  specifyCall,
} from "./specification.ts";

/** What grammars/strace.peggy and the pairing of halves say of a log, line after line. */
export type SpecifiedLog = {
  /** Null for a line that is none of strace's: what becomes of it is not specified. */
  readonly kinds: readonly (LineKind | null)[];
  /** In the order of lines; `tid` only where a line says it. */
  readonly records: readonly Partial<ReadRecord>[];
  readonly origin: bigint;
  readonly otherCalls: Readonly<Record<string, number>>;
  readonly restarts: Readonly<Record<string, number>>;
  readonly injected: number;
};

/** Reads a log by the specification alone. */
export function specifyLog(lines: readonly string[]): SpecifiedLog {
  return new LogSpecifier().read(lines);
}

/** Checks that a trace is what the specification says of its lines, in every field of every record. */
export function expectAsSpecified(trace: Trace, log: SpecifiedLog): void {
  const { kinds, records, ...counts } = log;
  const places = new Map(records.map((record) => [record.line, record.tid]));
  const read = recordsOf(trace)
    // where in a file memory lies that is unmapped, no line tells
    .map((record) => (isOfMemory(record.call) ? { ...record, offset: undefined } : record))
    .filter(({ line }) => kinds[line - 1] !== null)
    .sort((one, other) => one.line - other.line)
    // which thread a line without pid is of is not specified
    .map((record) => (places.get(record.line) === undefined ? { ...record, tid: undefined } : record));
  expect(read).toEqual(records);

  const { origin, otherCalls, restarts, injected } = trace;
  const unspecified = kinds.filter((kind) => kind === null).length;
  if (unspecified === 0) expect({ origin, otherCalls, restarts, injected }).toEqual(counts);
  const more = LINE_KINDS.map(
    (kind) => trace.lineKinds[kind] - kinds.filter((other) => other === kind).length,
  );
  expect(Math.min(...more)).toBeGreaterThanOrEqual(0);
  expect(more.reduce((sum, count) => sum + count, 0)).toBe(unspecified);
}

function isOfMemory(call: string): boolean {
  return grammar.prototypes.get(call)?.arguments.includes("mapped") ?? false;
}

const SECOND = 1_000_000_000;
const DAY = 86_400 * SECOND;

/** Nanoseconds since the first line with a time. */
class Clock {
  #first: SpecTime | null = null;
  #last = 0;
  #days = 0;

  get origin(): bigint {
    const { seconds, nanoseconds } = this.#first ?? { seconds: 0, nanoseconds: 0 };
    return BigInt(seconds) * BigInt(SECOND) + BigInt(nanoseconds);
  }

  read(time: SpecTime | null): number | undefined {
    if (time === null) return undefined;
    const { clock, seconds, nanoseconds } = time;
    if (clock === "relative") {
      this.#last += seconds * SECOND + nanoseconds;
      return this.#last;
    }
    this.#first ??= time;
    const since = (seconds - this.#first.seconds) * SECOND + (nanoseconds - this.#first.nanoseconds);
    // past midnight the time of day starts again
    if (clock === "day" && since + this.#days * DAY < this.#last - DAY / 2) this.#days++;
    this.#last = since + this.#days * DAY;
    return this.#last;
  }
}

type Start = { readonly line: number; readonly tid: number | null; readonly start: number | undefined };
type Pending = Start & { readonly name: string; readonly entry: string };

class LogSpecifier {
  readonly #clock = new Clock();
  /** Calls that have started, by the pid on their lines. */
  readonly #pending = new Map<number | null, Pending>();
  readonly #records: Partial<ReadRecord>[] = [];
  readonly #otherCalls: Record<string, number> = {};
  readonly #restarts: Record<string, number> = {};
  #injected = 0;

  read(lines: readonly string[]): SpecifiedLog {
    const kinds = lines.map(
      (line, index) => this.#readLine(specify(line), index + 1) ?? this.#end(line, index + 1),
    );
    return {
      kinds,
      records: this.#records.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)),
      origin: this.#clock.origin,
      otherCalls: this.#otherCalls,
      restarts: this.#restarts,
      injected: this.#injected,
    };
  }

  #readLine(spec: SpecLine | null, line: number): LineKind | null {
    if (spec === null) return null;
    const { tid } = spec;
    switch (spec.kind) {
      case "call": {
        const reading = readCall(spec);
        if (reading === null) return null;
        this.#pending.delete(tid);
        this.#add(reading, { line, tid, start: this.#clock.read(spec.time) });
        return "call";
      }
      case "half": {
        const { name, entry, rest } = spec;
        const start = this.#clock.read(spec.time);
        if (rest !== undefined) return this.#resume(name, rest, tid);
        this.#pending.delete(tid);
        if (entry !== undefined) this.#pending.set(tid, { line, tid, start, name, entry });
        return "half";
      }
      case "exit":
        this.#clock.read(spec.time);
        this.#pending.delete(tid);
        if (spec.superseder !== undefined) this.#takeOver(spec.superseder, tid);
        return "exit";
      case "signal":
        this.#clock.read(spec.time);
        return "signal";
      default:
        return spec.kind;
    }
  }

  /** The call of a thread ends on lines with another pid, that of its process, or without one. */
  #takeOver(from: number | null, tid: number | null): void {
    const pending = this.#pending.get(from);
    if (pending === undefined) return;
    this.#pending.delete(from);
    this.#pending.set(tid, { ...pending, tid: tid ?? pending.tid });
  }

  /** With -z a call that was cut goes on in the next line, which has no leader. */
  #end(text: string, line: number): LineKind | null {
    for (const [tid, pending] of this.#pending) {
      if (pending.line === line - 1) return this.#finish(text, tid, pending);
    }
    return null;
  }

  /** An end without a start is a half all the same. */
  #resume(name: string, rest: string, tid: number | null): LineKind | null {
    if (this.#pending.get(tid)?.name !== name && (tid === null || name === "execve")) {
      const [only, ...others] = [...this.#pending].filter(([, call]) => call.name === name);
      if (only !== undefined && others.length === 0) this.#takeOver(only[0], tid);
    }
    const pending = this.#pending.get(tid);
    if (pending === undefined || pending.name !== name) return "half";
    return this.#finish(rest, tid, pending);
  }

  #finish(rest: string, tid: number | null, pending: Pending): LineKind | null {
    const call = specifyCall(`${pending.name}(${pending.entry}${rest}`);
    const reading = call === null ? null : readCall(call);
    if (reading === null) return null;
    this.#pending.delete(tid);
    this.#add(reading, pending);
    return "half";
  }

  #add({ name, records, isKnown, isRestart, isInjected }: Reading, { line, tid, start }: Start): void {
    if (isInjected) this.#injected++;
    if (isRestart) this.#restarts[name] = (this.#restarts[name] ?? 0) + 1;
    else if (!isKnown) this.#otherCalls[name] = (this.#otherCalls[name] ?? 0) + 1;
    for (const record of records) {
      this.#records.push({ line, start, ...record, ...(tid === null ? {} : { tid }) });
    }
  }
}
