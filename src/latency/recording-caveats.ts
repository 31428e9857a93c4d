import type { InjectionCaveat, RecordingCaveat } from "../result/timing.ts";
import { latticeOf } from "../stats/lattice.ts";
import { mapPair, type Pair } from "../trace/pair.ts";
import { NO_STRING, UNKNOWN } from "../trace/table.ts";
import type { TraceView } from "../view/trace-view.ts";

/** Calls to look at; all of a trace were recorded alike. */
const SAMPLE = 4096;
/** This many latencies are not all multiples of a coarser step by chance. */
const NEEDED_LATENCIES = 20;
/** Nanoseconds per step of `strace -T=…`. */
const CLOCKS = [
  ["s", 1e9],
  ["ms", 1e6],
  ["us", 1e3],
  ["ns", 1],
] as const;

/**
 * Signs that strace ran with different options on the two sides, so that its overhead differs. All calls of a trace
 * count, whichever are compared. A snapshot does not keep how its log was recorded.
 */
export function recordingCaveats(sides: Pair<TraceView>): readonly RecordingCaveat[] {
  if (isSnapshot(sides.before) || isSnapshot(sides.after)) return [];
  const caveats: RecordingCaveat[] = [];
  const tell = (option: RecordingCaveat["option"], { before, after }: Pair<string | null>): void => {
    if (before === null || after === null || before === after) return;
    caveats.push({ kind: "different-recording", option, before, after });
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
  return caveats;
}

/** Sides on which strace itself delayed calls, or set what they return. */
export function injectionCaveats(sides: Pair<TraceView>): readonly InjectionCaveat[] {
  return (["before", "after"] as const).flatMap((side): InjectionCaveat[] => {
    const { injected } = sides[side].trace;
    return injected === 0 ? [] : [{ kind: "injected", side, count: injected }];
  });
}

/** The side whose trace was recorded without latencies, as far as its calls show. */
export function sideWithoutLatency(sides: Pair<TraceView>): "before" | "after" | "both" | null {
  const before = lacksLatency(sides.before);
  const after = lacksLatency(sides.after);
  if (before && after) return "both";
  if (before) return "before";
  return after ? "after" : null;
}

/** Whether calls that ended were recorded, and none of them with a latency. */
export function lacksLatency({ trace: { table } }: TraceView): boolean {
  const { result, latency, length } = table;
  let hasEnded = false;
  // With -T every call that returned has one, so the first rows decide: `exit_group(0) = ?` has none.
  for (let row = 0; row < length; row++) {
    if ((latency[row] as number) >= 0) return false;
    if (result[row] !== UNKNOWN) hasEnded = true;
  }
  return hasEnded;
}

function isSnapshot({ trace }: TraceView): boolean {
  return trace.snapshot !== undefined;
}

/** The coarsest clock that could have measured all of the latencies; null if they are too few to tell. */
function clockOf({ trace }: TraceView): string | null {
  const known = trace.table.latency.subarray(0, SAMPLE).filter((latency) => latency > 0);
  if (known.length < NEEDED_LATENCIES) return null;
  const { step } = latticeOf(known);
  return CLOCKS.find(([, clock]) => step % clock === 0)?.[0] ?? null;
}

/** Whether descriptors are printed with their file; null if no call shows it. */
function decoration({ trace, grammar }: TraceView): string | null {
  const { call, fd, path, length } = trace.table;
  // Calls that take a path have it in the same column, decorated or not.
  const isDecorated = grammar.calls.map(({ kind }) => kind === "data" || kind === "sync" || kind === "size");
  let hasDescriptor = false;
  for (let row = 0; row < Math.min(length, SAMPLE); row++) {
    if (!isDecorated[call[row] as number] || (fd[row] as number) < 0) continue;
    if (path[row] !== NO_STRING) return "yes";
    hasDescriptor = true;
  }
  return hasDescriptor ? "no" : null;
}

function yesOrNo(answer: boolean): string {
  return answer ? "yes" : "no";
}
