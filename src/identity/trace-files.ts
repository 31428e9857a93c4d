import type { Grammar } from "../grammar/grammar.ts";
import { NO_STRING, NONE, type Row, UNKNOWN } from "../trace/table.ts";
import type { RowExtra, Trace } from "../trace/trace.ts";
import { type DescriptorEffect, descriptorEffect } from "./descriptor-effect.ts";
import { DescriptorTable, NO_FILE } from "./descriptor-table.ts";
import { FileCatalog, type IndexIntoFiles, type TracedFile } from "./file-catalog.ts";
import { OpenFiles } from "./open-files.ts";
import { SpawnedThreads } from "./spawned-threads.ts";

export type TraceFiles = {
  readonly files: readonly TracedFile[];
  /** Per row: index into `files`, NO_FILE for calls that are not on a file. */
  readonly file: Int32Array;
  /** For calls on two files (copy_file_range, rename), the second one by row. */
  readonly second: ReadonlyMap<Row, IndexIntoFiles>;
  /**
   * By row the file position of calls that use it, in bytes; UNKNOWN unless everything since the open or an lseek was
   * seen.
   */
  readonly positions: Float64Array | null;
  /** Whether descriptors are decorated with what they stand for (`-y`). */
  readonly isDecorated: boolean;
};

/**
 * Works out which file each call of a trace is on. Best evidence first: the decoration of the descriptor (`-y`);
 * the path of the open that made it, followed through dup, fork, execve and close; else the descriptor itself.
 * Threads whose creation was not traced are taken to share one table, as the threads of one process do.
 */
export function identifyFiles(trace: Trace, grammar: Grammar): TraceFiles {
  if (trace.knownFiles !== undefined) return { ...trace.knownFiles, positions: null, isDecorated: false };
  return new FileIdentifier(trace, grammar).run();
}

/** Descriptors below it are looked up once between calls that may change what they are. */
const REMEMBERED = 256;

class FileIdentifier {
  readonly #trace: Trace;
  readonly #grammar: Grammar;
  readonly #effects: readonly DescriptorEffect[];
  readonly #catalog: FileCatalog;
  readonly #opens = new OpenFiles();
  /** Per thread; threads that share descriptors have the same object. */
  readonly #tables: DescriptorTable[];
  readonly #spawned: SpawnedThreads;
  readonly #file: Int32Array;
  readonly #second = new Map<Row, IndexIntoFiles>();
  readonly #writes: readonly boolean[];
  #positions: Float64Array | null = null;
  #isDecorated = false;
  /** Per thread; threads that share a working directory have the same object. Null: the one the program started in. */
  readonly #directories: { path: string | null }[];

  constructor(trace: Trace, grammar: Grammar) {
    this.#trace = trace;
    this.#file = new Int32Array(new SharedArrayBuffer(trace.table.length * Int32Array.BYTES_PER_ELEMENT));
    this.#grammar = grammar;
    this.#effects = grammar.calls.map(descriptorEffect);
    this.#writes = grammar.calls.map(({ direction }) => direction === "write");
    this.#catalog = new FileCatalog(trace.strings);
    this.#spawned = new SpawnedThreads(trace);
    const shared = new DescriptorTable(trace.threadOrder === "unknown");
    this.#tables = trace.threads.map(() => shared);
    const started = { path: null };
    this.#directories = trace.threads.map(() => started);
  }

