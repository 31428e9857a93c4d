import { statSync } from "node:fs";
import { UserError } from "../../input/user-error.ts";
import type { SideInput } from "./read-traces.ts";

/** @throws UserError if a report would overwrite one of the traces that are read */
export function requireOtherFile(path: string, inputs: readonly SideInput[]): void {
  for (const { path: source } of inputs.flatMap((input) => input?.files ?? [])) {
    if (isSameFile(path, source)) {
      throw new UserError(`the report would overwrite the trace ${source}`, "give the report another name");
    }
  }
}

function isSameFile(one: string, other: string): boolean {
  const first = statSync(one, { throwIfNoEntry: false });
  const second = statSync(other, { throwIfNoEntry: false });
  if (first === undefined || second === undefined) return false;
  return first.dev === second.dev && first.ino === second.ino;
}
