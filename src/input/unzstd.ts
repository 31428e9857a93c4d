import { PackedBytes } from "./packed-bytes.ts";
import { UserError } from "./user-error.ts";

const FRAME = 0xfd2fb528;
/** The first of 16 numbers of frames that hold other data, as pzstd writes before each of its own. */
const SKIPPABLE_FRAME = 0x184d2a50;
/** The largest window that zstd decompresses without an option to use more memory. */
const LARGEST_WINDOW = 2 ** 27;
/** Type of a block that is one repeated byte. */
const RUN = 1;

/**
 * The text of zstd data, verified against its checksums if it has them. Done here because Node's own zstd is missing
 * in the oldest versions supported, and those that have it do not read every file.
 *
 * Frames are parsed only far enough to see where their blocks end (RFC 8878, section 3.1.1). So each frame can be
 * decompressed separately and compared with its checksum, which fzstd skips; and so can each block, so that no more
 * than one is in memory, however well it was compressed.
 *
 * @throws UserError for damaged and truncated data
 */
export async function* unzstd(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const input = new PackedBytes(first, rest, () => {
    throw new UserError(`${name} ends in the middle of its zstd data`, "was it copied whole?");
  });
  while (!(await input.isAtEnd())) {
    const magic = await input.take(4);
    const number = magic.readUInt32LE();
    if (number === FRAME) yield* unpackedFrame(magic, input, name);
    else if ((number & ~0xf) === SKIPPABLE_FRAME) await input.skip((await input.take(4)).readUInt32LE());
    else throw damagedError(name, "there is no frame where one should begin");
  }
}

async function* unpackedFrame(magic: Buffer, input: PackedBytes, name: string): AsyncGenerator<Uint8Array> {
  const [{ Decompress }, { default: xxhash }] = await Promise.all([import("fzstd"), import("xxhash-wasm")]);
  const header = await readHeader(input);
  const option = optionNeeded(header);
  if (option !== null) {
    const hint = `decompress it on the way: <(zstd -dc ${option} ${name})`;
    throw new UserError(`${name} can only be decompressed with zstd ${option}`, hint);
  }
  const hash = header.hasChecksum ? (await xxhash()).create64() : null;
  let pieces: Uint8Array[] = [];
  const frame = new Decompress((piece) => pieces.push(piece));
  const push = (packed: Uint8Array, isLast: boolean): void => {
    try {
      frame.push(packed, isLast);
    } catch (error) {
      // Malformed data can also make fzstd read out of bounds.
      throw damagedError(name, error instanceof Error ? error.message : String(error));
    }
  };
  push(Buffer.concat([magic, header.bytes]), false);
  let checksum: Buffer = Buffer.alloc(0);
  for (let isLast = false; !isLast; ) {
    const head = await input.take(3);
    const number = head.readUIntLE(0, 3);
    isLast = (number & 1) === 1;
    const body = await input.take(((number >> 1) & 3) === RUN ? 1 : number >> 3);
    if (isLast && header.hasChecksum) checksum = await input.take(4);
    push(Buffer.concat([head, body, checksum]), isLast);
    for (const piece of pieces) hash?.update(piece);
    yield* pieces;
    pieces = [];
  }
  if (hash !== null && BigInt(checksum.readUInt32LE()) !== BigInt.asUintN(32, hash.digest())) {
    throw damagedError(name, "its checksum does not fit");
  }
}

/** The option that zstd itself would need for such a frame; null for none. */
function optionNeeded({ needsDictionary, window }: FrameHeader): string | null {
  if (needsDictionary) return "-D DICTIONARY";
  return window > LARGEST_WINDOW ? "--long=31" : null;
}

type FrameHeader = {
  readonly bytes: Buffer;
  readonly hasChecksum: boolean;
  readonly needsDictionary: boolean;
  readonly window: number;
};

/** What is between the magic number of a frame and its first block. */
async function readHeader(input: PackedBytes): Promise<FrameHeader> {
  const descriptor = await input.take(1);
  const [flags = 0] = descriptor;
  const isOneSegment = (flags & 0x20) !== 0;
  const window = await input.take(isOneSegment ? 0 : 1);
  const [exponent = 0] = window;
  const dictionary = await input.take([0, 1, 2, 4][flags & 3] ?? 0);
  const size = await input.take([isOneSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0);
  const content = size.reduceRight((sum, byte) => sum * 256 + byte, size.length === 2 ? 256 : 0);
  return {
    bytes: Buffer.concat([descriptor, window, dictionary, size]),
    hasChecksum: (flags & 4) !== 0,
    needsDictionary: dictionary.some((byte) => byte !== 0),
    window: isOneSegment ? content : (1 + (exponent & 7) / 8) * 2 ** (10 + (exponent >> 3)),
  };
}

function damagedError(name: string, reason: string): UserError {
  return new UserError(`${name}: damaged zstd data (${reason})`);
}
