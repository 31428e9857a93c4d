import type { CallSequence } from "./call-sequence.ts";

// Casts in this file: rows are rows of the columns.

/** Which of the two 32-bit words of a double has the sign, on this machine. */
const HIGH = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;
const MINUS_ZERO_HIGH = 0x8000_0000;

const words = (column: Float64Array): Uint32Array =>
  new Uint32Array(column.buffer, column.byteOffset, column.length * 2);

/** Hashes the calls of one side by the bits of their columns. */
export class CallHash {
  readonly #operation: Int32Array;
  readonly #offset: Uint32Array;
  readonly #size: Uint32Array;
  readonly #keys: Int32Array | null;

  /** @param keys by operation: what represents it in the hash; the operation itself if absent */
  constructor(sequence: Omit<CallSequence, "rows">, keys: Int32Array | null = null) {
    this.#keys = keys;
    this.#operation = sequence.operation;
    this.#offset = words(sequence.offset);
    this.#size = words(sequence.size);
  }

  /** 32 bits, equal for equal calls. Multiply and fold, with the constants of MurmurHash3 and xxHash32. */
  of(row: number): number {
    const at = row * 2;
    const offsetLow = this.#offset[at + 1 - HIGH] as number;
    const sizeLow = this.#size[at + 1 - HIGH] as number;
    let offsetHigh = this.#offset[at + HIGH] as number;
    let sizeHigh = this.#size[at + HIGH] as number;
    // 0 and -0 are equal, so they must hash alike.
    if (offsetHigh === MINUS_ZERO_HIGH && offsetLow === 0) offsetHigh = 0;
    if (sizeHigh === MINUS_ZERO_HIGH && sizeLow === 0) sizeHigh = 0;

    const operation = this.#operation[row] as number;
    let hash = Math.imul(this.#keys === null ? operation : (this.#keys[operation] as number), 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ offsetLow, 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 13) ^ offsetHigh, 0xc2b2_ae35);
    hash = Math.imul(hash ^ (hash >>> 16) ^ sizeLow, 0x27d4_eb2f);
    hash = Math.imul(hash ^ (hash >>> 15) ^ sizeHigh, 0x1656_67b1);
    hash = Math.imul(hash ^ (hash >>> 13), 0x85eb_ca6b);
    return hash ^ (hash >>> 16);
  }
}
