import { LineSplitter } from "../bytes/line-splitter.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { LINE_KINDS, type LineKind } from "../trace/line-kind.ts";
import { type TraceTable, UNKNOWN } from "../trace/table.ts";
import type { Trace } from "../trace/trace.ts";
import { CallFinder } from "./call-finder.ts";
import type { CallName } from "./call-scanner.ts";
import { LineReader } from "./line-reader.ts";
import { findMappedFiles } from "./mapped-files.ts";
import { ProblemList } from "./problem-list.ts";
import { RecordStore } from "./record-store.ts";
import { stripColors } from "./source/clean-line.ts";
import { SourceText } from "./source/source-text.ts";
import { TextBuffer } from "./text-buffer.ts";

export type TraceParserOptions = {
  readonly source: string;
  /** Bytes of text expected: room is laid out at once, and pages never touched cost nothing. */
  readonly sizeHint?: number;
  /** Bytes; a longer line is a problem and is skipped. */
  readonly lineLimit?: number;
  /** How many problems are kept; all are counted. */
  readonly problemLimit?: number;
  /** After this many lines, plain ones are read by WebAssembly, which pays for its start from then on. */
  readonly plainFrom?: number;
};

const DEFAULT_LINE_LIMIT = 64 * 1024 * 1024;
const DEFAULT_PROBLEM_LIMIT = 1000;
const DEFAULT_PLAIN_FROM = 500;
/** Bytes that are taken at a time: they stay in the second-level cache. */
const PIECE = 1 << 20;
/** The shortest records that strace prints are about this long. */
const BYTES_PER_LINE = 48;

/** Reads the text of a trace, chunk by chunk, into columns. */
export class TraceParser {
  readonly #grammar: Grammar;
  readonly #sources: string[];
  readonly #text: SourceText;
  /** Takes the colors out of everything after the first line that had some. */
  readonly #colors: ColorFilter = new ColorFilter();
  readonly #splitter: LineSplitter;
  readonly #store: RecordStore;
  readonly #problems: ProblemList;
  readonly #reader: LineReader;
  readonly #kinds: Record<LineKind, number>;
  #lines = 0;
  /** Lines of the sources before this one. */
  #linesBefore = 0;

