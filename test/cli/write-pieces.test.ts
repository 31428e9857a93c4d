import { expect, test } from "vitest";
import type { TextSink } from "../../src/cli/io.ts";
import { writePieces } from "../../src/cli/output/write-pieces.ts";
import { UserError } from "../../src/input/user-error.ts";
import { MemorySink } from "./memory-io.ts";

const failing = (code: string): TextSink => ({
  write: () => Promise.reject(Object.assign(new Error(`${code}: failed`), { code })),
});

test("pieces arrive whole and in order", async () => {
  const stream = new MemorySink();
  const pieces = Array.from({ length: 30_000 }, (_, at) => `${at}\n`);
  await writePieces(stream, pieces, "standard output");
  expect(stream.text).toBe(pieces.join(""));
});

test("pieces are asked for only as fast as they are taken", async () => {
  let made = 0;
  let seen = 0;
  const slow: TextSink = {
    write: async () => {
      seen = Math.max(seen, made);
      await new Promise(setImmediate);
    },
  };
  function* pieces(): Iterable<string> {
    for (; made < 100; made++) yield "x".repeat(1 << 16);
  }
  const whole = writePieces(slow, pieces(), "standard output");
  expect(made).toBeLessThan(3);
  await whole;
  expect(seen).toBeGreaterThan(90);
});

test("a reader that has seen enough ends the report quietly, and no further piece is made", async () => {
  let made = 0;
  function* pieces(): Iterable<string> {
    for (; made < 100; made++) yield "x".repeat(1 << 16);
  }
  await writePieces(failing("EPIPE"), pieces(), "standard output");
  expect(made).toBeLessThan(3);
});

test("any other failure is told", async () => {
  const whole = writePieces(failing("ENOSPC"), ["text"], "standard output");
  await expect(whole).rejects.toThrow(new UserError("cannot write standard output: ENOSPC: failed"));
});

test("a fault in making the pieces is not taken for one in writing them", async () => {
  // biome-ignore lint/correctness/useYield: it stands for a report that fails before its first piece
  function* pieces(): Iterable<string> {
    throw new TypeError("a fault");
  }
  await expect(writePieces(new MemorySink(), pieces(), "standard output")).rejects.toThrow(TypeError);
});
