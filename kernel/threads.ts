import {
  OPENS,
  STATE_OPENS,
  THREAD_COUNT,
  THREAD_INDEX,
  THREAD_KNOWN,
  THREAD_NAME,
  THREAD_ROW,
  THREAD_SIZE,
  THREAD_TID,
  THREADS,
} from "./layout";

/** The thread with this id is alive, in no call, and has this number. */
export function addThread(tid: i32, index: i32): void {
  const thread = placeOf(tid);
  // two ids may share one place: the one that is in a call keeps it
  if (isOpen(thread)) return;
  store<i32>(thread + THREAD_TID, tid);
  store<i32>(thread + THREAD_INDEX, index);
  store<i32>(thread + THREAD_KNOWN, 1);
  store<u32>(thread + THREAD_NAME, 0);
}

/** The thread with this id is in a call whose first half was read elsewhere. */
export function forgetThread(tid: i32): void {
  const thread = placeOf(tid);
  if (load<i32>(thread + THREAD_TID) === tid) store<i32>(thread + THREAD_KNOWN, 0);
}

export function forgetThreads(): void {
  memory.fill(THREADS, 0, THREAD_COUNT * THREAD_SIZE);
  store<i32>(STATE_OPENS, 0);
}

/** @returns the address of the thread, or 0 if it is not known */
// @inline
export function findThread(tid: i32): usize {
  const thread = placeOf(tid);
  return load<i32>(thread + THREAD_TID) === tid && load<i32>(thread + THREAD_KNOWN) === 1 ? thread : 0;
}

// @inline
function placeOf(tid: i32): usize {
  return THREADS + (<usize>tid & (THREAD_COUNT - 1)) * THREAD_SIZE;
}

/** The thread is in a call from now on. */
export function open(thread: usize, name: usize): void {
  const count = load<u32>(STATE_OPENS);
  store<u32>(thread + THREAD_NAME, <u32>name);
  store<u32>(OPENS + (count << 2), <u32>thread);
  store<u32>(STATE_OPENS, count + 1);
}

/** The call of the thread has ended. */
export function close(thread: usize): void {
  const last = load<u32>(STATE_OPENS) - 1;
  let at: usize = OPENS;
  while (load<u32>(at) !== <u32>thread) at += 4;
  store<u32>(at, load<u32>(OPENS + (last << 2)));
  store<u32>(STATE_OPENS, last);
  store<u32>(thread + THREAD_NAME, 0);
}

// @inline
export function isOpen(thread: usize): bool {
  return load<i32>(thread + THREAD_KNOWN) === 1 && load<u32>(thread + THREAD_NAME) !== 0;
}

/** The rows of the block are renumbered, starting this many lower. */
export function moveOpens(rows: i32): void {
  const count = load<u32>(STATE_OPENS);
  for (let index: u32 = 0; index < count; index++) {
    const thread: usize = load<u32>(OPENS + (index << 2));
    store<i32>(thread + THREAD_ROW, load<i32>(thread + THREAD_ROW) - rows);
  }
}

/** The caller has taken over all open calls: their threads are no longer known. */
export function forgetOpens(): void {
  const count = load<u32>(STATE_OPENS);
  for (let index: u32 = 0; index < count; index++) {
    store<i32>(load<u32>(OPENS + (index << 2)) + THREAD_KNOWN, 0);
  }
  store<u32>(STATE_OPENS, 0);
}
