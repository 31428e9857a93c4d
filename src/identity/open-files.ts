import { UNKNOWN } from "../trace/table.ts";

/**
 * What descriptors refer to: the kernel's open file descriptions. One is made by each open and shared by all
 * descriptors that dup and fork derive from it, together with its file position.
 */
export class OpenFiles {
  readonly #file: number[] = [];
  readonly #position: number[] = [];
  readonly #appends: boolean[] = [];
  /** Who moved the position last, and when that call ended. */
  readonly #mover: number[] = [];
  readonly #movedUntil: number[] = [];

  /** @param position bytes from the start of the file; UNKNOWN if the history was not seen or means nothing */
  open(file: number, position: number, appends: boolean): number {
    this.#position.push(position);
    this.#appends.push(appends);
    this.#mover.push(-1);
    this.#movedUntil.push(UNKNOWN);
    return this.#file.push(file) - 1;
  }

  file(open: number): number {
    return this.#file[open] as number;
  }

  /** Whether every write goes to the end of the file, wherever that is. */
  appends(open: number): boolean {
    return this.#appends[open] as boolean;
  }

  /**
   * The position at which a call of `thread` starts. If another thread moved it last and may not have been done
   * by then, the order in which the kernel took the two is unknown.
   */
  position(open: number, thread: number, start: number): number {
    const mover = this.#mover[open] as number;
    const until = this.#movedUntil[open] as number;
    const isOrdered = mover === thread || mover < 0 || (until !== UNKNOWN && start >= until);
    return isOrdered ? (this.#position[open] as number) : UNKNOWN;
  }

  move(open: number, to: number, thread: number, end: number): void {
    // a double does not hold what is beyond 2^53 to the byte, nor where a transfer ends from there on
    this.#position[open] = Number.isSafeInteger(to) ? to : UNKNOWN;
    this.#mover[open] = thread;
    this.#movedUntil[open] = end;
  }
}