  run(): TraceFiles {
    const { table } = this.#trace;
    const isPlain = Uint8Array.from(this.#effects, (effect) => Number(effect === "use"));
    const file = this.#file;
    // By descriptor, what it was last found to be in the table of descriptors that was asked last.
    const found = new Int32Array(REMEMBERED).fill(NO_FILE);
    let asked = this.#tables[0];
    for (let row = 0; row < table.length; row++) {
      const call = table.call[row] as number;
      if (isPlain[call] === 0) {
        file[row] = this.#affected(row, this.#effects[call] as DescriptorEffect);
        if (this.#effects[call] !== "transfer") found.fill(NO_FILE);
        continue;
      }
      const fd = table.fd[row] as number;
      const descriptors = this.#tables[table.thread[row] as number];
      if (fd < 0 || fd >= REMEMBERED || table.path[row] !== NO_STRING || descriptors !== asked) {
        file[row] = this.#used(row);
        found.fill(NO_FILE);
        asked = descriptors;
        continue;
      }
      if (found[fd] === NO_FILE) found[fd] = this.#used(row);
      file[row] = found[fd] as number;
    }
    return {
      files: this.#catalog.files,
      file,
      second: this.#second,
      positions: this.#positions,
      isDecorated: this.#isDecorated,
    };
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
      case "transfer":
        return this.#transferred(row, descriptors);
      case "seek": {
        const file = this.#used(row);
        if (fd >= 0 && succeeded) this.#opens.move(descriptors.get(fd), result, thread, this.#endOf(row));
        return file;
      }
      case "copy":
        return this.#copied(row, descriptors);
      case "path":
        return this.#ofPathArguments(row);
      case "make":
        return this.#made(row, descriptors);
      case "receive": {
        const file = this.#used(row);
        this.#makeListed(this.#trace.extras.get(row), descriptors, this.#closesOnExec(row), "recvmsg");
        return file;
      }
      case "close": {
        const file = this.#used(row);
        // Linux frees the number even if close fails with EIO or EINTR; after EBADF there was none.
        if (succeeded || this.#trace.errors[table.error[row] as number] !== "EBADF") descriptors.delete(fd);
        return file;
      }
      case "close-range":
        if (succeeded) this.#closeRange(row, descriptors);
        return NO_FILE;
      case "duplicate": {
        const file = this.#used(row);
        if (succeeded && result !== fd) {
          descriptors.set(result, descriptors.get(fd), this.#closesOnExec(row));
        }
        return file;
      }
      case "control":
        return this.#controlled(row, descriptors);
      case "fork": {
        const child = result > 0 ? this.#spawned.take(result, row) : undefined;
        const shares = this.#flagsOf(row).includes("CLONE_FILES");
        if (child !== undefined) {
          this.#tables[child] = shares ? descriptors : descriptors.copy();
          const directory = this.#directoryOf(row);
          const isShared = this.#flagsOf(row).includes("CLONE_FS");
          this.#directories[child] = isShared ? directory : { path: directory.path };
        }
        return NO_FILE;
      }
      case "exec":
        if (succeeded) this.#tables[thread] = descriptors.copyForExec();
        return this.#ofPathArguments(row);
      case "chdir": {
        const file = fd >= 0 ? this.#used(row) : this.#ofPathArguments(row);
        const path = this.#catalog.files[file]?.path ?? null;
        if (succeeded && path !== null) this.#directoryOf(row).path = path;
        return file;
      }
      case "mapped": {
        const mapping = this.#trace.extras.get(row)?.mapping;
        return mapping === undefined ? NO_FILE : (this.#file[mapping] as number);
      }
      case "command":
        this.#secondOf(row, descriptors);
        return this.#used(row);
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
    if (fd < 0) return path === NO_STRING ? NO_FILE : this.#catalog.ofString(path, null);
    return this.#opens.file(this.#openOf(this.#tableOf(row), fd, path));
  }

  /** What a descriptor refers to, by its decoration if it has one. */
  #openOf(descriptors: DescriptorTable, fd: number, decoration: number): number {
    let known = descriptors.get(fd);
    // If the order between threads is not known, the close that comes first may have come last.
    if (known === NO_FILE && this.#trace.threadOrder === "unknown") known = descriptors.last(fd);
    if (decoration === NO_STRING && known !== NO_FILE) return known;
    if (decoration !== NO_STRING) this.#isDecorated = true;
    const file =
      decoration === NO_STRING
        ? this.#catalog.add({ path: null, fd, maker: null })
        : this.#catalog.ofString(decoration, fd);
    if (known !== NO_FILE && this.#opens.file(known) === file) return known;
    // Its open was not seen, so neither was its position.
    const open = this.#opens.open(file, UNKNOWN, false);
    descriptors.set(fd, open);
    return open;
  }

  #transferred(row: Row, descriptors: DescriptorTable): IndexIntoFiles {
    const { table } = this.#trace;
    const fd = table.fd[row] as number;
    const file = this.#used(row);
    const given = table.offset[row] as number;
    if (fd >= 0 && (given === UNKNOWN || given === -1)) this.#moveBy(row, descriptors.get(fd), true);
    return file;
  }

  /** @param isReported whether the position is the offset of the row */
  #moveBy(row: Row, open: number, isReported: boolean): void {
    const { table } = this.#trace;
    const thread = table.thread[row] as number;
    const result = table.result[row] as number;
    const atEnd = this.#writes[table.call[row] as number] === true && this.#opens.appends(open);
    const from = atEnd ? UNKNOWN : this.#opens.position(open, thread, table.start[row] as number);
    if (isReported && from !== UNKNOWN) {
      this.#positions ??= new Float64Array(
        new SharedArrayBuffer(table.length * Float64Array.BYTES_PER_ELEMENT),
      ).fill(UNKNOWN);
      this.#positions[row] = from;
    }
    const to = from === UNKNOWN || result === UNKNOWN ? UNKNOWN : from + Math.max(0, result);
    this.#opens.move(open, to, thread, this.#endOf(row));
  }

  /** Nanoseconds at which the call was over; UNKNOWN without times. */
  #endOf(row: Row): number {
    const { start, latency } = this.#trace.table;
    return (latency[row] as number) < 0 ? UNKNOWN : (start[row] as number) + (latency[row] as number);
  }

  #copied(row: Row, descriptors: DescriptorTable): IndexIntoFiles {
    const { table, extras } = this.#trace;
    const fd = table.fd[row] as number;
    const file = this.#used(row);
    if (fd >= 0 && table.offset[row] === UNKNOWN) this.#moveBy(row, descriptors.get(fd), true);
    const target = this.#secondOf(row, descriptors);
    if (target !== NONE && extras.get(row)?.offset === undefined) this.#moveBy(row, target, false);
    return file;
  }

  /** What a second descriptor refers to; NONE if there is none. */
  #secondOf(row: Row, descriptors: DescriptorTable): number {
    const extra = this.#trace.extras.get(row);
    const other = extra?.fds?.[0] ?? NONE;
    if (other < 0) return NONE;
    const target = this.#openOf(descriptors, other, extra?.paths?.[0] ?? NO_STRING);
    this.#second.set(row, this.#opens.file(target));
    return target;
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
    const argument = spec.arguments.includes("path") ? (table.path[row] as number) : NO_STRING;
    const fd = result >= 0 ? result : null;
    let file: IndexIntoFiles = NO_FILE;
    if (extra?.resultPath !== undefined) {
      file = this.#catalog.ofString(extra.resultPath, fd);
    }
    if (this.#flagsOf(row).includes("O_TMPFILE")) {
      // The path is that of a directory; the file itself has none.
      if (file === NO_FILE && fd !== null) file = this.#catalog.add({ path: null, fd, maker: "O_TMPFILE" });
    } else if (file !== NO_FILE) {
      // Later calls may name the file as this one did, without a decoration to tell where it is.
      if (argument !== NO_STRING) this.#catalog.alias(this.#resolved(row, argument), file);
    } else if (argument !== NO_STRING) {
      file = this.#catalog.ofPath(this.#resolved(row, argument), fd);
    } else if (fd !== null) {
      file = this.#catalog.add({ path: null, fd, maker: spec.name });
    }
    if (fd !== null && file !== NO_FILE) {
      descriptors.set(
        fd,
        this.#opens.open(file, this.#firstPosition(file), this.#flagsOf(row).includes("O_APPEND")),
        closes,
      );
    }
    return file;
  }

