import { NO_FILE } from "../identity/descriptor-table.ts";
import { inFlightName } from "../view/in-flight.ts";
import type { TraceView } from "../view/trace-view.ts";
import { prefixOf, writeName } from "./snapshot-name.ts";
import { shapesOf } from "./snapshot-shapes.ts";

/**
 * The calls of a side that never ended, as lines of a snapshot: `fsync /d/j = ?`. In an order that does not depend on
 * which started first, since which calls are in flight together is chance.
 *
 * @param nameOf what the snapshot calls a file
 */
export function inFlightLines(side: TraceView, nameOf: (file: number) => string): readonly string[] {
  const { inFlight, trace, files } = side;
  if (inFlight === null) return [];
  const { calls, rows, file } = inFlight;
  const { shapes, shape, offset } = shapesOf({
    ...side,
    trace: { ...trace, ...calls },
    files: { ...files, file, second: new Map() },
    rows,
  });
  const counts = new Map<string, number>();
  rows.forEach((row, at) => {
    const request = shapes[shape[at] as number]; // one for each row
    if (request === undefined) return;
    const own = request.file === NO_FILE ? inFlightName(trace, files, calls, NO_FILE, row) : null;
    const name = own === null ? nameOf(request.file) : unknownName(own);
    const place = request.exactOffset ?? (request.hasOffset ? String(offset[at]) : null);
    const words = [
      request.call,
      ...(name === "" ? [] : [name]),
      ...(place === null ? [] : [`@${place}`]),
      request.rest.replace(/= \S+$/, "= ?"),
    ];
    const line = words.join(" ");
    counts.set(line, (counts.get(line) ?? 0) + 1);
  });
  return Array.from(counts, ([line, count]) => (count === 1 ? line : `${line} ×${count}`)).sort();
}

/** For a file that no completed call was on. */
function unknownName(own: string | number): string {
  const file = typeof own === "string" ? { path: own, fd: null } : { path: null, fd: own };
  return writeName(prefixOf({ ...file, maker: null }, new Set()), typeof own === "string", 1);
}
