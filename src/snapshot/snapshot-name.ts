import { withoutKernelNumbers } from "../identity/file-role.ts";
import type { KnownFiles } from "../trace/trace.ts";

/**
 * What a snapshot calls a file, the same in every run: `/db/data.bin`, `/tmp/etilqs_*`, `pipe:[N]`; `#pipe2` for what
 * that call made if no path is known; `#0` for standard input if only the descriptor is known, `#fd` for other bare
 * descriptors. Several files of one name are told apart by a suffix `~2`, `~3`.
 *
 * @param tids thread ids of the trace, which programs put into names
 */
export function prefixOf(file: KnownFiles["files"][number], tids: ReadonlySet<string>): string {
  if (file.path !== null) {
    const name = withoutThreadIds(withoutRandomEndings(withoutKernelNumbers(file.path)), tids);
    return name.startsWith("#") ? `./${name}` : name;
  }
  if (file.maker !== null) return `#${file.maker}`;
  return file.fd !== null && file.fd <= 2 ? `#${file.fd}` : "#fd";
}

/** The file that a name means when read back. A bare descriptor gets the number `fd`, which no other file has. */
export function fileOfPrefix(prefix: string, fd: number): KnownFiles["files"][number] {
  if (!prefix.startsWith("#")) return { path: prefix, fd, maker: null };
  const name = prefix.slice(1);
  if (/^[0-2]$/.test(name)) return { path: null, fd: Number(name), maker: null };
  return { path: null, fd, maker: name === "fd" ? null : name };
}

/**
 * `/tmp/tmp.k3Jd9qXw21` → `/tmp/tmp.*`, `etilqs_1c7b38e9` → `etilqs_*`: endings of
 * mkstemp(3) and longer, in every directory
 * too. Words, with or without a number after them, are names that somebody chose: `app.sqlite3`, `MANIFEST-000004`.
 */
function withoutRandomEndings(path: string): string {
  return path
    .split("/")
    .map((name) =>
      name
        .replace(/([._-]|tmp)([A-Za-z0-9]{6,16})$/, (whole, before: string, ending: string) =>
          WORD.test(ending) ? whole : `${before}*`,
        )
        // Python's tempfile.
        .replace(/^tmp[a-z0-9_]{8}$/, "tmp*"),
    )
    .join("/");
}

const WORD = /^(?:[A-Za-z]?[a-z]*|[A-Z]+)\d*$/;

/** Ids below 100 are skipped: they are more likely to be numbers of another kind. */
function withoutThreadIds(path: string, tids: ReadonlySet<string>): string {
  if (tids.size === 0) return path;
  const slash = path.lastIndexOf("/") + 1;
  const name = path.slice(slash).replace(/\d{3,}/g, (digits) => (tids.has(digits) ? "N" : digits));
  return path.slice(0, slash) + name;
}

// A path needs no quotes if it cannot be mistaken for anything else on a line, and cannot end one.
const PLAIN = /^[\p{L}_/.][^\s"\\~\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u;
const MADE = /^#[a-z0-9_]+$/;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A prefix and its number as one word of a line; unusual paths are in double quotes, as in JSON. */
export function writeName(prefix: string, path: boolean, number: number): string {
  const isPlain = path ? PLAIN.test(prefix) : MADE.test(prefix);
  const word = isPlain ? prefix : quoted(prefix);
  return number === 1 ? word : `${word}~${number}`;
}

export function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, (sign) =>
    Array.from(
      { length: sign.length },
      (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
