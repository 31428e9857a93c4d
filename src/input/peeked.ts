/** Chunks whose first bytes are known before any is taken. */
export type Peeked = {
  /** At least as many bytes as requested, or all there are; a copy. */
  readonly start: Buffer;
  /** All chunks, including those peeked at; each is valid until the next one is requested. */
  readonly all: AsyncIterable<Uint8Array>;
};

/** Looks at the first `count` bytes. A pipe may deliver them one by one. */
export async function peeked(chunks: AsyncGenerator<Uint8Array>, count: number): Promise<Peeked> {
  const pieces: Uint8Array[] = [];
  let held = 0;
  let last: Uint8Array | null = null;
  while (held < count) {
    const { done, value } = await chunks.next();
    if (done) break;
    held += value.length;
    // The last chunk is passed on without a copy: it is usually all of a short log, or the first MiB of a long one.
    if (held < count) pieces.push(Buffer.from(value));
    else last = value;
  }
  const start = Buffer.concat([...pieces, ...(last === null ? [] : [last.subarray(0, count)])]);
  return { start, all: withStart([...pieces, ...(last === null ? [] : [last])], chunks) };
}

async function* withStart(
  pieces: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  yield* rest;
}
