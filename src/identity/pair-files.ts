import type { Pair, Side } from "../trace/pair.ts";
import { NO_FILE } from "./descriptor-table.ts";
import type { IndexIntoFiles, TracedFile } from "./file-catalog.ts";
import { ROLE_RUNGS } from "./file-role.ts";
import { PathEnds } from "./path-ends.ts";

/** How a file was paired: equal path, or by role, or only by its descriptor. */
export type FileRung = "path" | "role" | "descriptor";

/** A one-to-one renaming of files, grown rung by rung. */
export class FilePairing {
  readonly #files: Pair<readonly TracedFile[]>;
  readonly #isUsed: Pair<(file: IndexIntoFiles) => boolean>;
  readonly #after: Int32Array;
  readonly #before: Int32Array;
  readonly #rung: (FileRung | null)[];

  /** @param isUsed whether a file takes part: a file without compared calls must not take another's partner */
  constructor(files: Pair<readonly TracedFile[]>, isUsed: Pair<(file: IndexIntoFiles) => boolean>) {
    this.#files = files;
    this.#isUsed = isUsed;
    this.#after = new Int32Array(files.before.length).fill(NO_FILE);
    this.#before = new Int32Array(files.after.length).fill(NO_FILE);
    this.#rung = files.before.map(() => null);
  }

  after(before: IndexIntoFiles): IndexIntoFiles {
    return this.#after[before] ?? NO_FILE;
  }

  before(after: IndexIntoFiles): IndexIntoFiles {
    return this.#before[after] ?? NO_FILE;
  }

  rung(before: IndexIntoFiles): FileRung | null {
    return this.#rung[before] ?? null;
  }

