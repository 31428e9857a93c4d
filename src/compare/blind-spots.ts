import { NO_FILE } from "../identity/descriptor-table.ts";
import { fileName } from "../pairing/file-pairs.ts";
import type { BlindSpot } from "../result/comparison.ts";
import { NO_STRING, type Row } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";

// A kernel thread can poll the ring (IORING_SETUP_SQPOLL), so the program may never enter the kernel.
const RING_CALLS = ["io_uring_enter", "io_uring_setup"];
const MAP_CALL = "mmap";
// What the dynamic loader and the C library map at the start of every program is not the program's data.
const LOADER_FLAG = "MAP_DENYWRITE";
const START_FILES = /^\/etc\/ld\.so\.cache$|^\/usr\/lib\/locale\/|\/gconv-modules\.cache$/;
/** Rings are mapped to communicate with the kernel. */
const NO_FILES = /^anon_inode:/;

/** I/O of a trace that does not show in it, whatever calls were chosen: through io_uring and mapped files. */
export function blindSpots(side: TraceView): readonly BlindSpot[] {
  const rows = rowsByName(side, [...RING_CALLS, MAP_CALL]);
  const ring = RING_CALLS.find((call) => (rows.get(call)?.length ?? 0) > 0);
  return [
    ...(ring === undefined ? [] : [{ call: ring, count: rows.get(ring)?.length ?? 0, files: [] }]),
    ...mapSpots(side, rows.get(MAP_CALL) ?? []),
  ];
}

/** The calls of these names that did not fail. */
function rowsByName(
  { trace, grammar, rowsOfCalls }: TraceView,
  names: readonly string[],
): ReadonlyMap<string, Row[]> {
  const { call, error, length } = trace.table;
  const found = new Map(names.map((name): [string, Row[]] => [name, []]));
  const wanted = grammar.calls.map(({ name }) => found.get(name));
  if (!wanted.some((rows, call) => rows !== undefined && (rowsOfCalls[call] as number) > 0)) return found;
  for (let row = 0; row < length; row++) {
    const rows = wanted[call[row] as number]; // row < length
    if (rows !== undefined && error[row] === 0) rows.push(row);
  }
  return found;
}

function mapSpots(side: TraceView, rows: readonly Row[]): readonly BlindSpot[] {
  const { trace, files } = side;
  const { fd, flags } = trace.table;
  const mapped = new Set<string | number>();
  let count = 0;
  for (const row of rows) {
    if ((fd[row] as number) < 0) continue;
    const words = flags[row] === NO_STRING ? "" : (trace.strings[flags[row] as number] ?? "");
    if (words.includes(LOADER_FLAG)) continue;
    const file = files.file[row] as number;
    const name = (file === NO_FILE ? null : fileName(side, file)) ?? (fd[row] as number);
    if (START_FILES.test(String(name)) || NO_FILES.test(String(name))) continue;
    mapped.add(name);
    count++;
  }
  return count === 0 ? [] : [{ call: MAP_CALL, count, files: [...mapped] }];
}
