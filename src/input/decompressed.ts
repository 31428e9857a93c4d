import { errorCode } from "./describe-file-error.ts";
import { UserError } from "./user-error.ts";

/** Compressed formats, recognised by how a file begins, and the tool that decompresses each. */
const FORMATS = [
  { name: "gzip", magic: [0x1f, 0x8b], tool: "gzip -dc" },
  { name: "zstd", magic: [0x28, 0xb5, 0x2f, 0xfd], tool: "zstd -dc" },
  // pzstd begins with a frame that holds the length of the next one.
  { name: "zstd", magic: [0x50, 0x2a, 0x4d, 0x18], tool: "zstd -dc" },
  { name: "xz", magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], tool: "xz -dc" },
  // "BZh9" and the digits of pi that begin a block.
  { name: "bzip2", magic: [0x42, 0x5a, 0x68, null, 0x31, 0x41], tool: "bzip2 -dc" },
  { name: "lz4", magic: [0x04, 0x22, 0x4d, 0x18], tool: "lz4 -dc" },
] as const;

const LONGEST_MAGIC = 6;
/** zlib's default pieces of 16 KiB halve its speed. */
const GUNZIP_CHUNK = 256 * 1024;

/**
 * The text of a trace, decompressed if its first bytes say that it is gzip or zstd. Chunks that come in are valid
 * until the next one is requested, and so are those that go out.
 *
 * @param name what messages call the trace
 * @throws UserError for damaged or truncated compressed data and for unsupported formats
 */
export async function* decompressed(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const input = chunks[Symbol.asyncIterator]();
  try {
    // A pipe may deliver the first bytes one at a time.
    let first: Uint8Array = new Uint8Array(0);
    while (first.length < LONGEST_MAGIC) {
      const { done, value } = await input.next();
      if (done) break;
      // Bytes too short to go out before the next chunk arrives in the same memory are copied.
      first = first.length === 0 && value.length >= LONGEST_MAGIC ? value : Buffer.concat([first, value]);
    }
    const format = FORMATS.find(({ magic }) =>
      magic.every((byte, at) => byte === null || first[at] === byte),
    );
    if (format === undefined) {
      if (first.length > 0) yield first;
      yield* { [Symbol.asyncIterator]: () => input };
      return;
    }
    if (format.name === "zstd") {
      const { unzstd } = await import("./unzstd.ts");
      yield* unzstd(first, input, name);
      return;
    }
    if (format.name !== "gzip") {
      throw new UserError(
        `${name} is compressed with ${format.name}, which cannot be read directly`,
        `decompress it on the way: <(${format.tool} ${name})`,
      );
    }
    yield* gunzipped(first, input, name);
  } finally {
    await input.return?.();
  }
}

async function* gunzipped(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const [{ createGunzip }, { pipeline, Readable }] = await Promise.all([
    import("node:zlib"),
    import("node:stream"),
  ]);
  const gunzip = createGunzip({ chunkSize: GUNZIP_CHUNK });
  // pipeline destroys gunzip with the error of either end; the loop below throws it.
  pipeline(Readable.from(packedCopies(first, rest)), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    if (errorCode(error)?.startsWith("Z_") !== true) throw error;
    const cut = errorCode(error) === "Z_BUF_ERROR";
    throw new UserError(
      cut ? `${name} ends in the middle of its gzip data` : `${name}: damaged gzip data`,
      cut ? "was it copied whole?" : undefined,
    );
  }
}

/** gunzip still works on a chunk while the next one is read into the same buffer, so it gets copies. */
async function* packedCopies(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first);
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield Buffer.from(next.value);
}
