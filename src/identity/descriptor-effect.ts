import type { CallSpec } from "../grammar/grammar.ts";

/** What a call does to the descriptor table of its thread. */
export type DescriptorEffect =
  /** Works on a descriptor and changes none. */
  | "use"
  /** Works on a path. */
  | "path"
  /** Its result or an array argument brings new descriptors. */
  | "make"
  | "close"
  | "close-range"
  | "duplicate"
  | "control"
  | "fork"
  | "exec"
  | "unshare";

/** Calls whose effect is more than their arguments tell. All others follow from the roles in the grammar. */
const BY_NAME: Readonly<Record<string, DescriptorEffect>> = {
  close: "close",
  close_range: "close-range",
  dup: "duplicate",
  dup2: "duplicate",
  dup3: "duplicate",
  fcntl: "control",
  clone: "fork",
  clone3: "fork",
  fork: "fork",
  vfork: "fork",
  execve: "exec",
  execveat: "exec",
  unshare: "unshare",
};

export function descriptorEffect(spec: CallSpec): DescriptorEffect {
  const byName = BY_NAME[spec.name];
  if (byName !== undefined) return byName;
  if (spec.result === "fd" || spec.arguments.includes("fds")) return "make";
  return spec.arguments.includes("path") ? "path" : "use";
}
