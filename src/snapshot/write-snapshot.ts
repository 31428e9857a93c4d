import type { Grammar } from "../grammar/grammar.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import type { Order } from "../result/comparison.ts";
import type { Trace } from "../trace/trace.ts";
import { viewTrace } from "../view/trace-view.ts";
import { canonicalSequences, type Sequence } from "./canonical-sequences.ts";
import { findLoops, isOneLine, type LoopPart } from "./find-loops.ts";
import { inFlightLines } from "./in-flight-lines.ts";
import { writeName } from "./snapshot-name.ts";
import { type Shape, type Shapes, shapesOf } from "./snapshot-shapes.ts";

export type SnapshotOptions = {
  /** The level of order that the snapshot keeps. */
  readonly order: Order;
  /** Canonical names of the calls to keep; null for all that are compared. */
  readonly calls: readonly string[] | null;
};

export const SNAPSHOT_HEAD = "tracediff snapshot 1";
/** The heading of the calls that never ended. */
export const IN_FLIGHT = "in flight";

/**
 * The I/O pattern of a trace as text to be reviewed and kept: docs/snapshot-format.md. Two runs with the same pattern
 * at `order` give the same bytes, unless file names differ in a way that is not known to be random.
 *
 * @param grammar the one with which the trace was read
 */
export function* writeSnapshot(
  trace: Trace,
  grammar: Grammar,
  { order, calls }: SnapshotOptions,
): Iterable<string> {
  const side = viewTrace(trace, grammar, calls);
  const shapes = shapesOf(side);
  const { sequences, threadOf } = canonicalSequences(side, shapes, order);
  const writer = new CallWriter(shapes, sequences);
  yield `${SNAPSHOT_HEAD}\norder ${order}\n`;
  if (calls !== null) yield `calls ${calls.join(" ")}\n`;
  let thread: number | null = null;
  for (const sequence of sequences) {
    if (sequence.thread !== null && sequence.thread !== thread) yield `\nthread ${sequence.thread}\n`;
    else if (sequence.thread === null) yield "\n";
    thread = sequence.thread;
    const isOfFile = sequence.file !== null;
    if (sequence.file !== null)
      yield `${sequence.file === NO_FILE ? "no file" : `file ${writer.name(sequence.file)}`}\n`;
    yield* sequenceLines(sequence, shapes, threadOf, writer, isOfFile);
  }
  const hanging = inFlightLines(side, (file) => writer.give(file));
  if (hanging.length > 0) yield `\n${IN_FLIGHT}\n${hanging.map((line) => `  ${line}\n`).join("")}`;
}

function* sequenceLines(
  { calls }: Sequence,
  { shapes, shape, offset }: Shapes,
  threadOf: Int32Array | null,
  writer: CallWriter,
  isOfFile: boolean,
): Iterable<string> {
  // In the one order of all threads a call is also told apart by its thread.
  // by thread and shape, of which there may be more than a column can tell apart
  const numbers = new Map<number, number>();
  const keys: number[] = [];
  const ownShapes = Int32Array.from(calls, (at) => {
    const thread = threadOf === null ? 0 : (threadOf[at] as number); // in range
    const key = (shape[at] as number) + thread * shapes.length; // in range
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, keys.length);
    return keys.push(key) - 1;
  });
  const ownOffsets = Float64Array.from(calls, (at) => offset[at] as number); // in range
  const text = (number: number): LineParts => {
    const key = keys[number] as number; // made above
    const parts = writer.parts(shapes[key % shapes.length] as Shape, isOfFile);
    if (threadOf === null) return parts;
    return { ...parts, head: `[${Math.floor(key / shapes.length)}] ${parts.head}` };
  };
  for (const part of findLoops(ownShapes, ownOffsets)) yield* partLines(part, "  ", text);
}

/** What comes before and after the offset. */
type LineParts = { readonly head: string; readonly hasOffset: boolean; readonly tail: string };

function* partLines(part: LoopPart, indent: string, text: (shape: number) => LineParts): Iterable<string> {
  if (part.kind === "call") {
    yield `${indent}${callText(part, text)}${strideText(part.strides)}\n`;
    return;
  }
  const [first] = part.body;
  if (isOneLine(part) && first?.kind === "call") {
    yield `${indent}${callText(first, text)} ×${part.count}${strideText(first.strides)}\n`;
    return;
  }
  yield `${indent}×${part.count}\n`;
  for (const inner of part.body) yield* partLines(inner, `${indent}  `, text);
}

function callText(call: LoopPart & { readonly kind: "call" }, text: (shape: number) => LineParts): string {
  const { head, hasOffset, tail } = text(call.shape);
  return hasOffset ? `${head} @${call.offset} ${tail}` : `${head} ${tail}`;
}

/** ` +4096`; from the inside out, for as many steps as there are. */
function strideText(strides: readonly number[]): string {
  const last = strides.findLastIndex((stride) => stride !== 0);
  return strides
    .slice(0, last + 1)
    .map((stride) => ` ${stride < 0 ? "" : "+"}${stride}`)
    .join("");
}

/** Gives files their final names: those of one prefix are numbered as they appear in the sequences. */
class CallWriter {
  readonly #names: string[] = [];
  readonly #prefixes: readonly string[];
  /** Files so far, by prefix. */
  readonly #counts = new Map<string, number>();
  readonly #parts = new Map<Shape, LineParts>();

  constructor({ shapes, shape, prefixes }: Shapes, sequences: readonly Sequence[]) {
    this.#prefixes = prefixes;
    for (const { file, calls } of sequences) {
      if (file !== null) this.give(file);
      for (const at of calls) {
        const known = shapes[shape[at] as number] as Shape; // in range
        this.give(known.file);
        this.give(known.second);
      }
    }
  }

  /** The name of a file; the next number of its prefix if it has none yet. */
  give(file: number): string {
    const known = this.#names[file];
    if (file === NO_FILE || known !== undefined) return known ?? "";
    const prefix = this.#prefixes[file] ?? "";
    const number = (this.#counts.get(prefix) ?? 0) + 1;
    this.#counts.set(prefix, number);
    const name = writeName(prefix, !prefix.startsWith("#"), number);
    this.#names[file] = name;
    return name;
  }

  name(file: number): string {
    return this.#names[file] ?? "";
  }

  parts(shape: Shape, isOfFile: boolean): LineParts {
    const known = this.#parts.get(shape);
    if (known !== undefined) return known;
    const { call, file, second, secondOffset, hasOffset, exactOffset, rest } = shape;
    const isStep = hasOffset && exactOffset === null;
    const head = [call, ...(isOfFile || file === NO_FILE ? [] : [this.name(file)])].join(" ");
    const tail = [
      ...(exactOffset === null ? [] : [`@${exactOffset}`]),
      ...(second === NO_FILE ? [] : [`-> ${this.name(second)}`]),
      ...(secondOffset === null ? [] : [`->@${secondOffset}`]),
      rest,
    ].join(" ");
    const parts = { head, hasOffset: isStep, tail };
    this.#parts.set(shape, parts);
    return parts;
  }
}
