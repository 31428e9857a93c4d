import { describe, expect, test } from "vitest";
import { decompressed } from "../../src/input/decompressed.ts";
import { UserError } from "../../src/input/user-error.ts";
import { chunksOf } from "../cli/memory-io.ts";
import { sampled } from "../support/scaled.ts";

const TEXT = Array.from(
  { length: 500 },
  (_, at) => `pread64(3, ""..., 4096, ${at * 4096}) = 4096 <0.000084>\n`,
).join("");

/** TEXT as `zstd -19` packs it. */
const ZSTD = Buffer.from(
  [
    "KLUv/QRozBQASkhACBSgazmNClT3nyOTTDLJJF1Mu3cXD4cAegB6ADunj+A/YhXD9W9vRxs/mzEsRz9KS+5nmDKSpWi9uKV6",
    "PZyJ8ZRmkdasO4a0EFN5P9nTf5c1C1e9lYtO/rGMWDnmseLl6SQhissyszbcCr2U4UR5NnOt9X0TheSbpnvHXvyTwYq7VgCE",
    "ftsKZnBwrYeDw8AOBK71QFBQUBAQcCAQgVohYaGBIeNElaVT5BSWJWZdUFt+T3PoHneeTV3fwpJ4U3TfpK/5H2QRuSyxubqZ",
    "r7EyhByUGqPKzVk75bYQafXb6duZI/aQM8frtXcV6WOikN3Uj/BvsWRcjNhIXcjkWzGqjq9Gcmn+nFNai4xWug363Tkl43nN",
    "NLWj9xCpIiapM1FtmXuK1DFJdCf1IfKvWFXXx+3uiPH5jKmjG43ikqwzTllvqVo/LQW9Js6IPa1ZpmbMHUSa1FTf354mv80a",
    "0tVvbSeLj2YEZ8c+llT5OmkojluG1gq1Ui+HE2HPaC5O/d9UklfTeC+ll/8sK0bXvI3RFX2XDYPK4QldVXyfYFCEw7RxZIuy",
    "dcpQGGUJWidv6+/LoZHHnoeu+1tK4sYU3sf2Rf9FWFQuz+ZgN/RVgiHl4IwRq3J0FovyW6ir93b8lsSRe9g55nq+K4Z0MpF0",
    "d/Uzf0NYQi4KN1YX8y2CUXac+0gv3XNWlNoi/Mq30XcjTo3n4YD6qBGMuWf/DuA3AxL4fwWB//4B/z/0rf6ef59nmuff5/Bx",
    "ZzLvns+Z5t275jTvPp8zzbvH53Wef58zzVvPv+txZ5p3T3+fM8277jTvOv8+Z5rn8zrPPf8+X7vn37XZ5M40z7+fM5o367x7",
    "Pmea7p5/z7qOFK4jt2q3EqVItTZT3CgEpCq1EwDaTmgICMB3oWVkucqdgwCDAIMAMSKOU2QZ1w7fAZ5UwkKGvmkP0V/QzZie",
    "j9K/SrrL2iAMhg40Xt2qD6SN8pgDo17eCv96ZBEhjoLIFNejb5iYKMIyCv1uL+vvcxOlp6JUr+J27TCAgkECbULdQfCJzGiO",
    "GXO18ZbwdyILoDg0lqeuL9/imHhhiVdv21P9Z25g9OiT1AVmNcDrsoFwBg9oEdAV4KNoHBUmzKiKaUfz3l/I7vBFjkpdyU17",
    "stkCD12Nfqb/oxuBeiyUTFYxuxobEGaYgAaETqNvqvFSTfGo3rTxv+0X1B2zyDCpdd9DTz5hkQjdEH1I/7IbDj0LSgNWILvE",
    "DeZgeEETQWfri4ljPyY76jQt+K/2BbOYueNxWeC1Re6gTDq2MKwP3IPEL8ZmXs9b6Wol5uVxEJ+hnUatm+GDwajLHErUz7QS",
    "8xpmEXJHeZkj9UJuAJlIbJlZ/6OXxm/FJlxPV6lnxfKaOADPoE0bge6ET0ajQ2aArFamJefdfAFxh+DyWOpPbrknri0h63X0",
    "XPx7N9B6pEoK1bDXhwMJGgzUQtaV+zgwLsAEAFWidibt/WchHYc1cvh195uXySoWkOiy+wH/l9gIw+Op5GgV0KvCAUnDZhrE",
    "OsG+MYwfmHKprtqQ5q1nwY1jvwx9Lf2ekMlBLCLWTfcx8TdiQwjPpNLYCoaXgoMRDfc02TofviiMFZi01E1v4fOqAYD6mBDu",
    "cwAS+D9B4H//Af//5/v////7/4/7/v/f///nffv/3///533//+///+/7/v/f///P+/7/3///3/f9/7///8/7/v+///+/7/v/",
    "f///n/f9/7//n6/LxxNJ",
  ].join(""),
  "base64",
);

