// Positions below are always within `bytes`, slots within the tables.

const FIRST_SLOTS = 256;

/**
 * Maps byte sequences to numbers: finds repeats without making strings of them. Open addressing with linear
 * probing.
 */
export class ByteMap {
  #slots: Int32Array = new Int32Array(FIRST_SLOTS).fill(-1);
  #hashes: Int32Array = new Int32Array(FIRST_SLOTS);
  #keys: Uint8Array[] = [];
  #values: number[] = [];

  /** @returns the number stored for `bytes[start..end)`, or -1 */
  get(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slot = this.#find(bytes, start, end, hash);
    const entry = this.#slots[slot] as number;
    return entry === -1 ? -1 : (this.#values[entry] as number);
  }

  /** @param value 0 or more */
  set(bytes: Uint8Array, start: number, end: number, value: number): void {
    const hash = hashOf(bytes, start, end);
    const slot = this.#find(bytes, start, end, hash);
    const entry = this.#slots[slot] as number;
    if (entry !== -1) {
      this.#values[entry] = value;
      return;
    }
    this.#slots[slot] = this.#keys.length;
    this.#hashes[slot] = hash;
    // A copy even of a Buffer, whose own slice() is a view.
    this.#keys.push(new Uint8Array(bytes.subarray(start, end)));
    this.#values.push(value);
    if (this.#keys.length * 2 > this.#slots.length) this.#grow();
  }

  #find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const entry = this.#slots[slot] as number;
      if (entry === -1) return slot;
      if (this.#hashes[slot] === hash && isEqual(this.#keys[entry] as Uint8Array, bytes, start, end))
        return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const oldSlots = this.#slots;
    const oldHashes = this.#hashes;
    const mask = oldSlots.length * 2 - 1;
    this.#slots = new Int32Array(mask + 1).fill(-1);
    this.#hashes = new Int32Array(mask + 1);
    for (let old = 0; old < oldSlots.length; old++) {
      const entry = oldSlots[old] as number;
      if (entry === -1) continue;
      const hash = oldHashes[old] as number;
      let slot = hash & mask;
      while (this.#slots[slot] !== -1) slot = (slot + 1) & mask;
      this.#slots[slot] = entry;
      this.#hashes[slot] = hash;
    }
  }
}

/** Four bytes per multiplication: the multiplications wait for each other, the loads do not. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = (end - start) | 0;
  let at = start;
  for (const last = end - 3; at < last; at += 4) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash ^ (hash >>> 13);
}

function isEqual(key: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (key.length !== length) return false;
  for (let i = 0; i < length; i++) if (key[i] !== bytes[start + i]) return false;
  return true;
}
