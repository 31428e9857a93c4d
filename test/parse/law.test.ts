import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Trace } from "../../src/trace/trace.ts";
import { type Damage, damageLine, damages } from "../support/line-damage.ts";
import { scaled } from "../support/scaled.ts";
import { parseBytes, readShipped } from "./parse-text.ts";

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

const root = join(import.meta.dirname, "../../traces");
const logs = ["corpus", "pairs", "rocksdb-5431"].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(?:strace(?:\.\d+)?|log)$/.test(name))
    .map((name) =>
      latin1(readShipped(`${folder}/${name}`))
        .split("\n")
        .slice(0, 2000),
    ),
);

/** Calls that a reader of the report hears of, compared or not. */
function callsOf({ table, otherCalls, restarts }: Trace): number {
  const counts = [...Object.values(otherCalls), ...Object.values(restarts)];
  return counts.reduce((sum, count) => sum + count, table.length);
}

/** Whether the report says more than before of lines that were not read, or of halves. */
function saysMore(before: Trace, after: Trace): boolean {
  const kinds = ["in-flight", "orphan", "truncated"] as const;
  return (
    after.lineKinds.unread > before.lineKinds.unread ||
    kinds.some((kind) => after.problemCounts[kind] > before.problemCounts[kind])
  );
}

const windows = fc
  .record({ log: fc.nat({ max: logs.length - 1 }), place: fc.nat(), damage: damages })
  .map(({ log, place, damage }): { lines: readonly string[]; at: number; damage: Damage } => {
    const all = logs[log] ?? [];
    const line = place % all.length;
    const from = Math.max(0, line - 12);
    return { lines: all.slice(from, line + 12), at: line - from, damage };
  });

test("whatever stands before, behind or inside a line, its call is read, or something is said of it", () => {
  fc.assert(
    fc.property(windows, ({ lines, at, damage }) => {
      const before = parseBytes(bytesOf(lines.join("\n")));
      const after = parseBytes(bytesOf(damageLine(lines, at, damage).join("\n")));
      if (callsOf(after) < callsOf(before)) expect(saysMore(before, after)).toBe(true);
    }),
    { numRuns: scaled(6000), endOnFailure: false },
  );
});