  /** The same pairs except those of these before files, which are free again. */
  without(freed: ReadonlySet<IndexIntoFiles>): FilePairing {
    const pairing = new FilePairing(this.#files, this.#isUsed);
    this.#after.forEach((after, before) => {
      const isFirst = this.#before[after] === before;
      const rung = isFirst ? this.#rung[before] : null;
      if (rung !== null && rung !== undefined && !freed.has(before)) pairing.pair(before, after, rung);
      else if (!freed.has(before) && after !== NO_FILE) pairing.join("before", before, after);
    });
    this.#before.forEach((before, after) => {
      if (before !== NO_FILE && !freed.has(before)) pairing.join("after", after, before);
    });
    return pairing;
  }

  equals(other: FilePairing): boolean {
    return this.#after.every((after, before) => after === other.after(before));
  }

  isFree(side: Side, file: IndexIntoFiles): boolean {
    const partner = side === "before" ? this.after(file) : this.before(file);
    return partner === NO_FILE && this.#isUsed[side](file);
  }

  /** Pairs two files if both are still free. */
  pair(before: IndexIntoFiles, after: IndexIntoFiles, rung: FileRung): void {
    if (!this.isFree("before", before) || !this.isFree("after", after)) return;
    this.#after[before] = after;
    this.#before[after] = before;
    this.#rung[before] = rung;
  }

  /**
   * Lets a free descriptor stand for a file that has a partner already. If a side shows only descriptors, several
   * of them may be one file: opened again, or the two ends of a pipe. The other side must know the file better.
   */
  join(side: Side, file: IndexIntoFiles, other: IndexIntoFiles): void {
    const otherSide = side === "before" ? "after" : "before";
    if (!this.isFree(side, file) || !isBareDescriptor(this.#files[side][file])) return;
    if (this.isFree(otherSide, other) || isBareDescriptor(this.#files[otherSide][other])) return;
    if (side === "after") {
      this.#before[file] = other;
      return;
    }
    this.#after[file] = other;
    this.#rung[file] = "descriptor";
  }

  /** Pairs free files whose keys agree, in order of first use; files whose key is null stay free. */
  pairByKey(key: (file: TracedFile) => string | null, rung: FileRung): void {
    // the first one last, where it is taken from
    const waiting = new Map<string, IndexIntoFiles[]>();
    for (let index = this.#files.after.length - 1; index >= 0; index--) {
      const name = this.isFree("after", index) ? key(this.#files.after[index] as TracedFile) : null; // in range
      if (name === null) continue;
      const same = waiting.get(name);
      if (same === undefined) waiting.set(name, [index]);
      else same.push(index);
    }
    this.#files.before.forEach((file, index) => {
      const name = this.isFree("before", index) ? key(file) : null;
      const partner = name === null ? undefined : waiting.get(name)?.pop();
      if (partner !== undefined) this.pair(index, partner, rung);
    });
  }

  /**
   * A number for every file of both sides, equal for paired files.
   * @param ignored files that all get one number
   */
  ids(ignored: (file: TracedFile) => boolean): Pair<Int32Array> {
    const { before, after } = this.#files;
    const unpaired = before.length;
    const anyFile = before.length + after.length;
    return {
      before: Int32Array.from(before, (file, index) => {
        if (ignored(file)) return anyFile;
        const partner = this.#after[index] as number;
        return partner === NO_FILE ? index : (this.#before[partner] as number);
      }),
      after: Int32Array.from(after, (file, index) => {
        if (ignored(file)) return anyFile;
        const partner = this.#before[index] as number;
        return partner === NO_FILE ? unpaired + index : partner;
      }),
    };
  }
}

/** Whether only descriptors of the file are known. */
export function isBareDescriptor(file: TracedFile | undefined): boolean {
  return file !== undefined && file.path === null && file.maker === null;
}

/**
 * Files with a path, or made by a call that was seen: by path, then by role.
 * @param exactPaths whether to leave the roles out
 * @param rename how to read a path that is not on the other side
 */
export function pairNamedFiles(
  files: Pair<readonly TracedFile[]>,
  isUsed: Pair<(file: IndexIntoFiles) => boolean>,
  rename: (path: string) => string = (path) => path,
  exactPaths = false,
): FilePairing {
  const pairing = new FilePairing(files, isUsed);
  pairing.pairByKey(({ path }) => path, "path");
  pairing.pairByKey(({ path }) => (path === null ? null : rename(path)), "path");
  pairSpellings(files, pairing);
  if (exactPaths) return pairing;
  for (const role of ROLE_RUNGS) pairing.pairByKey(({ path }) => (path === null ? null : role(path)), "role");
  pairing.pairByKey(({ path, maker }) => (path === null ? maker : null), "role");
  return pairing;
}

/** One side traced with `-y` says `/work/data.bin` where the other has the argument of the open, `data.bin`. */
function pairSpellings(files: Pair<readonly TracedFile[]>, pairing: FilePairing): void {
  const candidate = (relative: string | null, absolute: PathEnds): number => {
    if (relative === null || relative.startsWith("/") || relative === "") return NO_FILE;
    return absolute.only(relative.replace(/^(\.\/)+/, ""));
  };
  const after = new PathEnds(files.after, (index) => pairing.isFree("after", index));
  files.before.forEach(({ path }, index) => {
    if (!pairing.isFree("before", index)) return;
    const partner = candidate(path, after);
    if (partner !== NO_FILE) pairing.pair(index, partner, "path");
  });
  const before = new PathEnds(files.before, (index) => pairing.isFree("before", index));
  files.after.forEach(({ path }, index) => {
    if (!pairing.isFree("after", index)) return;
    const partner = candidate(path, before);
    if (partner !== NO_FILE) pairing.pair(partner, index, "path");
  });
}

/** Files known by nothing but a descriptor: the same number, its lifetimes in order. */
export function pairByNumber(pairing: FilePairing): void {
  pairing.pairByKey((file) => (isBareDescriptor(file) ? `fd ${file.fd}` : null), "descriptor");
}

/** Files known by nothing but a descriptor: in order of first use. */
export function pairByFirstUse(pairing: FilePairing): void {
  pairing.pairByKey((file) => (isBareDescriptor(file) ? "any" : null), "descriptor");
}
