const two = (value: number): string => String(value).padStart(2, "0");
const clock = (line: number): string =>
  `${two(10 + (line >> 12))}:${two((line >> 6) % 60)}:${two(line % 60)}`;

/** What stands before line `line`, from 1. */
export const PREFIXES: readonly (readonly [string, (line: number) => string])[] = [
  ["four blanks", () => "    "],
  ["a tab", () => "\t"],
  ["quoted", () => "> "],
  ["quoted twice", () => "> > "],
  ["quoted thrice, without blanks", () => ">>>"],
  ["a bar", () => "| "],
  ["a comment", () => "# "],
  ["numbered by grep", (line) => `${line}:`],
  ["numbered, and a blank", (line) => `${line}: `],
  ["numbered by cat", (line) => `${String(line).padStart(6)}\t`],
  ["numbered and padded", (line) => `${String(line).padStart(5)}  `],
  ["file and number", (line) => `before.log:${line}:`],
  ["a stamp of RFC 3339", (line) => `2024-01-${two(1 + (line % 28))}T${clock(line)}.${line % 1000}Z `],
  ["a date and a time", (line) => `2024-01-02 ${clock(line)} `],
  ["syslog", (line) => `Jan ${String(1 + (line % 28)).padStart(2)} ${clock(line)} host strace[77]: `],
  ["dmesg", (line) => `[${String(line).padStart(5)}.${String(line * 31).padStart(6, "0")}] `],
  ["a container", () => "db_1  | "],
  ["a pod and a stamp", (line) => `web-5d9 app 2024-01-02T${clock(line)}+01:00 `],
  ["an arrow", () => "-> "],
  ["a bullet", () => "  * "],
];
