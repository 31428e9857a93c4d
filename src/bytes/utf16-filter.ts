const EMPTY = new Uint8Array();
const encoder = new TextEncoder();

/**
 * Turns a UTF-16 file, such as PowerShell writes when it redirects output, into UTF-8. A file is UTF-16 if it
 * starts with the byte order mark FF FE or FE FF; every other file passes through unchanged, without a copy.
 */
export class Utf16Filter {
  /** Null for a file that is not UTF-16; undefined while its first two bytes are not known. */
  #decoder: InstanceType<typeof TextDecoder> | null | undefined = undefined;
  #first: Uint8Array = EMPTY;

  read(chunk: Uint8Array): Uint8Array {
    if (this.#decoder === null) return chunk;
    if (this.#decoder !== undefined) return encoder.encode(this.#decoder.decode(chunk, { stream: true }));
    const start = this.#first.length === 0 ? chunk : concat(this.#first, chunk);
    if (start.length < 2) {
      this.#first = start.slice();
      return EMPTY;
    }
    this.#first = EMPTY;
    const encoding = encodingOf(start);
    this.#decoder = encoding === null ? null : new TextDecoder(encoding);
    return this.read(start);
  }

  /** Hands over what is still held and gets ready for another file. */
  finish(): Uint8Array {
    const decoder = this.#decoder;
    const rest = decoder === undefined || decoder === null ? this.#first : encoder.encode(decoder.decode());
    this.#first = EMPTY;
    this.#decoder = undefined;
    return rest;
  }
}

function encodingOf(start: Uint8Array): string | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : null;
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
