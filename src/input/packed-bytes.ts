/** Hands out the bytes of chunks in pieces of any size. Chunks need not stay valid once the next one is requested. */
export class PackedBytes {
  readonly #rest: AsyncIterator<Uint8Array>;
  readonly #onCut: () => never;
  #chunk: Uint8Array;
  #at = 0;

  /** @param onCut what to throw if fewer bytes are left than requested */
  constructor(first: Uint8Array, rest: AsyncIterator<Uint8Array>, onCut: () => never) {
    this.#chunk = first;
    this.#rest = rest;
    this.#onCut = onCut;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#at === this.#chunk.length) {
      const { done, value } = await this.#rest.next();
      if (done) return true;
      this.#chunk = value;
      this.#at = 0;
    }
    return false;
  }

  /** The next `count` bytes; a copy. */
  async take(count: number): Promise<Buffer> {
    const taken = Buffer.allocUnsafe(count);
    for (let length = 0; length < count; ) {
      const part = await this.#part(count - length);
      taken.set(part, length);
      length += part.length;
    }
    return taken;
  }

  async skip(count: number): Promise<void> {
    for (let skipped = 0; skipped < count; ) skipped += (await this.#part(count - skipped)).length;
  }

  /** At least one of the next bytes, at most `limit`; valid until the next call. */
  async #part(limit: number): Promise<Uint8Array> {
    if (await this.isAtEnd()) this.#onCut();
    const part = this.#chunk.subarray(this.#at, this.#at + limit);
    this.#at += part.length;
    return part;
  }
}
