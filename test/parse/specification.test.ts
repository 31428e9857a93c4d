import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sampled } from "../support/scaled.ts";
import { expectAsSpecified, specifyLog } from "../support/specified-log.ts";
import { parseBytes, readShipped } from "./parse-text.ts";

// grammars/strace.peggy says what a line is; the byte scanner must say the same of every line that is shipped.

const traces = join(import.meta.dirname, "../../traces");
const shipped = ["corpus", "pairs", "rocksdb-5431"].flatMap((folder) =>
  readdirSync(join(traces, folder))
    .filter((name) => /\.strace|\.log$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** How many lines of a trace are none of strace's, or only a part of one; where it is not named here, none is. */
const UNSPECIFIED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "output of the traced program stands between the lines and in them": {
    d01_noisy_61: 40,
    d03_noisy_72: 35,
    d05_noisy_61_nopfx: 37,
    d07_grep_stdout_mixed: 6,
    f11_query_stderr_mixed: 20,
    m19_dumped_via_script_tty: 35,
    n04_noisy_v426: 37,
    n04_noisy_v48: 41,
    n04_noisy_v510: 36,
    n04_noisy_v613: 36,
    n04_noisy_v72: 36,
  },
  "a notice of strace cuts a call in two": {
    c45_mixed_32_64_exec: 2,
    e02_sigio_stderr: 6,
    e20_parentexits_stderr: 2,
    e33_exit_group_stderr: 4,
    e38_detach_stderr: 2,
    g06_rocksdb_compact_preadonly_stderr_1: 1,
    m01_oddcomm_Y_stderr: 2,
    m18_two_p: 2,
    "preads-1": 3,
    "preads-2": 3,
  },
  "strace 4.8 escapes nothing in the names of files": { c21_v48_y: 4 },
  "a size that looks as if output followed it": { k13_synthetic_rare_forms: 1 },
  "strace was killed in its last line": { e36_strace_sigkilled: 1 },
  "columns of -U, and drawings of --tips": { b41_c_w_U: 7, b63_tips_full: 36 },
  "no trace at all": { k09_not_strace: 60 },
};

const unspecified = new Map(Object.values(UNSPECIFIED).flatMap((files) => Object.entries(files)));

function bytesOf(path: string): Uint8Array {
  const bytes = readShipped(path);
  return path.endsWith(".gz") ? new Uint8Array(gunzipSync(bytes)) : bytes;
}

/** The lines as strace printed them: without colors, the `> ` of a mail, and what a file has before its first line. */
function linesOf(bytes: Uint8Array): string[] {
  const text = new TextDecoder("latin1").decode(bytes).replace(/^\u00ef\u00bb\u00bf|^\0+/, "");
  if (text === "") return [];
  const quote = text.startsWith("> ") ? 2 : 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors start with one
  const around = /\u001b\[[\d;]*m|\r$/g;
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.map((line) => line.slice(quote).replace(around, ""));
}

describe("every line of a shipped trace is what the specification says", () => {
  test.each(sampled(shipped))("%s", (path) => {
    const bytes = bytesOf(path);
    const log = specifyLog(linesOf(bytes));
    expectAsSpecified(parseBytes(bytes), log);
    const name = path.replace(/^.*\/|\.(?:strace|log)$/g, "");
    expect(log.kinds.filter((kind) => kind === null)).toHaveLength(unspecified.get(name) ?? 0);
  });
});
