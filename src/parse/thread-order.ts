import { type TraceTable, UNKNOWN } from "../trace/table.ts";

const SECOND = 1_000_000_000;

/**
 * Whether the times of a `strace -ff` set tell in which order its threads, each of a file of its own, started their
 * calls. They do not where a row has none, where they count from the line before, or where they are whole seconds,
 * in which a thread starts thousands of calls.
 * @param origin nanoseconds, see Trace.origin
 */
export function isThreadOrderKnown(
  { thread, start }: TraceTable,
  origin: bigint,
  isRelative: boolean,
): boolean {
  const [first] = thread;
  if (thread.every((one) => one === first)) return true;
  if (isRelative || start.includes(UNKNOWN)) return false;
  return origin % BigInt(SECOND) !== 0n || start.some((time) => time % SECOND !== 0);
}
