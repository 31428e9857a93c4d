import type { ArgumentRole } from "../../grammar/grammar.ts";

/** Argument roles as small numbers: the scanner looks one up at every argument, and comparing strings costs more. */
export const ROLE = {
  ignored: 0,
  fd: 1,
  buffer: 2,
  size: 3,
  offset: 4,
  flags: 5,
  path: 6,
  dirfd: 7,
  payload: 8,
  iovec: 9,
  fd2: 10,
  fds: 11,
  path2: 12,
  offset2: 13,
  position: 14,
  range: 15,
  message: 16,
  messages: 17,
  iocbs: 18,
  elements: 19,
  extent: 20,
  clone: 21,
  dedupe: 22,
  end: 23,
  mapped: 24,
  command: 25,
  text: 26,
  reported: 27,
} as const;

/** Does not compile while a role has no number. */
export type RoleCode = (typeof ROLE)[ArgumentRole];
