import type { CallSpec } from "./grammar.ts";

/** A call and its flags. */
export type Request = { readonly call: number; readonly flags: string };

/**
 * The same request by its newest name: `open` with `O_RDONLY` is `openat` with `O_RDONLY`, `unlink` is `unlinkat` with
 * `0`. A call without a newer name is returned unchanged.
 *
 * @param calls of the grammar
 */
export function newestRequest(calls: readonly CallSpec[], request: Request): Request {
  const like = calls[request.call]?.like;
  if (like === undefined) return request;
  const words = like.flags.split(", ").map((word) => (word === "*" ? request.flags : word));
  return { call: like.call, flags: words.filter((word) => word !== "").join(", ") };
}
