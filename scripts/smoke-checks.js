import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const shippedLog = (side) => fileURLToPath(new URL(`../traces/rocksdb-5431/${side}.log`, import.meta.url));
const BEFORE = shippedLog("before");
const AFTER = shippedLog("after");
/** Each log has 60 lines, and each line is a call. */
const SAME = "✔ same I/O pattern: 60 of 60 calls match";
/** A log of 8 MiB or more is read by a thread of its own; these become 14 MB. */
const COPIES = 2000;
const SAME_COPIES = "✔ same I/O pattern: 120000 of 120000 calls match";

/** The first two lines of the log of before, as `zstd -19 --check` packs them. */
const TWO_LINES_ZSTD =
  "KLUv/QRo/QMAIkgaF2B3A9OzsxNcp7DiHyLUlEmJbWoaBMhzwOJR9tGyGX6/903Dfq2ytqyaWDadRGnXhGX+7/0Ci8vdXbeJNlRFiRiZWYuG" +
  "WjjnhH2mYX8fOL3v+QUtjsENKqqyqXKRAyKQFdrI7s5KWfMJBwCAMAgMF/Ow2aAgeTAkmYrcHgq9OAc=";

const LIBRARY = `
import { compare, readTrace } from "tracediff";
const [before, after] = await Promise.all(process.argv.slice(2).map((path) => readTrace(path)));
const { verdict, matches } = compare(before, after);
console.log(verdict.pattern, matches);
`;

/**
 * Writes what the checks read.
 * @param write takes a name and a content
 */
export function writeSmokeFiles(write) {
  const [before, after] = [BEFORE, AFTER].map((path) => readFileSync(path));
  write("shorter.log", after.subarray(after.indexOf("\n") + 1));
  write("after.log.gz", gzipSync(after));
  write("two-lines.log.zst", Buffer.from(TWO_LINES_ZSTD, "base64"));
  write("long-before.log", Buffer.alloc(before.length * COPIES, before));
  write("long-after.log", Buffer.alloc(after.length * COPIES, after));
  write("library.mjs", LIBRARY);
}

/** What an installed tracediff must do: the words of a command, its input, its status, its output. */
export const smokeChecks = [
  { words: ["tracediff", "--version"], stdout: /^tracediff \d+\.\d+\.\d+\S*\n$/ },
  { words: ["tracediff", "--help"], stdout: /^Usage: tracediff /m },
  { words: ["tracediff", BEFORE, AFTER], stdout: has(SAME) },
  { words: ["tracediff", BEFORE, "shorter.log"], status: 1, stdout: has("✖ I/O pattern differs") },
  { words: ["tracediff", "export", BEFORE], stdout: /^(\{"line":\d+,.*"call":"pread64",.*\}\n){60}$/ },
  { words: ["tracediff", "summary", BEFORE], stdout: has("✔ read 60 I/O calls") },
  { words: ["tracediff", "snapshot", "-o", "io.snap", BEFORE], stderr: has("io.snap: 60 calls in ") },
  { words: ["tracediff", "io.snap", AFTER], stdout: has(SAME) },
  { words: ["tracediff", "io.snap", "shorter.log"], status: 1, stdout: has("✖ I/O pattern differs") },
  { words: ["tracediff", "long-before.log", "long-after.log"], stdout: has(SAME_COPIES) },
  { words: ["tracediff", BEFORE, "-"], input: readFileSync(AFTER), stdout: has(SAME) },
  { words: ["tracediff", BEFORE, "after.log.gz"], stdout: has(SAME) },
  { words: ["tracediff", "export", "two-lines.log.zst"], stdout: /^(\{"line":[12],.*\}\n){2}$/ },
  { words: ["tracediff", "--log-level", "info", "-q", BEFORE, AFTER], stderr: has('"msg":"compared"') },
  { words: ["node", "library.mjs", BEFORE, AFTER], stdout: /^same 60\n$/ },
];

/** What it must do under a Node that is too old for it: no stack, and not the status of a difference. */
export const refusalChecks = [["--version"], [BEFORE, AFTER]].map((words) => ({
  words: ["tracediff", ...words],
  status: 2,
  stderr: /^tracediff needs Node 20\.19 or later, this is \d+\.\d+\.\d+: .*\n$/,
}));

function has(text) {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
