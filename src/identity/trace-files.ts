import type { ArgumentRole, Grammar } from "../grammar/grammar.ts";
import { NONE, type Row } from "../trace/table.ts";
import type { RowExtra, Trace } from "../trace/trace.ts";
import { type DescriptorEffect, descriptorEffect } from "./descriptor-effect.ts";
import { DescriptorTable, NO_FILE } from "./descriptor-table.ts";

export type IndexIntoFiles = number;

/** A file of one trace: a path, or where no path is known, what one descriptor stood for from open to close. */
export type TracedFile = {
  readonly path: string | null;
  /** The first descriptor it was seen under; null for files known from path arguments alone. */
  readonly fd: number | null;
  /** The call that made the descriptor where it was seen and named no path: `socket`, `pipe2`, `memfd_create`. */
  readonly maker: string | null;
};

export type TraceFiles = {
  readonly files: readonly TracedFile[];
  /** Per row: index into `files`, NO_FILE for calls on no file. */
  readonly file: Int32Array;
  /** For calls on two files (copy_file_range, rename), the second one by row. */
  readonly second: ReadonlyMap<Row, IndexIntoFiles>;
};

/**
 * Works out which file each call of a trace is on. Best evidence first: the decoration of the descriptor (`-y`);
 * the path of the open that made it, followed through dup, fork, execve and close; else the descriptor itself.
 * Threads whose creation was not traced are taken to share one table, as the threads of one process do.
 */
export function identifyFiles(trace: Trace, grammar: Grammar): TraceFiles {
  return new FileIdentifier(trace, grammar).run();
}

const TWO_FILES: ReadonlySet<ArgumentRole> = new Set(["fd2", "path2"]);

class FileIdentifier {
  readonly #trace: Trace;
  readonly #grammar: Grammar;
  readonly #effects: readonly DescriptorEffect[];
  readonly #files: TracedFile[] = [];
  readonly #byPath = new Map<string, IndexIntoFiles>();
  /** Index into strings to file, so that a decoration costs no string comparison. */
  readonly #byString: Int32Array;
  /** Per thread; threads that share descriptors have the same object. */
  readonly #tables: DescriptorTable[];
  /** Threads by tid, in order of appearance; made when the first fork is met. */
  #unborn: Map<number, { readonly thread: number; readonly firstRow: Row }[]> | null = null;

  constructor(trace: Trace, grammar: Grammar) {
    this.#trace = trace;
    this.#grammar = grammar;
    this.#effects = grammar.calls.map(descriptorEffect);
    this.#byString = new Int32Array(trace.strings.length).fill(NO_FILE);
    const shared = new DescriptorTable();
    this.#tables = trace.threads.map(() => shared);
  }

  run(): TraceFiles {
    const { table, extras } = this.#trace;
    const isPlain = this.#grammar.calls.map(
      (spec, call) => this.#effects[call] === "use" && !spec.arguments.some((role) => TWO_FILES.has(role)),
    );
    const file = new Int32Array(table.length);
    const second = new Map<Row, IndexIntoFiles>();
    for (let row = 0; row < table.length; row++) {
      const call = table.call[row] as number;
      if (isPlain[call]) {
        file[row] = this.#used(row);
        continue;
      }
      file[row] = this.#affected(row, this.#effects[call] as DescriptorEffect);
      const extra = extras.get(row);
      const other = extra === undefined ? NO_FILE : this.#secondFile(row, extra);
      if (other !== NO_FILE) second.set(row, other);
    }
    return { files: this.#files, file, second };
  }