  /** Pipes, sockets and devices have no position that means anything. */
  #firstPosition(file: IndexIntoFiles): number {
    const path = this.#catalog.files[file]?.path ?? null;
    return path === null || path.startsWith("/dev/") || /^[a-zA-Z_]+:/.test(path) ? UNKNOWN : 0;
  }

  /** `pipe2([3, 4], …)` and descriptors passed with SCM_RIGHTS. */
  #makeListed(
    extra: RowExtra | undefined,
    descriptors: DescriptorTable,
    closes: boolean,
    maker: string | null,
  ): void {
    let pipe: IndexIntoFiles = NO_FILE;
    extra?.fds?.forEach((fd, at) => {
      const path = extra.paths?.[at] ?? NO_STRING;
      let file = path === NO_STRING ? pipe : this.#catalog.ofString(path, fd);
      if (file === NO_FILE) file = this.#catalog.add({ path: null, fd, maker });
      // Both ends of a pipe are one file, two connected sockets are not.
      if (maker?.startsWith("pipe")) pipe = file;
      descriptors.set(fd, this.#opens.open(file, UNKNOWN, false), closes);
    });
  }

  #closeRange(row: Row, descriptors: DescriptorTable): void {
    const { table, extras } = this.#trace;
    const flags = this.#flagsOf(row);
    const own = flags.includes("CLOSE_RANGE_UNSHARE") ? descriptors.copy() : descriptors;
    this.#tables[table.thread[row] as number] = own;
    if (flags.includes("CLOSE_RANGE_CLOEXEC")) return;
    // the ends are not descriptors but unsigned numbers: 0xffffffff is the highest possible
    own.deleteRange((table.fd[row] as number) >>> 0, (extras.get(row)?.fds?.[0] ?? -1) >>> 0);
  }

  #controlled(row: Row, descriptors: DescriptorTable): IndexIntoFiles {
    const { fd: fds, result: results } = this.#trace.table;
    const file = this.#used(row);
    const [fd, result] = [fds[row] as number, results[row] as number];
    if (result < 0) return file;
    const command = this.#flagsOf(row);
    if (command.includes("F_DUPFD")) {
      descriptors.set(result, descriptors.get(fd), command.includes("F_DUPFD_CLOEXEC"));
    }
    if (command.includes("F_SETFD")) {
      descriptors.markClosedOnExec(fd, command.includes("FD_CLOEXEC"));
    }
    return file;
  }

  #ofPathArguments(row: Row): IndexIntoFiles {
    const { table, extras } = this.#trace;
    const second = extras.get(row)?.paths?.[0] ?? NO_STRING;
    if (second !== NO_STRING) {
      // With a directory of its own (renameat) it is relative to that one, which the table has no column for.
      const isOwn = (table.fd[row] as number) < 0;
      const other = isOwn ? this.#resolved(row, second) : (this.#trace.strings[second] as string);
      this.#second.set(row, this.#catalog.ofPath(other, null));
    }
    const path = table.path[row] as number;
    if (path === NO_STRING) return NO_FILE;
    const fd = table.fd[row] as number;
    // newfstatat(0, "", ..., AT_EMPTY_PATH) is about the descriptor itself.
    if (fd >= 0 && this.#trace.strings[path] === "") {
      return this.#opens.file(this.#openOf(this.#tableOf(row), fd, NO_STRING));
    }
    return this.#catalog.ofPath(this.#resolved(row, path), null);
  }

  /** A path argument, from the working directory or the directory that it names, which is `?` if that is not known. */
  #resolved(row: Row, index: number): string {
    const path = this.#trace.strings[index] as string;
    if (path.startsWith("/")) return path;
    const directory = this.#trace.table.fd[row] as number;
    const base = directory < 0 ? this.#directoryOf(row).path : this.#pathOf(row, directory);
    if (path === "") return base ?? path;
    return base === null ? (directory < 0 ? path : `?/${path}`) : `${base === "/" ? "" : base}/${path}`;
  }

  #pathOf(row: Row, fd: number): string | null {
    const open = this.#tableOf(row).get(fd);
    return (open === NO_FILE ? null : this.#catalog.files[this.#opens.file(open)]?.path) ?? null;
  }

  #directoryOf(row: Row): { path: string | null } {
    return this.#directories[this.#trace.table.thread[row] as number] as { path: string | null };
  }

  #tableOf(row: Row): DescriptorTable {
    return this.#tables[this.#trace.table.thread[row] as number] as DescriptorTable;
  }

  #flagsOf(row: Row): string {
    return this.#trace.strings[this.#trace.table.flags[row] as number] ?? "";
  }

  #closesOnExec(row: Row): boolean {
    return this.#flagsOf(row).includes("CLOEXEC");
  }
}
