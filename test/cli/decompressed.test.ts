import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decompressed } from "../../src/cli/decompressed.ts";
import { UserError } from "../../src/cli/user-error.ts";
import { chunksOf } from "./memory-io.ts";

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

  test.each([1, 7, 1000, 1 << 20])(
    "that are packed with zstd are unpacked, in chunks of %i",
    async (size) => {
      expect(await textOf(chunksOf(ZSTD, size))).toBe(TEXT);
    },
  );

  test("that are several zstd frames in one are unpacked one after the other", async () => {
    expect(await textOf(chunksOf(Buffer.concat([ZSTD, ZSTD])))).toBe(TEXT + TEXT);
  });

  test("that stop in the middle of zstd data are refused, wherever they stop", async () => {
    for (let length = 6; length < ZSTD.length; length += 5) {
      expect(await failureOf(ZSTD.subarray(0, length))).toBe(
        "before.log ends in the middle of its zstd data | was it copied whole?",
      );
    }
  });

  test("that are damaged zstd data are refused where that shows", async () => {
    const damaged = Buffer.concat([ZSTD.subarray(0, 4), Buffer.alloc(40, 0xff)]);
    expect(await failureOf(damaged)).toMatch(/^before\.log: damaged zstd data \(.+\) \| undefined$/);
  });

  test.each([
    ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]],
    ["bzip2", [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59]],
    ["lz4", [0x04, 0x22, 0x4d, 0x18, 0, 0, 0]],
  ])("that are packed with %s are refused with the way to unpack them", async (name, bytes) => {
    expect(await failureOf(Uint8Array.from(bytes))).toBe(
      `before.log is packed with ${name}, which is not read directly | unpack it on the way: <(${name} -dc before.log)`,
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
