import { UNKNOWN } from "../trace/table.ts";
import type { LeaderScanner } from "./leader-scanner.ts";

const SECOND = 1_000_000_000;
const DAY = 86_400 * SECOND;

/** Turns the times of lines into nanoseconds since the first of them. */
export class TraceClock {
  /** The first time, in the parts that LeaderScanner gives. */
  originSeconds = 0;
  originNanoseconds = 0;
  hasOrigin = false;
  /** The time of the last line. */
  latest = 0.5;
  #days = 0;

  constructor() {
    this.latest = 0;
  }

  /** Nanoseconds since 1970, since midnight, or 0: what the first line showed. */
  get origin(): bigint {
    return BigInt(this.originSeconds) * BigInt(SECOND) + BigInt(this.originNanoseconds);
  }

  /** What midnights have added, in nanoseconds. */
  get daysPassed(): number {
    return this.#days * DAY;
  }

  /** Whether lines count from the previous line (`-r`) or carry no time: times of two files cannot be compared. */
  get isRelative(): boolean {
    return !this.hasOrigin;
  }

  /** Must be called once for every line of strace's own, in order: `-r` counts from the previous line. */
  read(leader: LeaderScanner): number {
    const { clock, seconds, nanoseconds } = leader;
    if (clock === "none") return UNKNOWN;
    if (clock === "relative") {
      this.latest += seconds * SECOND + nanoseconds;
      return this.latest;
    }
    if (!this.hasOrigin) {
      this.hasOrigin = true;
      this.originSeconds = seconds;
      this.originNanoseconds = nanoseconds;
    }
    let time = (seconds - this.originSeconds) * SECOND + (nanoseconds - this.originNanoseconds);
    if (clock === "day") {
      time += this.#days * DAY;
      // Past midnight the clock starts again. Lines may step back a little (-z), never by half a day.
      if (time < this.latest - DAY / 2) {
        this.#days++;
        time += DAY;
      }
    }
    this.latest = time;
    return time;
  }
}