/** What zstd makes of nothing: a checksum stands even there. */
const EMPTY = Buffer.from("28b52ffd240001000099e9d851", "hex");
/** A frame of eight bytes that are no text, as those that pzstd writes before each frame. */
const SKIPPABLE = Buffer.from("502a4d1804000000ffffffff", "hex");
/** With the last of the sixteen numbers that mark such a frame, and nothing in it. */
const SKIPPABLE_EMPTY = Buffer.from("5f2a4d1800000000", "hex");

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of decompressed(chunks, "before.log")) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("latin1");
}

async function failureOf(bytes: Uint8Array): Promise<string> {
  const error: unknown = await textOf(chunksOf(bytes)).catch((reason: unknown) => reason);
  if (error instanceof UserError) return `${error.message} | ${error.hint}`;
  throw error;
}

describe("zstd data", () => {
  test.each([1, 7, 1000, 1 << 20])("is unpacked, in chunks of %i", async (size) => {
    expect(await textOf(chunksOf(ZSTD, size))).toBe(TEXT);
  });

  test.each([
    ["several frames", [ZSTD, ZSTD], TEXT + TEXT],
    ["frames of other data before and behind it", [SKIPPABLE, ZSTD, SKIPPABLE_EMPTY], TEXT],
    ["frames of other data and of nothing in it", [ZSTD, SKIPPABLE, EMPTY, SKIPPABLE, ZSTD], TEXT + TEXT],
    ["nothing", [EMPTY], ""],
  ])("may have %s", async (_, frames, text) => {
    for (const size of [1, 5, 1 << 20])
      expect(await textOf(chunksOf(Buffer.concat(frames), size))).toBe(text);
  });

  test("that stops in the middle is refused, wherever it stops", async () => {
    const frames = Buffer.concat([ZSTD, SKIPPABLE]);
    for (let length = 6; length < frames.length; length += 13) {
      // There it is whole.
      if (length === ZSTD.length) continue;
      expect(await failureOf(frames.subarray(0, length))).toBe(
        "before.log ends in the middle of its zstd data | was it copied whole?",
      );
    }
  });

  test("that differs from its checksum is refused", async () => {
    const damaged = Buffer.from(ZSTD);
    damaged.writeUInt32LE(damaged.readUInt32LE(damaged.length - 4) ^ 1, damaged.length - 4);
    expect(await failureOf(damaged)).toBe(
      "before.log: damaged zstd data (its checksum does not fit) | undefined",
    );
  });

  test("is never unpacked to another text, whichever bit of it is wrong", async () => {
    // All of the header and the first block's head, then one in 61.
    const head = Array.from({ length: 68 }, (_, at) => 32 + at);
    const others = Array.from({ length: Math.ceil((ZSTD.length * 8 - 100) / 61) }, (_, at) => 100 + at * 61);
    for (const bit of [...head, ...sampled(others)]) {
      const damaged = Buffer.from(ZSTD);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = await textOf(chunksOf(damaged)).catch((error: unknown) => {
        if (error instanceof UserError) return TEXT;
        throw error;
      });
      expect(text).toBe(TEXT);
    }
  });

  test("with something else behind it is refused", async () => {
    expect(await failureOf(Buffer.concat([ZSTD, Buffer.from("pread64(3)")]))).toBe(
      "before.log: damaged zstd data (there is no frame where one should begin) | undefined",
    );
  });

  test.each([
    ["a window of 2^27 bytes and an eighth", "28b52ffd0089", "--long=31"],
    ["a window as large as its content of 2^27 + 1 bytes", "28b52ffda001000008", "--long=31"],
    ["dictionary 7", "28b52ffd013807", "-D DICTIONARY"],
  ])("that needs %s is refused with the way to unpack it", async (_, header, option) => {
    expect(await failureOf(Buffer.from(`${header}010000`, "hex"))).toBe(
      `before.log can only be decompressed with zstd ${option} | decompress it on the way: <(zstd -dc ${option} before.log)`,
    );
  });

  test("is unpacked block by block, however small it is packed", async () => {
    // A window of 128 KiB, then blocks of 131072 times the letter a: 13 GB in 400 kB.
    const block = Buffer.from([0x02, 0x00, 0x10, 0x61]);
    const bomb = Buffer.concat([Buffer.from("28b52ffd0038", "hex"), ...Array(100_000).fill(block)]);
    const pieces = decompressed(chunksOf(bomb), "before.log");
    for (let taken = 0; taken < 3; taken++) expect((await pieces.next()).value).toHaveLength(131_072);
    await pieces.return(undefined);
  });
});