  #affected(row: Row, effect: DescriptorEffect): IndexIntoFiles {
    const { table } = this.#trace;
    const thread = table.thread[row] as number;
    const descriptors = this.#tableOf(row);
    const fd = table.fd[row] as number;
    const result = table.result[row] as number;
    const succeeded = result >= 0;
    switch (effect) {
      case "use":
        return this.#used(row);
      case "path":
        return this.#ofPathArgument(row);
      case "make":
        return this.#made(row, descriptors);
      case "close": {
        const file = this.#used(row);
        // Linux frees the number even where close fails with EIO or EINTR; after EBADF there was none.
        if (succeeded || this.#errorOf(row) !== "EBADF") descriptors.delete(fd);
        return file;
      }
      case "close-range":
        if (succeeded) this.#closeRange(row, descriptors);
        return NO_FILE;
      case "duplicate": {
        const file = this.#used(row);
        if (succeeded && result !== fd) descriptors.set(result, file, this.#closesOnExec(row));
        return file;
      }
      case "control":
        return this.#controlled(row, descriptors);
      case "fork":
        if (result > 0) {
          const shares = this.#flagsOf(row).includes("CLONE_FILES");
          this.#bear(result, row, shares ? descriptors : descriptors.copy());
        }
        return NO_FILE;
      case "exec":
        if (succeeded) this.#tables[thread] = descriptors.copyForExec();
        return this.#ofPathArgument(row);
      case "unshare":
        if (succeeded && this.#flagsOf(row).includes("CLONE_FILES"))
          this.#tables[thread] = descriptors.copy();
        return NO_FILE;
      default:
        return effect satisfies never;
    }
  }

  #used(row: Row): IndexIntoFiles {
    const { table } = this.#trace;
    const fd = table.fd[row] as number;
    const path = table.path[row] as number;
    if (fd < 0) return path === NONE ? NO_FILE : this.#ofString(path, null);
    return this.#ofDescriptor(this.#tableOf(row), fd, path);
  }

  #ofDescriptor(descriptors: DescriptorTable, fd: number, decoration: number): IndexIntoFiles {
    const known = descriptors.get(fd);
    if (decoration === NONE) {
      if (known !== NO_FILE) return known;
      const file = this.#add({ path: null, fd, maker: null });
      descriptors.set(fd, file);
      return file;
    }
    const file = this.#ofString(decoration, fd);
    if (file !== known) descriptors.set(fd, file);
    return file;
  }

