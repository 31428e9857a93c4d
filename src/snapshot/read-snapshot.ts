import type { Grammar } from "../grammar/grammar.ts";
import { ORDERS, type Order } from "../result/comparison.ts";
import { LINE_KINDS, type LineCounts, type LineKind } from "../trace/line-kind.ts";
import type { Trace } from "../trace/trace.ts";
import { SnapshotError } from "./snapshot-error.ts";
import { readCallLine, readName, type SnapshotCall, type SnapshotName } from "./snapshot-line.ts";
import { SnapshotRows } from "./snapshot-rows.ts";
import { IN_FLIGHT, SNAPSHOT_HEAD } from "./write-snapshot.ts";

/** A call, or a block that is repeated. */
type Node = { readonly line: number } & (
  | { readonly kind: "call"; readonly parsed: SnapshotCall }
  | { readonly kind: "block"; readonly count: number; readonly nodes: Node[] }
);

/** What a line that is not indented says about the calls after it. */
type Heading = {
  readonly thread?: number;
  readonly file?: SnapshotName | null;
  readonly isInFlight?: boolean;
};

/** Calls that one snapshot may represent: 3 GiB of columns. A few bytes could ask for any number. */
const CALL_LIMIT = 50_000_000;
/** Depth of nested loops; the writer makes four at most. */
const DEEPEST = 20;
const HEAD = /^tracediff snapshot (\d+)$/;

/** Whether a file that begins with this text is a snapshot of any version. */
export function isSnapshot(start: string): boolean {
  return start.startsWith(SNAPSHOT_HEAD.slice(0, SNAPSHOT_HEAD.lastIndexOf(" ") + 1));
}

/**
 * Reads a snapshot: docs/snapshot-format.md. A damaged one is refused as a whole, since a skipped line would look like
 * a change that nobody made.
 *
 * @param source what reports call it
 * @throws SnapshotError with the line and what is wrong there
 */
export function readSnapshot(text: string, source: string, grammar: Grammar): Trace {
  return new SnapshotReader(text, grammar).read(source);
}

class SnapshotReader {
  readonly #lines: readonly string[];
  readonly #grammar: Grammar;
  readonly #rows: SnapshotRows;
  readonly #counts = new Map<LineKind, number>();
  #total = 0;
  #order: Order = "thread";
  #calls: readonly string[] | null = null;

  constructor(text: string, grammar: Grammar) {
    this.#lines = (text.endsWith("\n") ? text.slice(0, -1) : text)
      .split("\n")
      .map((line) => line.replace(/\r$/, ""));
    this.#grammar = grammar;
    this.#rows = new SnapshotRows(grammar);
  }

