import type { CallName, CallScanner } from "../call-scanner.ts";
import type { CutLine } from "../cut-line.ts";
import { NO_TID } from "../leader-scanner.ts";
import type { PendingCalls } from "../pending-calls.ts";
import type { RecordStore } from "../record-store.ts";
import type { StringPool } from "../string-pool.ts";
import { HAS_WEBASSEMBLY, PlainLines } from "./plain-lines.ts";

/** After this many lines in a row that are not plain, it is not tried for this many lines. */
const MISSES = 32;
const PAUSE = 1024;

/** Reads plain lines, many at a time, once a trace has shown what its lines are like. */
export class PlainReader {
  /** How many lines the last `read` read, and how many of them are halves of calls. */
  count = 0;
  halves = 0;
  readonly #calls: CallScanner;
  readonly #strings: StringPool;
  readonly #pendingCalls: PendingCalls;
  readonly #cut: CutLine;
  readonly #store: RecordStore;
  readonly #from: number;
  #lines: PlainLines | null = null;
  /** Lines in a row that were not plain, and lines since then for which it was not tried. */
  #misses = 0;
  #namesSent = 0;
  #isOriginSent = false;
  #trackerVersion = 0;
  /** The table row from which the rows of open calls count. */
  #blockStart = 0;

  /** @param from see TraceParserOptions.plainFrom */
  constructor(
    calls: CallScanner,
    strings: StringPool,
    pendingCalls: PendingCalls,
    cut: CutLine,
    store: RecordStore,
    from: number,
  ) {
    this.#calls = calls;
    this.#strings = strings;
    this.#pendingCalls = pendingCalls;
    this.#cut = cut;
    this.#store = store;
    this.#from = from;
  }

  /** The chunks that were read may have other bytes by now. */
  startChunk(): void {
    this.#lines?.forgetText();
  }

  /**
   * Reads lines as long as they are plain.
   * @param start of a line
   * @param last the last line end of the chunk
   * @param line the number of the first line
   * @returns the start of the first line that was not read
   */
  read(chunk: Uint8Array, start: number, last: number, line: number): number {
    this.count = 0;
    this.halves = 0;
    const { isTimed, lastClock, clock } = this.#pendingCalls;
    // the line that continues a call that was cut does not stand by itself
    if (this.#cut.isOpen || isTimed !== (lastClock !== "none") || !this.#isWorthTrying(line)) {
      this.handOver();
      return start;
    }
    const lines = this.#prepare(chunk);
    let next = start;
    if (last >= lines.capacity) {
      this.handOver();
      return start;
    }
    do {
      const row = this.#store.nextBlockRow();
      this.#moveOpens(lines);
      next = lines.scan(chunk, next, last, line + this.count, row, lastClock, clock);
      if (lines.lines > 0) this.#pendingCalls.takePlain(lines, this.#blockStart);
      this.count += lines.lines;
      this.halves += lines.halves;
    } while (lines.row === lines.rows && next <= last);
    if (lines.concernsOpens) this.handOver();
    this.#misses = this.count > 0 ? 0 : this.#misses + 1;
    return next;
  }

  #moveOpens(lines: PlainLines): void {
    const { blockStart } = this.#store;
    if (blockStart === this.#blockStart) return;
    lines.moveOpens(blockStart - this.#blockStart);
    this.#blockStart = blockStart;
  }

  /** Whoever reads the next line must know of the calls that are open. */
  handOver(): void {
    if (this.#lines?.hasOpens === true) {
      for (const call of this.#lines.takeOpens())
        this.#pendingCalls.takeOpen(call, this.#blockStart + call.row);
      // the thread of one of them may be the one whose lines have no id
      this.#lines.forgetThread(NO_TID);
    }
  }

  #isWorthTrying(line: number): boolean {
    if (this.#lines === null) return HAS_WEBASSEMBLY && line > this.#from;
    if (this.#misses < MISSES) return true;
    // a trace of another form: try again now and then
    this.#misses++;
    if (this.#misses < PAUSE) return false;
    this.#misses = 0;
    return true;
  }

  /** Tells the kernel what the lines before have shown. */
  #prepare(chunk: Uint8Array): PlainLines {
    const lines = this.#lines ?? this.#start();
    const { names } = this.#calls;
    for (; this.#namesSent < names.length; this.#namesSent++)
      lines.addName(names[this.#namesSent] as CallName);
    const { hasOrigin, originSeconds, originNanoseconds } = this.#pendingCalls.clock;
    if (hasOrigin && !this.#isOriginSent) {
      lines.setOrigin(originSeconds, originNanoseconds);
      this.#isOriginSent = true;
    }
    this.#tellThreads(lines);
    const place = lines.unknownPathIn(chunk);
    if (place !== null) {
      const index = this.#strings.knownPath(chunk, place.start, place.end);
      if (index !== -1) lines.addPath(place, index);
    }
    return lines;
  }

  #tellThreads(lines: PlainLines): void {
    const { tracker, last } = this.#pendingCalls;
    if (tracker.version !== this.#trackerVersion) {
      this.handOver();
      lines.forgetThreads();
      this.#trackerVersion = tracker.version;
    }
    for (const tid of tracker.busy) lines.forgetThread(tid);
    // any of them may be the one whose lines have no id
    if (tracker.busy.length > 0) lines.forgetThread(NO_TID);
    tracker.busy.length = 0;
    const isStill = last !== null && last.version === tracker.version;
    if (isStill && last.task.state === "alive" && last.task.pending === null) {
      lines.addThread(last.tid, last.task.index);
    }
    this.#pendingCalls.last = null;
  }

  #start(): PlainLines {
    const lines = new PlainLines();
    this.#store.useBlock(lines.block, lines.rows);
    this.#blockStart = this.#store.blockStart;
    this.#lines = lines;
    return lines;
  }
}
