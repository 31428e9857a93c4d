/** FNV-1a (Fowler, Noll, Vo) of bytes: 32 bits, 0 or more. */
export function textHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193); // in range
  return hash >>> 0;
}