  read(source: string): Trace {
    const version = HEAD.exec(this.#lines[0] ?? "")?.[1];
    if (version !== "1") {
      throw new SnapshotError(
        1,
        `version ${version ?? "?"} of the snapshot format is not supported, only 1 is`,
      );
    }
    this.#count("notice");
    let at = 1;
    let thread = 1;
    let file: SnapshotName | null = null;
    let stack: { readonly indent: number; readonly nodes: Node[] }[] = [];
    let top: Node[] = [];
    let isInFlight = false;
    const flush = (): void => {
      for (const node of top) {
        if (isInFlight) {
          this.#addInFlight(node);
          continue;
        }
        this.#total += callsIn(node);
        if (this.#total > CALL_LIMIT) throw new SnapshotError(node.line, `more than ${CALL_LIMIT} calls`);
        this.#add(node, thread, file, []);
      }
      top = [];
      stack = [];
    };
    for (; at < this.#lines.length; at++) {
      const line = this.#lines[at] as string; // in range
      const number = at + 1;
      if (line.trim() === "") {
        this.#count("blank");
        continue;
      }
      const indent = line.search(/[^ ]/);
      if (indent === 0) {
        flush();
        const heading = this.#heading(line, number);
        isInFlight = heading.isInFlight ?? (isInFlight && line.startsWith("#"));
        if (heading.thread !== undefined) {
          thread = heading.thread;
          file = null;
        }
        if (heading.file !== undefined) file = heading.file;
        continue;
      }
      while (stack.length > 0 && (stack.at(-1)?.indent ?? 0) >= indent) stack.pop();
      const nodes = stack.at(-1)?.nodes ?? top;
      const node = this.#node(line.slice(indent), number);
      if (stack.length > DEEPEST) throw new SnapshotError(number, `more than ${DEEPEST} nested loops`);
      nodes.push(node);
      if (node.kind === "block") stack.push({ indent, nodes: node.nodes });
    }
    flush();
    return { ...this.#trace(source), snapshot: { order: this.#order, calls: this.#calls } };
  }

  /** A line that is not indented: what the snapshot keeps, or whose calls follow. */
  #heading(line: string, number: number): Heading {
    this.#count("notice");
    if (line.startsWith("#")) return {};
    const [word = "", ...others] = line.split(" ");
    const rest = others.join(" ");
    if (word === "order") {
      const order = ORDERS.find((known) => known === rest);
      if (order === undefined)
        throw new SnapshotError(number, `order must be one of ${ORDERS.join(", ")}, not ${rest}`);
      this.#order = order;
      return {};
    }
    if (word === "calls") {
      const unknown = others.find((name) => this.#grammar.calls.every((call) => call.name !== name));
      if (unknown !== undefined) throw new SnapshotError(number, `no call is named ${unknown}`);
      this.#calls = others;
      return {};
    }
    if (word === "thread" && /^[1-9]\d{0,8}$/.test(rest)) return { thread: Number(rest) };
    if (line === "no file") return { file: null };
    if (line === IN_FLIGHT) return { isInFlight: true };
    const name = word === "file" ? readName(rest) : null;
    if (name?.rest === "") return { file: name.value };
    throw new SnapshotError(number, "expected thread, file, order, calls, in flight, or an indented call");
  }

  #node(text: string, line: number): Node {
    const count = /^×([1-9]\d*)$/.exec(text)?.[1];
    if (count !== undefined) {
      this.#count("notice");
      return { kind: "block", line, count: Number(count), nodes: [] };
    }
    const parsed = readCallLine(text);
    if ("expected" in parsed) throw new SnapshotError(line, `expected ${parsed.expected}`);
    this.#count("call");
    return { kind: "call", line, parsed };
  }

  /** @param loops the current repetition of each loop around this, from the outside in */
  #add(node: Node, thread: number, file: SnapshotName | null, loops: readonly number[]): void {
    if (node.kind === "block") {
      if (node.nodes.length === 0) throw new SnapshotError(node.line, "nothing is repeated");
      for (let i = 0; i < node.count; i++) {
        for (const inner of node.nodes) this.#add(inner, thread, file, [...loops, i]);
      }
      return;
    }
    const { parsed, line } = node;
    const row = this.#rows.prepare(parsed, line, parsed.thread ?? thread, file);
    for (let i = 0; i < (parsed.count ?? 1); i++) {
      const steps = parsed.count === null ? loops : [...loops, i];
      let moved = 0;
      for (const [at, stride] of parsed.strides.entries()) moved += stride * (steps.at(-1 - at) ?? 0);
      if (!Number.isSafeInteger(moved)) throw new SnapshotError(line, "steps beyond 2^53 bytes");
      row(moved);
    }
  }

  #addInFlight(node: Node): void {
    if (node.kind === "block") throw new SnapshotError(node.line, "a call in flight cannot be in a loop");
    this.#total += callsIn(node);
    if (this.#total > CALL_LIMIT) throw new SnapshotError(node.line, `more than ${CALL_LIMIT} calls`);
    if (node.parsed.result !== "?") throw new SnapshotError(node.line, `expected "= ?" for a call in flight`);
    this.#rows.addInFlight(node.parsed, node.line, this.#lines[node.line - 1]?.trim() ?? "");
  }

  #count(kind: LineKind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  #trace(source: string): Trace {
    const counts = Object.fromEntries(LINE_KINDS.map((kind) => [kind, this.#counts.get(kind) ?? 0]));
    return this.#rows.trace(source, this.#lines.length, counts as LineCounts); // every kind is set
  }
}

function callsIn(node: Node): number {
  if (node.kind === "call") return node.parsed.count ?? 1;
  return node.count * node.nodes.reduce((sum, inner) => sum + callsIn(inner), 0);
}
