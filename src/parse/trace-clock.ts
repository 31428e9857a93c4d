import { UNKNOWN } from "../trace/table.ts";
import type { Clock, LeaderScanner } from "./leader-scanner.ts";

const SECOND = 1_000_000_000;
const DAY = 86_400 * SECOND;

/** Turns the times of lines into nanoseconds since the first of them. */
export class TraceClock {
  /** The first time, in the parts that LeaderScanner gives. */
  originSeconds = 0;
  originNanoseconds = 0;
  hasOrigin = false;
  #last = 0.5;
  #days = 0;

  constructor() {
    this.#last = 0;
  }

  /** Nanoseconds since 1970, since midnight, or 0: what the first line showed. */
  get origin(): bigint {
    return BigInt(this.originSeconds) * BigInt(SECOND) + BigInt(this.originNanoseconds);
  }

  /** Whether lines count from the line before (`-r`), or carry no time at all: the times of two files say nothing. */
  get isRelative(): boolean {
    return !this.hasOrigin;
  }

  /** Must be called once for every line of strace's own, in order: `-r` counts from the line before. */
  read(leader: LeaderScanner): number {
    const { clock, seconds, nanoseconds } = leader;
    if (clock === "none") return UNKNOWN;
    if (clock === "relative") {
      this.#last += seconds * SECOND + nanoseconds;
      return this.#last;
    }
    if (!this.hasOrigin) {
      this.hasOrigin = true;
      this.originSeconds = seconds;
      this.originNanoseconds = nanoseconds;
    }
    return this.#place(
      (seconds - this.originSeconds) * SECOND + (nanoseconds - this.originNanoseconds),
      clock,
    );
  }

  /**
   * The same for many lines in order.
   * @param times nanoseconds since the origin or, where `clock` is relative, since the line before; UNKNOWN where it
   * is none; become what `read` returns
   */
  readAll(times: Float64Array, clock: Clock): void {
    if (clock === "none") return;
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      times[i] = clock === "relative" ? this.#last + time : this.#place(time, clock);
      this.#last = times[i] as number;
    }
  }

  #place(time: number, clock: Clock): number {
    if (clock === "day") {
      time += this.#days * DAY;
      // Past midnight the clock starts again. Lines may step back a little (-z), never by half a day.
      if (time < this.#last - DAY / 2) {
        this.#days++;
        time += DAY;
      }
    }
    this.#last = time;
    return time;
  }
}