  /** The new file of an open, or of a call that makes descriptors without a path. */
  #made(row: Row, descriptors: DescriptorTable): IndexIntoFiles {
    const { table, extras } = this.#trace;
    const extra = extras.get(row);
    const result = table.result[row] as number;
    const closes = this.#closesOnExec(row);
    const spec = this.#grammar.calls[table.call[row] as number];
    if (spec?.result !== "fd") {
      this.#makeListed(extra, descriptors, closes, spec?.name ?? null);
      return this.#used(row);
    }
    const argument = spec.arguments.includes("path") ? (table.path[row] as number) : NONE;
    const fd = result >= 0 ? result : null;
    let file: IndexIntoFiles = NO_FILE;
    if (extra?.resultPath !== undefined) {
      file = this.#ofString(extra.resultPath, fd);
      // Later calls may name the file as this one did, without a decoration to tell where it is.
      if (argument !== NONE) this.#byPath.set(this.#resolved(row, argument), file);
    } else if (argument !== NONE) {
      file = this.#ofPath(this.#resolved(row, argument), fd);
    } else if (fd !== null) {
      file = this.#add({ path: null, fd, maker: spec.name });
    }
    if (fd !== null && file !== NO_FILE) descriptors.set(fd, file, closes);
    return file;
  }

  /** `pipe2([3, 4], …)` and descriptors that came with SCM_RIGHTS. */
  #makeListed(
    extra: RowExtra | undefined,
    descriptors: DescriptorTable,
    closes: boolean,
    maker: string | null,
  ): void {
    extra?.fds?.forEach((fd, at) => {
      const path = extra.paths?.[at] ?? NONE;
      const file = path === NONE ? this.#add({ path: null, fd, maker }) : this.#ofString(path, fd);
      descriptors.set(fd, file, closes);
    });
  }

  #secondFile(row: Row, { fds, paths }: RowExtra): IndexIntoFiles {
    const call = this.#trace.table.call[row] as number;
    const path = paths?.[0] ?? NONE;
    if (this.#effects[call] === "use" && fds?.[0] !== undefined && fds[0] >= 0) {
      return this.#ofDescriptor(this.#tableOf(row), fds[0], path);
    }
    return this.#effects[call] === "path" && path !== NONE ? this.#ofString(path, null) : NO_FILE;
  }

  #closeRange(row: Row, descriptors: DescriptorTable): void {
    const { table, extras } = this.#trace;
    const flags = this.#flagsOf(row);
    const thread = table.thread[row] as number;
    const own = flags.includes("CLOSE_RANGE_UNSHARE") ? descriptors.copy() : descriptors;
    this.#tables[thread] = own;
    if (flags.includes("CLOSE_RANGE_CLOEXEC")) return;
    own.deleteRange(table.fd[row] as number, extras.get(row)?.fds?.[0] ?? Number.MAX_SAFE_INTEGER);
  }

  #controlled(row: Row, descriptors: DescriptorTable): IndexIntoFiles {
    const { table } = this.#trace;
    const file = this.#used(row);
    const result = table.result[row] as number;
    if (result < 0) return file;
    const command = this.#flagsOf(row);
    if (command.includes("F_DUPFD")) descriptors.set(result, file, command.includes("F_DUPFD_CLOEXEC"));
    if (command.includes("F_SETFD")) {
      descriptors.markClosedOnExec(table.fd[row] as number, command.includes("FD_CLOEXEC"));
    }
    return file;
  }

  /** The next thread of this id, whose calls all start after `row`, starts with these descriptors. */
  #bear(tid: number, row: Row, descriptors: DescriptorTable): void {
    this.#unborn ??= this.#threadsById();
    const threads = this.#unborn.get(tid) ?? [];
    while ((threads[0]?.firstRow ?? row) < row) threads.shift();
    const child = threads.shift();
    if (child !== undefined) this.#tables[child.thread] = descriptors;
  }

  #threadsById(): Map<number, { thread: number; firstRow: Row }[]> {
    const { table, threads } = this.#trace;
    const firstRows = new Map<number, Row>();
    for (let row = 0; row < table.length && firstRows.size < threads.length; row++) {
      const thread = table.thread[row] as number;
      if (!firstRows.has(thread)) firstRows.set(thread, row);
    }
    const byId = new Map<number, { thread: number; firstRow: Row }[]>();
    threads.forEach(({ tid }, thread) => {
      const firstRow = firstRows.get(thread);
      if (firstRow === undefined) return;
      const same = byId.get(tid);
      if (same === undefined) byId.set(tid, [{ thread, firstRow }]);
      else same.push({ thread, firstRow });
    });
    return byId;
  }

  #ofPathArgument(row: Row): IndexIntoFiles {
    const path = this.#trace.table.path[row] as number;
    return path === NONE ? NO_FILE : this.#ofPath(this.#resolved(row, path), null);
  }

  /** A path argument relative to a directory whose path is known. */
  #resolved(row: Row, index: number): string {
    const path = this.#trace.strings[index] as string;
    const directory = this.#trace.table.fd[row] as number;
    if (directory < 0 || path.startsWith("/")) return path;
    const base = this.#files[this.#tableOf(row).get(directory)]?.path;
    return base === undefined || base === null ? path : `${base}/${path}`;
  }

  #ofString(index: number, fd: number | null): IndexIntoFiles {
    const known = this.#byString[index] as number;
    if (known !== NO_FILE) return known;
    const file = this.#ofPath(this.#trace.strings[index] as string, fd);
    this.#byString[index] = file;
    return file;
  }

  #ofPath(path: string, fd: number | null): IndexIntoFiles {
    const known = this.#byPath.get(path);
    if (known !== undefined) return known;
    const file = this.#add({ path, fd, maker: null });
    this.#byPath.set(path, file);
    return file;
  }

  #add(file: TracedFile): IndexIntoFiles {
    return this.#files.push(file) - 1;
  }

  #tableOf(row: Row): DescriptorTable {
    return this.#tables[this.#trace.table.thread[row] as number] as DescriptorTable;
  }

  #flagsOf(row: Row): string {
    return this.#trace.strings[this.#trace.table.flags[row] as number] ?? "";
  }

  #errorOf(row: Row): string {
    return this.#trace.errors[this.#trace.table.error[row] as number] ?? "";
  }

  #closesOnExec(row: Row): boolean {
    return this.#flagsOf(row).includes("CLOEXEC");
  }
}
