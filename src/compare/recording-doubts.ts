import { latticeOf } from "../stats/lattice.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import { NO_STRING } from "../trace/table.ts";
import type { SideView } from "./side-view.ts";
import type { InjectionDoubt, RecordingDoubt } from "./timing.ts";

/** Calls that are looked at; all of a trace were recorded alike. */
const SAMPLE = 4096;
/** So many latencies are not all multiples of a coarser step by chance. */
const NEEDED_LATENCIES = 20;
/** Nanoseconds of a step of `strace -T=…`. */
const CLOCKS = [
  ["s", 1e9],
  ["ms", 1e6],
  ["us", 1e3],
  ["ns", 1],
] as const;

/** Signs that strace had other options on the two sides, so that it cost the calls another time. */
export function recordingDoubts(sides: Pair<SideView>): readonly RecordingDoubt[] {
  const doubts: RecordingDoubt[] = [];
  const tell = (option: RecordingDoubt["option"], { before, after }: Pair<string | null>): void => {
    if (before === null || after === null || before === after) return;
    doubts.push({ kind: "different-recording", option, before, after });
  };
  tell("-T", mapPair(sides, clockOf));
  tell("-y", mapPair(sides, decoration));
  tell(
    "-k",
    mapPair(sides, ({ trace }) => yesOrNo(trace.lineKinds.stack > 0)),
  );
  tell(
    "-e read/write",
    mapPair(sides, ({ trace }) => yesOrNo(trace.lineKinds.dump > 0)),
  );
  return doubts;
}

/** Sides on which strace itself delayed calls, or decided what they return. */
export function injectionDoubts(sides: Pair<SideView>): readonly InjectionDoubt[] {
  return (["before", "after"] as const).flatMap((side): InjectionDoubt[] => {
    const { injected } = sides[side].trace;
    return injected === 0 ? [] : [{ kind: "injected", side, count: injected }];
  });
}

export function sideWithoutLatency(sides: Pair<SideView>): "before" | "after" | "both" | null {
  const before = !hasLatency(sides.before);
  const after = !hasLatency(sides.after);
  if (before && after) return "both";
  if (before) return "before";
  return after ? "after" : null;
}

export function hasLatency({ trace, rows }: SideView): boolean {
  // With -T every completed call has one, so the first rows tell; a call may lack it where its thread died inside.
  return rows.some((row) => (trace.table.latency[row] as number) >= 0);
}

/** The coarsest clock that could have measured all of the latencies; null where they are too few to tell. */
function clockOf({ trace, rows }: SideView): string | null {
  const latencies = Float64Array.from(rows.subarray(0, SAMPLE), (row) => trace.table.latency[row] as number);
  const known = latencies.filter((latency) => latency > 0);
  if (known.length < NEEDED_LATENCIES) return null;
  const { step } = latticeOf(known);
  return CLOCKS.find(([, clock]) => step % clock === 0)?.[0] ?? null;
}

/** Whether descriptors have their file beside them; null where no call tells. */
function decoration({ trace, rows, grammar }: SideView): string | null {
  const { call, fd, path } = trace.table;
  // Calls that take a path have it in the same column, decorated or not.
  const tells = grammar.calls.map(({ kind }) => kind === "data" || kind === "sync" || kind === "size");
  const telling = rows
    .subarray(0, SAMPLE)
    .filter((row) => tells[call[row] as number] && (fd[row] as number) >= 0);
  if (telling.length === 0) return null;
  return yesOrNo(telling.some((row) => path[row] !== NO_STRING));
}

function yesOrNo(answer: boolean): string {
  return answer ? "yes" : "no";
}
