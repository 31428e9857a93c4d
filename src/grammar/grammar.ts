/** How a call touches files; the first word of its line in grammars/syscalls.txt. */
export const CALL_KINDS = [
  "data",
  "hint",
  "sync",
  "size",
  "seek",
  "open",
  "map",
  "meta",
  "async",
  "process",
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/**
 * What an argument means. Everything else about a call follows from the roles of its arguments: adding a call is
 * adding a line to grammars/syscalls.txt.
 */
export const ARGUMENT_ROLES = [
  /** The descriptor that the call works on. */
  "fd",
  /** Directory that a relative path starts from. */
  "dirfd",
  "path",
  /** A further descriptor: the new number of dup2, the output of copy_file_range. */
  "fd2",
  "path2",
  /** `[3, 4]`: descriptors that the call makes. */
  "fds",
  "size",
  /** An array of buffers; its size is the sum of the lengths. */
  "iovec",
  "offset",
  "offset2",
  /** Where there are several, or a command and its argument (fcntl), they are joined as printed: `F_SETFD, FD_CLOEXEC`. */
  "flags",
  /** Printed data; tells nothing about the request. */
  "buffer",
  /** Printed data that the call sends: where trace and output share a terminal, it follows in the middle of the line. */
  "payload",
  /** `{msg_iov=[...], msg_control=[...]}`: its size is that of the iovecs; the fds are those that SCM_RIGHTS brings. */
  "message",
  /** `[{msg_hdr={...}}, ...]`: several messages. */
  "messages",
  /** `{off=0, len=4096}`: offset and size in one. */
  "range",
  /** `[4096]` that the call fills in: stands in for the result (_llseek). */
  "position",
  /** An array of requests: each makes a record of its own. */
  "iocbs",
  /** Number of array elements, mode, addresses: not part of the request. */
  "ignored",
] as const;
export type ArgumentRole = (typeof ARGUMENT_ROLES)[number];

/** What the number after `=` means, which decides whether two runs can be expected to agree on it. */
export const RESULT_ROLES = ["bytes", "status", "fd", "position", "address", "pid", "count"] as const;
export type ResultRole = (typeof RESULT_ROLES)[number];

export type CallSpec = {
  /** Canonical name: the one of x86_64 today. */
  readonly name: string;
  readonly kind: CallKind;
  /** Every other name that counts as this call. */
  readonly aliases: readonly string[];
  readonly arguments: readonly ArgumentRole[];
  readonly result: ResultRole;
};

/** How one spelling of a call lays out its arguments: `_llseek` counts as lseek but has four of them. */
export type Prototype = {
  /** Index into `Grammar.calls`. */
  readonly call: number;
  readonly arguments: readonly ArgumentRole[];
  /** Arguments that a whole call always has. */
  readonly required: number;
};

/** The calls of grammars/syscalls.txt, in the order of the file; `Trace.table.call` indexes `calls`. */
export type Grammar = {
  readonly calls: readonly CallSpec[];
  /** Canonical names and aliases to the index into `calls`. */
  readonly byName: ReadonlyMap<string, number>;
  /** The same names to the layout of their arguments. */
  readonly prototypes: ReadonlyMap<string, Prototype>;
  /** Calls that are counted and not compared. */
  readonly otherNames: ReadonlySet<string>;
};
