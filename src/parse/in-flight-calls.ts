import type { CallsInFlight } from "../trace/trace.ts";
import { ArgumentScanner } from "./arguments/argument-scanner.ts";
import { CallFields } from "./arguments/call-fields.ts";
import { RecordStore } from "./record-store.ts";
import type { StringPool } from "./string-pool.ts";
import { TextBuffer } from "./text-buffer.ts";
import type { PendingCall, Task } from "./thread-tracker.ts";

const CLOSING = new TextEncoder().encode(")");

/**
 * What calls that started and never ended asked for, as far as strace had printed it by then:
 *
 *     [pid 12] fsync(3 <unfinished ...>
 *     [pid 13] pwrite64(4, "a", 4096, 8192 <unfinished ...>
 *
 * They make no records: nothing came of them. Those that only serve to follow threads are left out.
 */
export class InFlightCalls {
  readonly #arguments: ArgumentScanner;
  readonly #fields = new CallFields();
  /** The arguments so far, closed as if there were no more. */
  readonly #text = new TextBuffer();
  #store: RecordStore | null = null;

  constructor(strings: StringPool) {
    // A scanner of its own: the one of the line that is being read holds what it has found there.
    this.#arguments = new ArgumentScanner(strings);
  }

  add({ name, line, start, text, argumentsAt }: PendingCall, { index }: Task): void {
    if (name.prototype === null || name.kind === "process") return;
    const fields = this.#fields;
    fields.clear();
    this.#text.set(text.bytes, argumentsAt, text.length);
    this.#text.append(CLOSING, 0, CLOSING.length);
    // If there is foreign text between the arguments, those before it count.
    this.#arguments.scan(this.#text.bytes, 0, name.layout, fields);
    fields.line = line;
    fields.thread = index;
    fields.start = start;
    fields.call = name.prototype.call;
    this.#store ??= new RecordStore(0);
    this.#store.store(fields, -1);
  }

  /** Null if there are none. */
  finish(): CallsInFlight | null {
    return this.#store === null ? null : this.#store.finish(false);
  }
}
