import { resolve } from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { Io } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";
import { runProgram, runQuietly } from "../../src/cli/recording/programs.ts";

export const ROOT: string = resolve(import.meta.dirname, "../..");
export const BEFORE: string = resolve(ROOT, "traces/rocksdb-5431/before.log");
export const AFTER: string = resolve(ROOT, "traces/rocksdb-5431/after.log");

export type Run = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** Keeps what is written to it. */
export class MemorySink {
  text = "";

  readonly write = async (text: string): Promise<void> => {
    this.text += text;
  };
}

/** The same as a stream. */
class MemoryStream extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs the whole program in this process, on real files, with streams in memory. */
export async function runMain(argv: readonly string[], parts: Partial<Io> = {}): Promise<Run> {
  const stdout = new MemorySink();
  const stderr = new MemoryStream();
  const io: Io = {
    stdout,
    stderr,
    stdin: () => chunksOf(""),
    env: { LC_ALL: "C.UTF-8" },
    stdoutIsTerminal: false,
    stderrIsTerminal: () => false,
    columns: undefined,
    now: () => 0,
    files: {
      grammar: pathToFileURL(resolve(ROOT, "grammars/syscalls.txt")),
      manifest: pathToFileURL(resolve(ROOT, "package.json")),
      worker: null,
    },
    runQuietly,
    runProgram,
    ...parts,
  };
  const exitCode = await main(argv, io);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** A text as chunks of `size` bytes in one buffer that is used again, as files are read. */
export async function* chunksOf(
  text: string | Uint8Array,
  size: number = 64 * 1024,
): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const buffer = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const count = bytes.copy(buffer, 0, at, Math.min(bytes.length, at + size));
    yield buffer.subarray(0, count);
  }
}
