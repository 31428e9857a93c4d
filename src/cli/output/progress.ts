import type { Writable } from "node:stream";

/** Milliseconds before the first line: work that is over by then needs none. */
const PATIENCE = 500;
/** Milliseconds between lines; the eye reads no faster. */
const INTERVAL = 100;
const CLEAR_LINE = "\r\u001b[K";

/** Progress of long work, as one line on a terminal that is overwritten and finally erased. */
export class Progress {
  readonly #terminal: () => Writable | null;
  readonly #now: () => number;
  /** Bytes in all; null if not known. */
  readonly #total: number | null;
  readonly #start: number;
  #next: number;
  #bytes = 0;
  #isShown = false;

  /** @param terminal where lines go, null for nowhere; called only once the work has become long */
  constructor(terminal: () => Writable | null, now: () => number, total: number | null) {
    this.#terminal = terminal;
    this.#now = now;
    this.#total = total;
    this.#start = now();
    this.#next = this.#start + PATIENCE;
  }

  /** Reports that this many more bytes have been read. */
  advance(bytes: number): void {
    this.#bytes += bytes;
    const now = this.#now();
    if (now < this.#next) return;
    this.#next = now + INTERVAL;
    this.#show(`reading ${this.#share()}${megabytes(this.#bytes)}${this.#rate(now)}`);
  }

  /** Reports that the work goes on with something that cannot be counted. */
  turnTo(stage: string): void {
    if (this.#now() - this.#start >= PATIENCE) this.#show(stage);
  }

  clear(): void {
    if (this.#isShown) this.#terminal()?.write(CLEAR_LINE);
    this.#isShown = false;
  }

  #show(text: string): void {
    this.#terminal()?.write(CLEAR_LINE + text);
    this.#isShown = true;
  }

  #share(): string {
    if (this.#total === null || this.#total === 0) return "";
    return `${Math.floor((100 * Math.min(this.#bytes, this.#total)) / this.#total)} %  `;
  }

  #rate(now: number): string {
    const rate = `  ${megabytes((this.#bytes / (now - this.#start)) * 1000)}/s`;
    return this.#total === null ? rate : ` of ${megabytes(this.#total)}${rate}`;
  }
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
