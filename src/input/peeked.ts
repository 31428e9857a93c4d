/** Chunks of which the first bytes are known before any is taken. */
export type Peeked = {
  /** At least so many bytes as asked for, or all there are; a copy. */
  readonly start: Buffer;
  /** All chunks, those looked at too; each valid until the next one is asked for. */
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
    // The last one goes on as it came: it is usually all of a short log, or the first megabyte of a long one.
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
