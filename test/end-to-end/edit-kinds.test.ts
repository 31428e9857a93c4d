import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compareTraces, traceOf } from "../support/trace-of.ts";
import { EDIT_KINDS, type EditKind, editableCalls, editedLines } from "./edit-kinds.ts";

const ROOT = resolve(import.meta.dirname, "../../traces");
const LOGS = [
  "corpus/f02_query_cache10.strace",
  "corpus/f06_query_wal.strace",
  "corpus/g01_rocksdb_compact_1.strace",
  "corpus/g11_rocksdb_read_block8192.strace",
  "corpus/g20_leveldb_fill_1.strace",
  "corpus/h01_fio_psync_1.strace",
  "corpus/h03_fio_sync.strace",
  "corpus/i01_python_mp_1.strace",
  "corpus/j04_tar_c.strace",
  "corpus/n01_threads_v72_o.strace",
  "pairs/base-1.log",
  "rocksdb-5431/before.log",
];
/** EDITS=40 tries so many of each kind in each log, and prints how many were explained rightly. */
const { EDITS: ASKED } = process.env;
const EDITS = Number(ASKED ?? "4");
const KINDS = Object.keys(EDIT_KINDS) as EditKind[]; // the keys of the object above

const table: string[] = [];
afterAll(() => {
  if (ASKED !== undefined) process.stdout.write(`${table.join("\n")}\n`);
});

test.each(LOGS)("an edit of one call of %s is one change of the right kind", (name) => {
  const lines = readFileSync(resolve(ROOT, name), "latin1").split("\n");
  const before = traceOf(lines.join("\n"), name);
  const calls = editableCalls(lines);
  const cells: string[] = [];
  const wrong: string[] = [];
  for (const kind of KINDS) {
    const edits = calls.flatMap((call) => {
      const edited = editedLines(lines, call, kind);
      return edited === null ? [] : [{ line: call[0].index + 1, edited }];
    });
    // All over the log.
    const step = Math.max(1, edits.length / EDITS);
    const chosen = edits.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
    let right = 0;
    for (const { line, edited } of chosen) {
      const { changeCounts, verdict } = compareTraces(before, traceOf(edited.join("\n"), name));
      const expected = JSON.stringify({ [EDIT_KINDS[kind]]: 1 });
      if (verdict.exitCode === 1 && JSON.stringify(changeCounts) === expected) right++;
      else
        wrong.push(
          `${kind} of line ${line}: ${verdict.pattern} ${JSON.stringify(changeCounts)}: ${lines[line - 1]?.slice(0, 110)}`,
        );
    }
    cells.push(`${kind} ${right}/${chosen.length}`);
  }
  table.push(`${name.padEnd(40)} ${cells.join("  ")}  (${calls.length} calls)`);
  expect(wrong).toEqual([]);
});
