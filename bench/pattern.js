import { mix, Random } from "./random.js";

/** What each thread of a pattern asks for, in its order: the same from the same seed. */
export class ThreadPattern {
  #random;
  #thread;
  #files;
  /** Offset of the next block of the running scan, and its descriptor. */
  #scanned = 0;
  #scanFd = 0;
  /** Where the thread's own log ends, and how much of it is not synced. */
  #logEnd = 0;
  #unsynced = 0;

  constructor(seed, thread, files) {
    this.#random = new Random(seed, thread);
    this.#thread = thread;
    this.#files = files;
    this.#scanFd = this.#dataFd();
  }

  /**
   * Point reads of any block, scans of one file after another, the small reads that open a table, and a log that
   * is appended and synced.
   */
  next() {
    const dice = this.#random.below(100);
    if (dice < 45) {
      return {
        call: "pread64",
        fd: this.#dataFd(),
        size: 4096 + this.#random.below(64),
        offset: this.#anyOffset(),
      };
    }
    if (dice < 80) return this.#scan();
    if (dice < 88) {
      const size = [53, 38, 664, 74][this.#random.below(4)];
      return { call: "pread64", fd: this.#dataFd(), size, offset: this.#anyOffset() };
    }
    if (dice < 90) {
      return { call: "readahead", fd: this.#dataFd(), size: 131_072, offset: this.#anyOffset() };
    }
    if (this.#unsynced > 6) {
      this.#unsynced = 0;
      return { call: "fdatasync", fd: this.#logFd(), size: 0, offset: 0 };
    }
    return this.#append();
  }

  #scan() {
    if (this.#scanned > 64 << 20) {
      this.#scanned = 0;
      this.#scanFd = this.#dataFd();
    }
    const size = 4157 + (this.#random.below(8) === 0 ? this.#random.below(512) : 0);
    const offset = this.#scanned;
    this.#scanned += size;
    return { call: "pread64", fd: this.#scanFd, size, offset };
  }

  #append() {
    const size = 24 + this.#random.below(1000);
    const offset = this.#logEnd;
    this.#logEnd += size;
    this.#unsynced++;
    return { call: "pwrite64", fd: this.#logFd(), size, offset };
  }

  #dataFd() {
    return 8 + this.#random.below(this.#files);
  }

  #logFd() {
    return 8 + this.#files + this.#thread;
  }

  #anyOffset() {
    return this.#random.below(1 << 28) * 4;
  }
}

/** Changes of exactly one call each, in turn. */
const EDITS = ["resized", "shifted", "removed", "added", "result"];

/**
 * Says for every call of every thread which edit it gets, independent of the schedule.
 *
 * `{ count }` spreads that many edits evenly over threads and time; `{ share }` takes that share of the
 * calls, at random, and puts another one, two others or none in their place.
 */
export class Edits {
  #share;
  #random;
  #byThread;
  /** Edits that wait for the next read of their thread. */
  #waiting;

  constructor(edits, seed, threads, callsPerThread) {
    this.#share = edits.share ?? 0;
    this.#random = Array.from({ length: threads }, (_, thread) => new Random(seed, thread, 0xed17));
    this.#byThread = Array.from({ length: threads }, () => new Map());
    this.#waiting = Array.from({ length: threads }, () => undefined);
    const count = edits.count ?? 0;
    const random = new Random(seed, 0x5eed);
    const stretch = Math.max(1, Math.floor((callsPerThread * threads) / Math.max(count, 1)));
    for (let edit = 0; edit < count; edit++) {
      const index = Math.floor((edit * stretch + random.below(stretch)) / threads);
      this.#byThread[edit % threads].set(index, EDITS[edit % EDITS.length]);
    }
  }

  at(thread, index, request) {
    const exact = this.#byThread[thread].get(index) ?? this.#waiting[thread];
    if (exact !== undefined) {
      const fits = request.call === "pread64";
      this.#waiting[thread] = fits ? undefined : exact;
      return fits ? exact : undefined;
    }
    if (this.#share === 0) return undefined;
    const random = this.#random[thread];
    if (!random.chance(this.#share)) return undefined;
    return ["replaced", "replaced", "doubled", "removed"][random.below(4)];
  }
}

/** The requests in place of `request`; a request may say what it returns instead of all it asked for. */
export function applyEdit(edit, request) {
  // What an edit adds differs from every request of the patterns: odd offsets beyond theirs.
  const elsewhere = (1 << 30) * 4 + mix(request.offset ^ request.size) * 2 + 1;
  switch (edit) {
    case undefined:
      return [request];
    case "resized":
      return [{ ...request, call: "pread64", size: request.size * 2 + 1 }];
    case "shifted":
      return [{ ...request, call: "pread64", offset: elsewhere }];
    case "result":
      return [{ ...request, result: Math.floor(request.size / 2) }];
    case "removed":
      return [];
    case "added":
      return [request, { ...request, call: "pread64", offset: elsewhere }];
    case "replaced":
      return [{ ...request, call: "pread64", size: request.size + 7, offset: elsewhere }];
    case "doubled":
      return [elsewhere, elsewhere + 2].map((offset) => ({ ...request, call: "pread64", size: 77, offset }));
    default:
      throw new Error(`unknown edit ${edit}`);
  }
}
