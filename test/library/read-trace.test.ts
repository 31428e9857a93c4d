import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ReadProgress, readTrace, type Trace, type TraceSource } from "../../src/tracediff.ts";
import { failureOf } from "./failure-of.ts";

const BEFORE = resolve(import.meta.dirname, "../../traces/rocksdb-5431/before.log");
const BYTES = readFileSync(BEFORE);
const TEXT = BYTES.toString("latin1");

/** In one buffer that is used again, as files are read. */
function* piecesOf(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

const recordsOf = (trace: Trace): unknown[] => [...trace.calls()];

describe("a trace", () => {
  test.each<[string, () => TraceSource]>([
    ["a file: URL", () => pathToFileURL(BEFORE)],
    ["bytes", () => BYTES],
    ["packed bytes", () => gzipSync(BYTES)],
    ["pieces", () => piecesOf(BYTES, 1000)],
    ["a stream", () => Readable.from(piecesOf(BYTES, 7))],
    ["a stream of the web", () => new Blob([BYTES]).stream()],
    ["a text", () => ({ text: TEXT })],
  ])("is the same from %s as from its path", async (_, source) => {
    const [fromPath, other] = [await readTrace(BEFORE), await readTrace(source())];
    expect(recordsOf(other)).toEqual(recordsOf(fromPath));
    expect(recordsOf(other)).toHaveLength(60);
    expect([other.lines, other.lineKinds]).toEqual([fromPath.lines, fromPath.lineKinds]);
  });

  test("is called by its path, else by the name that it is given, else input", async () => {
    expect((await readTrace(BEFORE)).sources).toEqual([BEFORE]);
    expect((await readTrace(pathToFileURL(BEFORE))).sources).toEqual([BEFORE]);
    expect((await readTrace(BYTES, { name: "stdin" })).sources).toEqual(["stdin"]);
    expect((await readTrace(BYTES)).sources).toEqual(["input"]);
  });

  test("tells which lines could not be read", async () => {
    const trace = await readTrace({ text: 'read(3, "a", 10) = 1\nread(3, "a", ten) = 1\n' });
    expect(trace.lines).toBe(2);
    expect(trace.lineKinds).toMatchObject({ call: 1, unread: 1 });
    expect(trace.problems).toMatchObject([{ kind: "malformed", line: 2 }]);
  });

  test("shows no columns when it is printed", async () => {
    const trace = await readTrace(BEFORE);
    expect(Object.keys(JSON.parse(JSON.stringify(trace)))).toEqual([
      "sources",
      "lines",
      "lineKinds",
      "problems",
    ]);
    expect(inspect(trace)).not.toContain("Array(");
  });
});

describe("progress", () => {
  const progressOf = async (source: TraceSource): Promise<ReadProgress[]> => {
    const seen: ReadProgress[] = [];
    await readTrace(source, { onProgress: (progress) => seen.push(progress) });
    return seen;
  };

  test("of a file ends at its size", async () => {
    const seen = await progressOf(BEFORE);
    expect(seen.at(-1)).toEqual({ bytes: BYTES.length, total: BYTES.length });
  });

  test("of a stream adds up its pieces, and knows no total", async () => {
    const seen = await progressOf(piecesOf(BYTES, 1000));
    const counts = Array.from(piecesOf(BYTES, 1000), (_, at) => Math.min((at + 1) * 1000, BYTES.length));
    expect(seen).toEqual(counts.map((bytes) => ({ bytes, total: null })));
  });
});

describe("a grammar", () => {
  const grammar = "ignore buffer not looked at\ndata read(fd, buffer, size) = bytes read\n";

  test("says what the calls are, instead of the one of the package", async () => {
    const text = 'read(3, "a", 10) = 1\nwrite(3, "a", 10) = 10\n';
    const calls = async (options: { grammar?: string }): Promise<string[]> =>
      Array.from((await readTrace({ text }, options)).calls(), ({ call }) => call);
    expect(await calls({ grammar })).toEqual(["read"]);
    expect(await calls({})).toEqual(["read", "write"]);
  });

  test("that cannot be used is refused with the line at fault", async () => {
    const broken = () => readTrace(BEFORE, { grammar: `${grammar}nonsense\n` });
    expect(await failureOf(broken)).toMatch(/^grammar line 3: expected /);
  });
});

describe("what is no trace is refused with what would be one", () => {
  test.each<[string, unknown, string]>([
    ["a text in place of a path", "read(3) = 0\n", "read(3) = 0\n: no such file"],
    ["a path to nothing", "/nowhere/before.log", "/nowhere/before.log: no such file"],
    [
      "a URL of the web",
      new URL("https://example.org/a.log"),
      "https://example.org/a.log is not a file: URL | for any other source, pass its stream of bytes",
    ],
    [
      "no bytes",
      new Uint8Array(0),
      "input is empty | was strace stopped before it wrote anything? strace -o FILE sets where it writes",
    ],
    [
      "a stream of strings",
      Readable.from(["read(3) = 0\n"]),
      "input yields a string instead of bytes | a stream must not have an encoding; pass text as { text }",
    ],
    [
      "an object",
      {},
      'readTrace takes a path, bytes or { text } | as in readTrace("before.log") or readTrace(process.stdin)',
    ],
  ])("%s", async (_, source, words) => {
    expect(await failureOf(() => readTrace(source as TraceSource))).toBe(words);
  });

  test("nothing at all", async () => {
    const words =
      'readTrace takes a path, bytes or { text } | as in readTrace("before.log") or readTrace(process.stdin)';
    for (const source of [undefined, null, 7]) {
      expect(await failureOf(() => readTrace(source as unknown as TraceSource))).toBe(words);
    }
  });

  test("an option that there is not", async () => {
    const misspelt = { onprogress: () => undefined } as object;
    const words = "readTrace has no option onprogress | did you mean onProgress?";
    expect(await failureOf(() => readTrace(BEFORE, misspelt))).toBe(words);
  });

  test("what a stream throws comes as it is", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield BYTES;
      throw new RangeError("the cable was cut");
    }
    await expect(readTrace(broken())).rejects.toThrow(new RangeError("the cable was cut"));
  });
});
