/** Descriptors of one or more tasks that share them, as the kernel's files_struct: number to index into OpenFiles. */
export class DescriptorTable {
  /** Open file by descriptor, NO_FILE where none is known; grown as needed. */
  #files: Int32Array;
  readonly #closedOnExec: Set<number>;
  /** What closed descriptors referred to last. */
  readonly #last = new Map<number, number>();

  constructor(files: Int32Array = new Int32Array(64).fill(NO_FILE), closedOnExec: Iterable<number> = []) {
    this.#files = files;
    this.#closedOnExec = new Set(closedOnExec);
  }

  get(fd: number): number {
    return this.#files[fd] ?? NO_FILE;
  }

  set(fd: number, file: number, closedOnExec = false): void {
    if (fd >= this.#files.length) this.#grow(fd);
    this.#files[fd] = file;
    if (closedOnExec) this.#closedOnExec.add(fd);
    else this.#closedOnExec.delete(fd);
  }

  /** What a closed descriptor referred to last; NO_FILE where it was never known. */
  last(fd: number): number {
    return this.#last.get(fd) ?? NO_FILE;
  }

  delete(fd: number): void {
    const open = this.get(fd);
    if (open !== NO_FILE) this.#last.set(fd, open);
    if (fd < this.#files.length) this.#files[fd] = NO_FILE;
    this.#closedOnExec.delete(fd);
  }

  /** Closes `first` to `last`, both included, as close_range(2) does. */
  deleteRange(first: number, last: number): void {
    for (let fd = first; fd <= last && fd < this.#files.length; fd++) this.delete(fd);
  }

  markClosedOnExec(fd: number, closed: boolean): void {
    if (closed) this.#closedOnExec.add(fd);
    else this.#closedOnExec.delete(fd);
  }

  /** What fork(2) gives the child. */
  copy(): DescriptorTable {
    return new DescriptorTable(this.#files.slice(), this.#closedOnExec);
  }

  /** What execve(2) leaves open, in a table that nobody else shares any more. */
  copyForExec(): DescriptorTable {
    const table = new DescriptorTable(this.#files.slice());
    for (const fd of this.#closedOnExec) table.delete(fd);
    return table;
  }

  #grow(fd: number): void {
    const grown = new Int32Array(Math.max(fd + 1, this.#files.length * 2)).fill(NO_FILE);
    grown.set(this.#files);
    this.#files = grown;
  }
}

export const NO_FILE = -1;
