/** A thread id; `no-pid` for the thread on whose lines strace printed none. */
export function threadName(thread: number | null): string {
  return thread === null || thread === 0 ? "no-pid" : String(thread);
}
