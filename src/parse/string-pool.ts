import { ByteMap } from "../bytes/byte-map.ts";
import { type IndexIntoStrings, NO_STRING } from "../trace/table.ts";
import { endOfPath } from "./arguments/argument-words.ts";
import { decodePath } from "./arguments/decode-path.ts";

const latin1 = new TextDecoder("latin1");

/**
 * The strings of one trace, each once, after the one that NO_STRING points at. Bytes seen before cost a lookup and no
 * string.
 */
export class StringPool {
  readonly strings: string[] = [""];
  readonly #indexes = new Map<string, IndexIntoStrings>();
  /** One map for each way of reading bytes: the same bytes may be a path and a flag. */
  readonly #paths = new ByteMap();
  readonly #texts = new ByteMap();

  /** A path between quotes or angle brackets, its escapes undone. */
  path(bytes: Uint8Array, start: number, end: number): IndexIntoStrings {
    const known = this.#paths.get(bytes, start, end);
    if (known !== -1) return known;
    const index = this.add(decodePath(bytes, start, end));
    this.#paths.set(bytes, start, end, index);
    return index;
  }

  /** The index of a path that was seen before; -1 for any other. */
  knownPath(bytes: Uint8Array, start: number, end: number): IndexIntoStrings {
    return this.#paths.get(bytes, start, end);
  }

  /** The path inside `<...>` without `(deleted)` and device numbers, which open never prints. */
  decoration(bytes: Uint8Array, start: number, end: number): IndexIntoStrings {
    // `fsync(6<>)`, of a log that was cut down, says nothing
    if (start === end) return NO_STRING;
    return this.path(bytes, start, endOfPath(bytes, start, end));
  }

  /** Text as printed. */
  text(bytes: Uint8Array, start: number, end: number): IndexIntoStrings {
    const known = this.#texts.get(bytes, start, end);
    if (known !== -1) return known;
    const index = this.add(latin1.decode(bytes.subarray(start, end)));
    this.#texts.set(bytes, start, end, index);
    return index;
  }

  add(text: string): IndexIntoStrings {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const index = this.strings.length;
    this.strings.push(text);
    this.#indexes.set(text, index);
    return index;
  }
}
