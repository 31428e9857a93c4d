import type { IndexIntoStrings } from "../../trace/table.ts";
import { NO_STRING, NONE, UNKNOWN } from "../../trace/table.ts";

/** What the parser has read of one call: the columns of the table and what has no column. Reused from line to line. */
export class CallFields {
  line = 0;
  thread = 0;
  start: number = 0.5;
  call = 0;
  fd: number = NONE;
  path: number = NO_STRING;
  offset: number = 0.5;
  size: number = 0.5;
  flags: number = NO_STRING;
  result: number = 0.5;
  error = 0;
  latency: number = 0.5;
  exactOffset: bigint | null = null;
  exactSize: bigint | null = null;
  exactResult: bigint | null = null;
  resultPath: IndexIntoStrings = NO_STRING;
  /** Further descriptors and paths, see RowExtra. */
  fds: number[] = [];
  paths: IndexIntoStrings[] = [];
  offset2: number | bigint | null = null;
  /** Whether anything without a column is set. */
  hasExtras = false;
  /** strace marks the call as one that it delayed or whose outcome it changed. */
  isInjected = false;
  /** Records of an io_submit after the first. */
  more: CallFields[] = [];
  /** A number for what an argument of the role `reported` holds; null if it says nothing. */
  reported: number | null = null;
  /** Whether strace has cut an array of requests. */
  isCut = false;
  /** Set by `position`, which takes the place of the result. */
  position: number | bigint | null = null;
  /** Where in a structure a number is that cannot be a descriptor, which makes the call unreadable; -1 for nowhere. */
  misfit = -1;

  constructor() {
    // The number fields start as fractions so that the engine keeps doubles in them from the beginning.
    this.clear();
  }

  /** Clears the call; the caller sets `line`, `thread` and `start`. */
  clear(): void {
    this.fd = NONE;
    this.path = NO_STRING;
    this.offset = UNKNOWN;
    this.size = UNKNOWN;
    this.flags = NO_STRING;
    this.result = UNKNOWN;
    this.error = 0;
    this.latency = -1;
    if (this.hasExtras) this.#clearExtras();
  }

  #clearExtras(): void {
    this.exactOffset = null;
    this.exactSize = null;
    this.exactResult = null;
    this.resultPath = NO_STRING;
    this.fds = [];
    this.paths = [];
    this.offset2 = null;
    this.isInjected = false;
    this.more = [];
    this.position = null;
    this.misfit = -1;
    this.reported = null;
    this.isCut = false;
    this.hasExtras = false;
  }
}
