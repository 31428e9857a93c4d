import type { Grammar } from "../grammar/grammar.ts";
import { NO_STRING, type Row, type TraceTable, UNKNOWN } from "../trace/table.ts";
import type { RowExtra, Thread } from "../trace/trace.ts";

// Casts in this file: rows are in range.

/** A part of memory where a file is mapped: addresses, the row of its mmap, and the byte of the file at `start`. */
type Mapping = { readonly start: number; readonly end: number; readonly row: Row; readonly offset: number };

const PAGE = 4096;

/**
 * Finds which file calls on memory are on. Until then the offset column holds the address of munmap, mremap, madvise
 * and msync; from then on the byte of the file that is mapped there, or UNKNOWN if no mmap of a file was seen.
 *
 *     mmap(NULL, 65536, PROT_READ, MAP_SHARED, 3, 4096)  = 0x7f3836221000
 *     msync(0x7f3836222000, 4096, MS_SYNC)               = 0                  the file of 3, offset 8192
 *
 * @returns what few rows have in addition to their columns, with the row of the mmap
 */
export function findMappedFiles(
  table: TraceTable,
  extras: ReadonlyMap<Row, RowExtra>,
  { grammar, strings, threads }: MappingContext,
): ReadonlyMap<Row, RowExtra> {
  const roles = grammar.calls.map(roleOf);
  const found = new Map<Row, RowExtra>();
  const spaces = new AddressSpaces(threads);
  const { call, flags, result, size, offset, fd, thread } = table;
  for (let row = 0; row < table.length; row++) {
    const role = roles[call[row] as number];
    if (role === undefined) continue;
    const space = spaces.of(thread[row] as number);
    const succeeded = (result[row] as number) >= 0;
    const address = offset[row] as number;
    const length = size[row] as number;
    switch (role) {
      case "map":
        if (!succeeded) break;
        space.remove(result[row] as number, length);
        if ((fd[row] as number) >= 0) space.add(result[row] as number, length, row, offset[row] as number);
        break;
      case "fork": {
        const words = flags[row] === NO_STRING ? "" : (strings[flags[row] as number] ?? "");
        const isShared = words.includes("CLONE_VM") || grammar.calls[call[row] as number]?.name === "vfork";
        if (succeeded) spaces.fork(thread[row] as number, result[row] as number, isShared);
        break;
      }
      case "exec":
        if (succeeded) spaces.replace(thread[row] as number);
        break;
      default: {
        const place = space.find(address, length);
        offset[row] = place === null ? UNKNOWN : place.offset;
        if (place !== null) found.set(row, { mapping: place.row });
        if (!succeeded) break;
        if (role === "move" && place !== null) {
          space.remove(address, length);
          space.remove(result[row] as number, length);
          space.add(result[row] as number, length, place.row, place.offset);
        } else if (role === "unmap") {
          space.remove(address, length);
        }
      }
    }
  }
  return found.size === 0 ? extras : new Map([...extras, ...found]);
}

export type MappingContext = {
  readonly grammar: Grammar;
  readonly strings: readonly string[];
  readonly threads: readonly Thread[];
};

type Role = "map" | "unmap" | "move" | "use" | "fork" | "exec";

function roleOf({ name, arguments: roles, result, kind }: Grammar["calls"][number]): Role | undefined {
  if (roles.includes("mapped")) return result === "address" ? "move" : name === "munmap" ? "unmap" : "use";
  if (kind === "map") return "map";
  if (kind === "process" && result === "pid") return "fork";
  return kind === "process" && name.startsWith("exec") ? "exec" : undefined;
}

/** The memory of every thread; threads whose creation was not seen are taken to share one. */
class AddressSpaces {
  readonly #threads: readonly Thread[];
  readonly #spaces: (AddressSpace | undefined)[] = [];
  readonly #first = new AddressSpace([]);
  /** For children that have made no call yet, by thread id. */
  readonly #born = new Map<number, AddressSpace>();

  constructor(threads: readonly Thread[]) {
    this.#threads = threads;
  }

  of(thread: number): AddressSpace {
    const known = this.#spaces[thread];
    if (known !== undefined) return known;
    const tid = this.#threads[thread]?.tid ?? 0;
    const space = this.#born.get(tid) ?? this.#first;
    this.#born.delete(tid);
    this.#spaces[thread] = space;
    return space;
  }

  fork(thread: number, child: number, isShared: boolean): void {
    const space = this.of(thread);
    this.#born.set(child, isShared ? space : space.copy());
  }

  replace(thread: number): void {
    this.#spaces[thread] = new AddressSpace([]);
  }
}

class AddressSpace {
  /** By address, without overlaps. */
  #mappings: Mapping[];

  constructor(mappings: Mapping[]) {
    this.#mappings = mappings;
  }

  copy(): AddressSpace {
    return new AddressSpace([...this.#mappings]);
  }

  /** The first mapping in a range: of the byte at the start of the range, or else from the mapping's own start. */
  find(start: number, length: number): { readonly row: Row; readonly offset: number } | null {
    const mapping = this.#mappings[this.#firstBehind(start)];
    if (mapping === undefined || mapping.start >= start + Math.max(length, 1)) return null;
    return { row: mapping.row, offset: mapping.offset + Math.max(0, start - mapping.start) };
  }

  add(start: number, length: number, row: Row, offset: number): void {
    const mapping = { start, end: start + wholePages(length), row, offset: offset === UNKNOWN ? 0 : offset };
    this.#mappings.splice(this.#firstBehind(start), 0, mapping);
  }

  remove(start: number, length: number): void {
    const end = start + wholePages(length);
    const first = this.#firstBehind(start);
    let last = first;
    const left: Mapping[] = [];
    for (; last < this.#mappings.length; last++) {
      const mapping = this.#mappings[last] as Mapping; // in range
      if (mapping.start >= end) break;
      if (mapping.start < start) left.push({ ...mapping, end: start });
      if (mapping.end > end) {
        left.push({ ...mapping, start: end, offset: mapping.offset + end - mapping.start });
      }
    }
    if (last > first) this.#mappings.splice(first, last - first, ...left);
  }

  /** Index of the first mapping that ends after an address. */
  #firstBehind(address: number): number {
    let low = 0;
    let high = this.#mappings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#mappings[middle] as Mapping).end > address) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function wholePages(length: number): number {
  return Math.ceil(Math.max(length, 1) / PAGE) * PAGE;
}
