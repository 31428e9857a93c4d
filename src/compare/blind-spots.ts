import { NO_FILE } from "../identity/descriptor-table.ts";
import { NONE, type Row } from "../trace/table.ts";
import { fileName } from "./file-pairs.ts";
import type { SideView } from "./side-view.ts";

/** Reads and writes that strace cannot see happened after so many calls of this name. */
export type BlindSpot = {
  readonly call: string;
  readonly count: number;
  /** Files that were mapped, each once, in order; for io_uring none, since rings do not tell. */
  readonly files: readonly (string | number)[];
};

// What the dynamic loader and the C library map at the start of every program is not what the program works on.
const LOADER_FLAG = "MAP_DENYWRITE";
const START_FILES = /^\/etc\/ld\.so\.cache$|^\/usr\/lib\/locale\/|\/gconv-modules\.cache$/;
/** Rings are mapped to talk with the kernel. */
const NO_FILES = /^anon_inode:/;

/** I/O of a trace that does not show in it, whatever calls were chosen: through io_uring and mapped files. */
export function blindSpots(side: SideView): readonly BlindSpot[] {
  return [...ringSpots(side), ...mapSpots(side)];
}

function ringSpots({ trace, grammar }: SideView): readonly BlindSpot[] {
  // A kernel thread can poll the ring (IORING_SETUP_SQPOLL), so that the program never enters the kernel.
  for (const call of ["io_uring_enter", "io_uring_setup"]) {
    const index = grammar.byName.get(call);
    let count = 0;
    for (let row = 0; row < trace.table.length; row++) {
      if (trace.table.call[row] === index && trace.table.error[row] === 0) count++;
    }
    if (count > 0) return [{ call, count, files: [] }];
  }
  return [];
}

function mapSpots(side: SideView): readonly BlindSpot[] {
  const { trace, grammar, files } = side;
  const { call, fd, error, flags } = trace.table;
  const mmap = grammar.byName.get("mmap");
  const mapped = new Set<string | number>();
  let count = 0;
  for (let row: Row = 0; row < trace.table.length; row++) {
    if (call[row] !== mmap || (fd[row] as number) < 0 || error[row] !== 0) continue;
    const words = flags[row] === NONE ? "" : (trace.strings[flags[row] as number] ?? "");
    if (words.includes(LOADER_FLAG)) continue;
    const file = files.file[row] as number;
    const name = (file === NO_FILE ? null : fileName(side, file)) ?? (fd[row] as number);
    if (START_FILES.test(String(name)) || NO_FILES.test(String(name))) continue;
    mapped.add(name);
    count++;
  }
  return count === 0 ? [] : [{ call: "mmap", count, files: [...mapped] }];
}
