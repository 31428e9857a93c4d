import {
  type NumberTree,
  onlyRange,
  unionOfTrees,
  valueAt,
  withoutRange,
  withoutValue,
  withValue,
} from "./number-tree.ts";

/** Descriptors below it, which most are, are in a list that is copied once a fork has shared it. */
const FEW = 32;

/**
 * Descriptors of one or more tasks that share them, as the kernel's files_struct: number to index into OpenFiles. What
 * fork and execve copy is shared until it changes, so inheriting a thousand descriptors costs nothing, and a
 * descriptor costs the same whatever its number.
 */
export class DescriptorTable {
  /**
   * For the first descriptors, twice the index of the open file, plus 1 if execve closes it; NO_FILE if none is
   * known.
   */
  #few: number[];
  #isShared = false;
  /** For all others, those that stay open over execve, and those that do not. */
  #kept: NumberTree = null;
  #doomed: NumberTree = null;
  /** What closed descriptors last referred to. */
  #last: NumberTree = null;
  readonly #remembersClosed: boolean;

  /** @param remembersClosed whether `last` will be asked for */
  constructor(remembersClosed = false, few: number[] = new Array<number>(FEW).fill(NO_FILE)) {
    this.#remembersClosed = remembersClosed;
    this.#few = few;
  }

  get(fd: number): number {
    if (fd < FEW) return fd < 0 ? NO_FILE : (this.#few[fd] as number) >> 1;
    return valueAt(this.#kept, fd) ?? valueAt(this.#doomed, fd) ?? NO_FILE;
  }

  set(fd: number, file: number, closedOnExec = false): void {
    if (file === NO_FILE || fd < 0) this.delete(fd);
    else if (fd < FEW) this.#setFew(fd, file * 2 + Number(closedOnExec));
    else if (closedOnExec) {
      this.#kept = withoutValue(this.#kept, fd);
      this.#doomed = withValue(this.#doomed, fd, file);
    } else {
      this.#doomed = withoutValue(this.#doomed, fd);
      this.#kept = withValue(this.#kept, fd, file);
    }
  }

  /** What a closed descriptor last referred to; NO_FILE if it was never known. */
  last(fd: number): number {
    return valueAt(this.#last, fd) ?? NO_FILE;
  }

  delete(fd: number): void {
    const open = this.get(fd);
    if (open === NO_FILE) return;
    if (this.#remembersClosed) this.#last = withValue(this.#last, fd, open);
    if (fd < FEW) {
      this.#setFew(fd, NO_FILE);
      return;
    }
    this.#kept = withoutValue(this.#kept, fd);
    this.#doomed = withoutValue(this.#doomed, fd);
  }

  /** Closes `first` to `last`, both included, as close_range(2) does. */
  deleteRange(first: number, last: number): void {
    for (let fd = first; fd <= last && fd < FEW; fd++) this.delete(fd);
    if (last < FEW) return;
    const from = Math.max(first, FEW);
    for (const tree of [this.#kept, this.#doomed]) this.#remember(onlyRange(tree, from, last));
    this.#kept = withoutRange(this.#kept, from, last);
    this.#doomed = withoutRange(this.#doomed, from, last);
  }

  markClosedOnExec(fd: number, closed: boolean): void {
    const open = this.get(fd);
    if (open !== NO_FILE) this.set(fd, open, closed);
  }

  /** What fork(2) gives the child. */
  copy(): DescriptorTable {
    this.#isShared = true;
    const table = new DescriptorTable(this.#remembersClosed, this.#few);
    table.#isShared = true;
    table.#kept = this.#kept;
    table.#doomed = this.#doomed;
    return table;
  }

  /** What execve(2) leaves open, in a table that nobody else shares any more. */
  copyForExec(): DescriptorTable {
    const table = this.copy();
    for (let fd = 0; fd < FEW; fd++) if (((table.#few[fd] as number) & 1) === 1) table.#closeDoomed(fd);
    table.#remember(table.#doomed);
    table.#doomed = null;
    return table;
  }

  /** The value of an unknown one is odd too. */
  #closeDoomed(fd: number): void {
    if (this.#few[fd] !== NO_FILE) this.delete(fd);
  }

  #remember(closed: NumberTree): void {
    if (this.#remembersClosed) this.#last = unionOfTrees(this.#last, closed);
  }

  #setFew(fd: number, value: number): void {
    if (this.#isShared) this.#few = this.#few.slice();
    this.#isShared = false;
    this.#few[fd] = value;
  }
}

export const NO_FILE = -1;
