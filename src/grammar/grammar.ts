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
  /** Where there are several, or other compared text, they are joined as printed: `F_SETFD, FD_CLOEXEC`. */
  "flags",
  /** Printed data; says nothing about the request. */
  "buffer",
  /** Printed data that the call sends: if trace and output share a terminal, it appears in the middle of the line. */
  "payload",
  /** `{msg_iov=[...], msg_control=[...]}`: its size is that of the iovecs; the fds are those passed with SCM_RIGHTS. */
  "message",
  /** `[{msg_hdr={...}}, ...]`: several messages. */
  "messages",
  /** `{off=0, len=4096}`: offset and size in one. */
  "range",
  /** `[4096]` that the call fills in: takes the place of the result (_llseek). */
  "position",
  /** An array of requests: each makes a record of its own. */
  "iocbs",
  /** How many elements an array has: the array itself says so, unless strace cut it. */
  "elements",
  /** `[0, 4096]`: offset and size in one. */
  "extent",
  /** `{src_fd=3, src_offset=0, src_length=4096, dest_offset=0}` of FICLONERANGE. */
  "clone",
  /** `{src_offset=0, src_length=4096, info=[{dest_fd=4, dest_offset=0}]}` of FIDEDUPERANGE. */
  "dedupe",
  /** A descriptor that is compared as a number: an end of close_range. */
  "end",
  /** An address that may lie in a mapped file. */
  "mapped",
  /** Flags that say what the arguments after them mean. */
  "command",
  /** Compared as printed. */
  "text",
  /** Not compared, but the comparison reports where they differ. */
  "reported",
  /** Not compared, for a reason that the table states. */
  "ignored",
] as const;
export type ArgumentRole = (typeof ARGUMENT_ROLES)[number];

/** What the number after `=` means, which decides whether two runs can be expected to agree on it. */
export const RESULT_ROLES = ["bytes", "status", "fd", "position", "address", "pid", "count"] as const;
export type ResultRole = (typeof RESULT_ROLES)[number];

/** Results on which two runs can be expected to agree. Descriptors, addresses and process ids are names. */
export const COMPARABLE_RESULTS: ReadonlySet<ResultRole> = new Set(["bytes", "status", "position", "count"]);

/** Which way bytes go, as seen from the file of `fd`. */
export type Direction = "read" | "write";

export type CallSpec = {
  /** Canonical name: the one of x86_64 today. */
  readonly name: string;
  readonly kind: CallKind;
  /** Every other name that counts as this call. */
  readonly aliases: readonly string[];
  readonly arguments: readonly ArgumentRole[];
  readonly result: ResultRole;
  /** For calls whose result counts bytes that leave or enter a file; null for all others. */
  readonly direction: Direction | null;
  /** The newer call that asks for the same; absent if there is none. */
  readonly like?: Likeness;
};

/** `unlink(path)` is unlinkat with the flags `0`, `open(path, flags)` is openat with its own, `*`. */
export type Likeness = { readonly call: number; readonly flags: string };

/** What arguments mean, in the order in which strace prints them. */
export type Layout = {
  readonly arguments: readonly ArgumentRole[];
  /** What the table calls them: the role, or a name that it declares. */
  readonly names: readonly string[];
  /** For flags, the set that names their numbers; null if there is none. */
  readonly sets: readonly (string | null)[];
};

/** How one spelling of a call lays out its arguments: `_llseek` counts as lseek but has four of them. */
export type Prototype = Layout & {
  /** Index into `Grammar.calls`. */
  readonly call: number;
  /** Arguments that a whole call always has. */
  readonly required: number;
  /** What follows the `command`, by its name; absent if the call has none. */
  readonly commands?: ReadonlyMap<string, Layout>;
};

/** Why arguments of this name are not compared, and whether a comparison reports where they differ. */
export type Ignored = { readonly reason: string; readonly isReported: boolean };

/** The calls of grammars/syscalls.txt, in the order of the file; `Trace.table.call` indexes `calls`. */
export type Grammar = {
  readonly calls: readonly CallSpec[];
  /** Canonical names and aliases to the index into `calls`. */
  readonly byName: ReadonlyMap<string, number>;
  /** The same names to their argument layouts. */
  readonly prototypes: ReadonlyMap<string, Prototype>;
  /** Calls that are counted but not compared. */
  readonly otherNames: ReadonlySet<string>;
  /** Names of arguments that are not compared. */
  readonly ignored: ReadonlyMap<string, Ignored>;
  /** The unread lines of each set of flags, by name: see FlagSet. */
  readonly sets: ReadonlyMap<string, readonly string[]>;
};
