import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decompressed } from "../../src/input/decompressed.ts";
import { UserError } from "../../src/input/user-error.ts";
import { chunksOf } from "../cli/memory-io.ts";

const TEXT = Array.from(
  { length: 500 },
  (_, at) => `pread64(3, ""..., 4096, ${at * 4096}) = 4096 <0.000084>\n`,
).join("");

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of decompressed(chunks, "before.log")) text += Buffer.from(chunk).toString();
  return text;
}

async function failureOf(bytes: Uint8Array): Promise<string> {
  const error: unknown = await textOf(chunksOf(bytes)).catch((reason: unknown) => reason);
  if (error instanceof UserError) return `${error.message} | ${error.hint}`;
  throw error;
}

describe("bytes of a trace", () => {
  test.each([1, 2, 5, 6, 7, 1000, 1 << 20])(
    "that are plain come through as they are, in chunks of %i",
    async (size) => {
      expect(await textOf(chunksOf(TEXT, size))).toBe(TEXT);
    },
  );

  test.each([1, 7, 1000, 1 << 20])(
    "that are packed with gzip are unpacked, in chunks of %i",
    async (size) => {
      expect(await textOf(chunksOf(gzipSync(TEXT), size))).toBe(TEXT);
    },
  );

  test("that are several gzip files in one are unpacked one after the other", async () => {
    expect(await textOf(chunksOf(Buffer.concat([gzipSync(TEXT), gzipSync(TEXT)])))).toBe(TEXT + TEXT);
  });

  test.each(["", "a", "\x1f", "short"])("may be as few as %j", async (text) => {
    expect(await textOf(chunksOf(text))).toBe(text);
  });

  test("that stop in the middle of gzip data are refused, wherever they stop", async () => {
    const packed = gzipSync("pread64(3) = 1\n");
    for (let length = 6; length < packed.length; length++) {
      expect(await failureOf(packed.subarray(0, length))).toBe(
        "before.log ends in the middle of its gzip data | was it copied whole?",
      );
    }
  });

  test("that are damaged gzip data are refused", async () => {
    const packed = gzipSync(TEXT);
    packed.fill(0xff, 20, 60);
    expect(await failureOf(packed)).toBe("before.log: damaged gzip data | undefined");
  });

  test.each([
    ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]],
    ["bzip2", [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59]],
    ["lz4", [0x04, 0x22, 0x4d, 0x18, 0, 0, 0]],
  ])("that are packed with %s are refused with the way to unpack them", async (name, bytes) => {
    expect(await failureOf(Uint8Array.from(bytes))).toBe(
      `before.log is compressed with ${name}, which cannot be read directly | decompress it on the way: <(${name} -dc before.log)`,
    );
  });

  test("are given back when the reader stops early", async () => {
    let isOpen = true;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(TEXT);
      } finally {
        isOpen = false;
      }
    }
    for await (const _ of decompressed(source(), "before.log")) break;
    expect(isOpen).toBe(false);
  });
});
