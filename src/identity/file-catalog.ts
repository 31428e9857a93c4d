import { NO_FILE } from "./descriptor-table.ts";

export type IndexIntoFiles = number;

/** A file of one trace: a path, or if no path is known, what one descriptor stood for from open to close. */
export type TracedFile = {
  readonly path: string | null;
  /** The first descriptor it was seen under; null for files known from path arguments alone. */
  readonly fd: number | null;
  /** The call that made the descriptor, if it was seen and named no path: `socket`, `pipe2`, `memfd_create`. */
  readonly maker: string | null;
};

/** The files of one trace in order of first use. Every path is one file, however often it is opened. */
export class FileCatalog {
  readonly files: TracedFile[] = [];
  readonly #strings: readonly string[];
  readonly #byPath = new Map<string, IndexIntoFiles>();
  /** Index into strings to file, so that a decoration costs no string comparison. */
  readonly #byString: Int32Array;

  constructor(strings: readonly string[]) {
    this.#strings = strings;
    this.#byString = new Int32Array(strings.length).fill(NO_FILE);
  }

  ofString(index: number, fd: number | null): IndexIntoFiles {
    const known = this.#byString[index] as number;
    if (known !== NO_FILE) return known;
    const file = this.ofPath(this.#strings[index] as string, fd);
    this.#byString[index] = file;
    return file;
  }

  ofPath(spelled: string, fd: number | null): IndexIntoFiles {
    const path = withoutState(spelled);
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const file = this.add({ path, fd, maker: null });
    this.#byPath.set(path, file);
    return file;
  }

  /** From now on this spelling means that file. */
  alias(path: string, file: IndexIntoFiles): void {
    this.#byPath.set(path, file);
  }

  add(file: TracedFile): IndexIntoFiles {
    return this.files.push(file) - 1;
  }
}

/** `{eventfd-count=0x3, eventfd-id=5, …}` (strace 6.10): the count changes from call to call, the id does not. */
function withoutState(path: string): string {
  if (!path.startsWith("{eventfd-")) return path;
  return `eventfd:[${/eventfd-id=(\d+)/.exec(path)?.[1] ?? ""}]`;
}
