import type { CallSpec } from "../grammar/grammar.ts";

/** What a call does to the descriptor table of its thread, and to file positions. */
export type DescriptorEffect =
  /** Works on a descriptor, or on none, and changes nothing. */
  | "use"
  /** Reads or writes at the file position and moves it. */
  | "transfer"
  | "seek"
  /** Works on two files. */
  | "copy"
  /** Works on a path. */
  | "path"
  /** Its result or an array argument brings new descriptors. */
  | "make"
  | "receive"
  | "close"
  | "close-range"
  | "duplicate"
  | "control"
  | "fork"
  | "exec"
  | "unshare"
  | "chdir"
  /** Works on memory in which a file may be mapped. */
  | "mapped"
  /** Works on a descriptor; some commands name a second file (FICLONE). */
  | "command";

/** Calls whose effect is more than their arguments say. All others follow from the roles in the grammar. */
const BY_NAME: Readonly<Record<string, DescriptorEffect>> = {
  close: "close",
  close_range: "close-range",
  dup: "duplicate",
  dup2: "duplicate",
  dup3: "duplicate",
  fcntl: "control",
  recvmsg: "receive",
  recvmmsg: "receive",
  clone: "fork",
  clone3: "fork",
  fork: "fork",
  vfork: "fork",
  execve: "exec",
  execveat: "exec",
  unshare: "unshare",
  chdir: "chdir",
  fchdir: "chdir",
  ioctl: "command",
};

export function descriptorEffect(spec: CallSpec): DescriptorEffect {
  const byName = BY_NAME[spec.name];
  if (byName !== undefined) return byName;
  const roles = new Set(spec.arguments);
  if (spec.result === "fd" || roles.has("fds")) return "make";
  if (roles.has("mapped")) return "mapped";
  if (roles.has("path")) return "path";
  if (roles.has("fd2")) return "copy";
  if (spec.kind === "seek") return "seek";
  const isTransfer = spec.kind === "data" && roles.has("fd") && spec.result === "bytes";
  // preadv2 and pwritev2 have an offset too, but -1 stands for the file position.
  if (isTransfer && (!roles.has("offset") || roles.has("flags"))) return "transfer";
  return "use";
}