  constructor(grammar: Grammar, options: TraceParserOptions) {
    this.#grammar = grammar;
    this.#sources = [options.source];
    this.#store = new RecordStore((options.sizeHint ?? 0) / BYTES_PER_LINE);
    this.#problems = new ProblemList(options.problemLimit ?? DEFAULT_PROBLEM_LIMIT);
    const limit = options.lineLimit ?? DEFAULT_LINE_LIMIT;
    // plain lines are read without checking how long they are
    const plainFrom = limit < PIECE ? Number.POSITIVE_INFINITY : (options.plainFrom ?? DEFAULT_PLAIN_FROM);
    const finder = new CallFinder(grammar);
    this.#reader = new LineReader(grammar, finder, this.#store, this.#problems, plainFrom);
    this.#text = new SourceText(finder, (shape) => this.#reader.startText(shape));
    this.#kinds = zeroCounts();
    this.#splitter = new LineSplitter(
      {
        readPlain: (chunk, start, last) => {
          const next = this.#reader.plain.read(chunk, start, last, this.#lines - this.#linesBefore + 1);
          this.#reader.width.addLast(chunk, start, next);
          const { count, halves } = this.#reader.plain;
          this.#lines += count;
          this.#kinds.call += count - halves;
          this.#kinds.half += halves;
          return next;
        },
        read: (bytes, start, end, whole) => {
          const number = this.#lines - this.#linesBefore + 1;
          const source = this.#sources.length - 1;
          const wasColored = this.#reader.isColored;
          this.#countLine(this.#reader.read({ bytes, start, body: start, end, whole, number, source }));
          return this.#reader.isColored === wasColored;
        },
        passOver: (startOfLine) => {
          this.#countLine("unread");
          const line = this.#lines - this.#linesBefore;
          this.#problems.add({ kind: "too-long", limit }, line, this.#sources.length - 1, startOfLine);
        },
      },
      limit,
    );
  }

  #countLine(kind: LineKind): void {
    this.#lines++;
    // two kinds are nearly all lines; a property by name costs less than one by a variable
    if (kind === "call") this.#kinds.call++;
    else if (kind === "half") this.#kinds.half++;
    else this.#kinds[kind]++;
  }

  /**
   * From here on text is of another file of the same `strace -ff` set. Also call it before the first `feed`
   * if the thread of the first file is known.
   * @param tid the thread of its lines, which carry none; null if the name of the file does not say
   */
  startSource(source: string, tid: number | null): void {
    this.#endSource();
    if (this.#lines > 0) this.#sources.push(source);
    else this.#sources[0] = source;
    this.#linesBefore = this.#lines;
    this.#reader.startSource(this.#sources.length - 1, tid);
  }

  /** Continues reading. The chunk is not kept: its buffer may be reused. */
  feed(chunk: Uint8Array): void {
    this.#feedText(this.#text.read(chunk));
  }

  #feedText(text: Uint8Array): void {
    for (let at = 0; at < text.length; at += PIECE) {
      this.#feedPiece(text.length <= PIECE ? text : text.subarray(at, at + PIECE));
    }
  }

  #feedPiece(piece: Uint8Array): void {
    this.#reader.plain.startChunk();
    const text = this.#text.uncolored(this.#reader.isColored ? this.#colors.read(piece) : piece);
    const rest = this.#splitter.feed(text);
    // a line had colors: those after it must arrive without
    if (rest < text.length) this.#feedColored(text.subarray(rest));
  }

  #feedColored(text: Uint8Array): void {
    this.#reader.plain.startChunk();
    this.#splitter.feed(this.#colors.read(text));
  }

  #endSource(): void {
    this.#feedText(this.#text.finish());
    const { plain } = this.#reader;
    plain.startChunk();
    this.#splitter.feed(this.#text.uncolored(this.#colors.finish()));
    plain.startChunk();
    this.#splitter.feed(this.#text.finishUncolored());
    // what follows the last line end is read without asking first
    plain.handOver();
    this.#splitter.finish();
  }

  /** Ends the text: what is still open is in flight. */
  finish(): Trace {
    this.#endSource();
    const reader = this.#reader;
    reader.finish();
    this.#kinds.half -= reader.damagedHalves;
    this.#kinds.unread += reader.damagedHalves;
    this.#kinds.output -= reader.wrappedLines;
    this.#kinds.half += reader.wrappedLines;
    const isSet = this.#sources.length > 1;
    const { table, exact, extras, reported } = this.#store.finish(isSet);
    const { inFlight } = reader;
    const isOrdered = !isSet || isThreadOrderKnown(table, reader.origin, reader.isRelative);
    return {
      sources: this.#sources,
      table,
      exact,
      threads: reader.threads,
      strings: reader.strings.strings,
      errors: reader.errors.names,
      origin: reader.origin,
      extras: findMappedFiles(table, extras, {
        grammar: this.#grammar,
        strings: reader.strings.strings,
        threads: reader.threads,
      }),
      reported,
      lines: this.#lines,
      lineKinds: this.#kinds,
      otherCalls: countNames(reader.calls.names, (name) => (name.prototype === null ? name.completed : 0)),
      injected: reader.injected,
      restarts: countNames(reader.calls.names, (name) => name.restarts),
      problems: this.#problems.sorted,
      problemCounts: this.#problems.counts,
      ...(inFlight === null ? {} : { inFlight }),
      ...(isOrdered ? {} : { threadOrder: "unknown" }),
    };
  }
}

function zeroCounts(): Record<LineKind, number> {
  // the keys are LINE_KINDS itself
  return Object.fromEntries(LINE_KINDS.map((kind) => [kind, 0])) as Record<LineKind, number>;
}

function countNames(names: readonly CallName[], count: (name: CallName) => number): Record<string, number> {
  return Object.fromEntries(names.filter((name) => count(name) > 0).map((name) => [name.text, count(name)]));
}

/** Takes the colors out of a text that arrives in chunks, many lines at a time. */
class ColorFilter {
  readonly #clean: TextBuffer = new TextBuffer();
  /** The end of a chunk in which a sequence may have been split, and the chunk that followed it. */
  readonly #joined: TextBuffer = new TextBuffer();
  #held: Uint8Array = new Uint8Array();

  /** @returns the text without colors, valid until the next call */
  read(chunk: Uint8Array): Uint8Array {
    let text = chunk;
    if (this.#held.length > 0) {
      this.#joined.set(this.#held, 0, this.#held.length);
      this.#joined.append(chunk, 0, chunk.length);
      text = this.#joined.bytes.subarray(0, this.#joined.length);
    }
    const end = stripColors(text, 0, text.length, this.#clean, false);
    this.#held = text.slice(end);
    return this.#clean.bytes.subarray(0, this.#clean.length);
  }

  /** Hands over what is still held and gets ready for another file. */
  finish(): Uint8Array {
    const rest = this.#held;
    this.#held = new Uint8Array();
    return rest;
  }
}

const SECOND = 1_000_000_000;

/**
 * Whether the times of a `strace -ff` set show in which order its threads, each with a file of its own, started their
 * calls. They do not if a row has none, if they count from the previous line, or if they are whole seconds,
 * in which a thread starts thousands of calls.
 * @param origin nanoseconds, see Trace.origin
 */
function isThreadOrderKnown({ thread, start }: TraceTable, origin: bigint, isRelative: boolean): boolean {
  const [first] = thread;
  if (thread.every((one) => one === first)) return true;
  if (isRelative || start.includes(UNKNOWN)) return false;
  return origin % BigInt(SECOND) !== 0n || start.some((time) => time % SECOND !== 0);
}
