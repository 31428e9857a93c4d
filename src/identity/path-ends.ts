import { NO_FILE } from "./descriptor-table.ts";
import type { IndexIntoFiles, TracedFile } from "./file-catalog.ts";

/** What several paths end with. */
const SEVERAL = -2;

/** The files with an absolute path by its last names: by one, by two, by three, as far as they are asked for. */
export class PathEnds {
  readonly #paths: readonly { readonly path: string; readonly file: IndexIntoFiles }[];
  /** Indexed by how many names are looked at. */
  readonly #byCount = new Map<number, ReadonlyMap<string, number>>();

  constructor(files: readonly TracedFile[], isFree: (file: IndexIntoFiles) => boolean) {
    this.#paths = files.flatMap(({ path }, file) =>
      path?.startsWith("/") === true && isFree(file) ? [{ path, file }] : [],
    );
  }

  /** The one file whose path ends with `/` and this; NO_FILE if there is none, or several. */
  only(end: string): IndexIntoFiles {
    const count = end.split("/").length;
    let ends = this.#byCount.get(count);
    if (ends === undefined) {
      ends = this.#endsOf(count);
      this.#byCount.set(count, ends);
    }
    return Math.max(ends.get(end) ?? NO_FILE, NO_FILE);
  }

  #endsOf(count: number): ReadonlyMap<string, number> {
    const ends = new Map<string, number>();
    for (const { path, file } of this.#paths) {
      let slash = path.length;
      for (let left = count; left > 0 && slash > 0; left--) slash = path.lastIndexOf("/", slash - 1);
      if (slash < 0) continue;
      const end = path.slice(slash + 1);
      ends.set(end, ends.has(end) ? SEVERAL : file);
    }
    return ends;
  }
}
