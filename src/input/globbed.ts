import { basename, dirname, join } from "node:path";
import { namesIn } from "./names-in.ts";

/** `*`, `?`, or a class such as `[0-9]` and `[!a]`, in which `]` may come first; else one character. */
const PART = /\[[!^]?\]?[^\]]*\]|[\s\S]/gu;

/** Whether a name contains anything that a shell would expand. */
export function isGlob(name: string): boolean {
  return /[*?]|\[.+\]/s.test(name);
}

/** The paths that a pattern matches, as in a shell: `*`, `?` and `[...]`, in directory names too. */
export function globbed(pattern: string): string[] {
  const directory = dirname(pattern);
  const name = nameMatcher(basename(pattern));
  return (isGlob(directory) ? globbed(directory) : [directory]).flatMap((parent) =>
    namesIn(parent)
      .filter((candidate) => name.test(candidate))
      .map((candidate) => join(parent, candidate)),
  );
}

/** Names that begin with a dot are hidden, unless the pattern begins with one too. */
function nameMatcher(pattern: string): RegExp {
  const source = Array.from(pattern.matchAll(PART), ([part]) => sourceOf(part)).join("");
  return new RegExp(`^${pattern.startsWith(".") ? "" : "(?!\\.)"}${source}$`, "su");
}

function sourceOf(part: string): string {
  if (part === "*") return ".*";
  if (part === "?") return ".";
  if (!part.startsWith("[") || part === "[") return part.replace(/[\\^$.+()[\]{}|]/, "\\$&");
  const isInverted = /^\[[!^]/.test(part);
  const members = part
    .slice(isInverted ? 2 : 1, -1)
    // A reversed range matches nothing; a regular expression must not contain one.
    .replace(/(.)-(.)/gsu, (range: string, from: string, to: string) => (from <= to ? range : ""))
    .replace(/[\\\][^]/g, "\\$&");
  return `[${isInverted ? "^" : ""}${members}]`;
}
