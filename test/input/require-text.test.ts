import { describe, expect, test } from "vitest";
import { readStream } from "../../src/input/read-input.ts";
import { UserError } from "../../src/input/user-error.ts";
import { grammar } from "../support/trace-of.ts";

const MIB = 1024 * 1024;
const CALL = Buffer.from('pread64(3, "", 4096, 0) = 4096\n');
const ZEROS = Buffer.alloc(MIB);
/** Bytes of all values, line ends among them. */
const NOISE = Buffer.alloc(MIB).map((_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 0xff);

async function* endless(chunk: Uint8Array, ...first: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* first;
  for (;;) yield chunk;
}

async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

const callsOf = async (chunks: AsyncIterable<Uint8Array>): Promise<number> =>
  (await readStream(chunks, "x.log", grammar, () => undefined)).trace.table.length;

async function failureOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const error: unknown = await callsOf(chunks).catch((reason: unknown) => reason);
  if (error instanceof UserError) return error.message;
  throw error;
}

describe("what has no end and is no trace is refused", () => {
  test.each([
    ["zeros", ZEROS],
    ["noise", NOISE],
  ])("when it is binary: %s", async (_, chunk) => {
    expect(await failureOf(endless(chunk))).toBe(
      "no strace calls found in the first 8 MiB of x.log, a binary file",
    );
  });

  test("when what is looked at ends in what may be the start of a call", async () => {
    const chunk = Buffer.from(NOISE);
    chunk.write("\nk(", MIB - 3);
    expect(await failureOf(endless(chunk))).toBe(
      "no strace calls found in the first 8 MiB of x.log, a binary file",
    );
  });

  test("when it is one line", async () => {
    expect(await failureOf(endless(Buffer.alloc(MIB, "a")))).toBe(
      "no line ends in the first 64 MiB of x.log: it is not an strace log",
    );
  });
});

describe("a trace is read", () => {
  test("with NULs and noise of the program between its lines", async () => {
    expect(
      await callsOf(
        chunksOf(CALL, ZEROS.subarray(0, 100), Buffer.from("\n"), NOISE, Buffer.from("\n"), CALL),
      ),
    ).toBe(2);
  });

  test("of which only the first of many megabytes are of strace", async () => {
    const noise = Array.from({ length: 10 }, () => NOISE);
    expect(await callsOf(chunksOf(CALL, ...noise, Buffer.from("\n"), CALL))).toBe(2);
  });

  test("whose lines are cut by chunks", async () => {
    const bytes = Buffer.concat([Buffer.from("\0\n"), CALL, ...Array.from({ length: 9 }, () => ZEROS)]);
    const chunks = Array.from({ length: 20 }, (_, at) => bytes.subarray(at * 3, at * 3 + 3));
    expect(await callsOf(chunksOf(...chunks, bytes.subarray(60)))).toBe(1);
  });

  test("that begins with a line of nearly 64 MiB", async () => {
    const letters = Array.from({ length: 63 }, () => Buffer.alloc(MIB, "a"));
    expect(
      await callsOf(chunksOf(Buffer.from('write(1, "'), ...letters, Buffer.from('", 66060288) = 1\n'), CALL)),
    ).toBe(2);
  });
});
