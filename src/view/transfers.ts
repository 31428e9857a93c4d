import type { CallSpec, Direction, Grammar } from "../grammar/grammar.ts";
import { NO_FILE } from "../identity/descriptor-table.ts";
import { type Row, UNKNOWN } from "../trace/table.ts";
import type { TraceView } from "./trace-view.ts";

/** What a call does to a file: moves bytes, or only the file position (lseek). Null for anything else. */
export type TransferRole = Direction | "seek" | null;

/** Which way a call moves the data of a file; null for calls that move none, such as those on a directory. */
function directionOf({ kind, direction }: CallSpec): Direction | null {
  return kind === "data" ? direction : null;
}

/** What each call of the grammar does to a file. */
export function transferRoles(grammar: Grammar): readonly TransferRole[] {
  return grammar.calls.map((spec) => (spec.kind === "seek" ? "seek" : directionOf(spec)));
}

/** The reads and writes of one side as byte ranges of files. */
export class Transfers {
  readonly #side: TraceView;
  readonly #directions: readonly (Direction | null)[];

  constructor(side: TraceView) {
    this.#side = side;
    this.#directions = side.grammar.calls.map(directionOf);
  }

  /** Null if the row is not a read or write of a file. */
  direction(row: Row): Direction | null {
    const { trace, files } = this.#side;
    if ((files.file[row] as number) === NO_FILE) return null;
    return this.#directions[trace.table.call[row] as number] ?? null;
  }

  /** The same for any call of this name. @param call index into `Grammar.calls` */
  directionOfCall(call: number): Direction | null {
    return this.#directions[call] ?? null;
  }

  /** Bytes transferred; 0 for failed calls. */
  bytes(row: Row): number {
    return Math.max(0, this.#side.trace.table.result[row] as number);
  }

  /** Where in the file: the offset given with the call, or the file position if known; else UNKNOWN. */
  offset(row: Row): number {
    const { trace, files } = this.#side;
    const given = trace.table.offset[row] as number;
    return given < 0 ? (files.positions?.[row] ?? UNKNOWN) : given;
  }
}
