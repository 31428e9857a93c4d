import { OPTION_GROUPS, OPTIONS, type OptionSpec } from "./option-table.ts";

const WIDTH = 80;
/** Column in which descriptions begin. */
const DESCRIPTION = 22;

const HEAD = `Compare two strace logs: do both runs issue the same I/O, what changed, and did
latency move?

Usage: tracediff [options] <before> <after>
       tracediff completion bash|zsh|fish

<before> and <after> are files that strace wrote, plain or packed with gzip; or
what the files of an strace -ff set begin with; or - for standard input. Process
ids, times, descriptors and the interleaving of threads may differ: equal means
equal up to renaming.
`;

const TAIL = `Exit codes:
  0  the calls agree in the order demanded
  1  they do not
  2  trouble: wrong usage, unreadable files, or too little to compare
  3  the calls agree, but latency moved beyond a limit that was set

Examples:
  Record a run (-y names files, -T measures calls), change the program, compare:
    strace -f -T -tt -y -o before.log ./program
    strace -f -T -tt -y -o after.log ./program
    tracediff before.log after.log
  Only reads, writes and syncs, whichever thread of a pool issues them:
    tracediff --calls data,sync --order file before.log after.log
  Accept that reads return other amounts, leave out one call:
    tracediff --ignore result --calls '!lseek' before.log after.log
  In a script: nothing on the terminal, a JSON report in a file:
    tracediff --quiet --format json=diff.json before.log after.log
  How many calls changed, by kind:
    tracediff --format json before.log after.log | jq .changeCounts
  Logs packed in another way:
    tracediff <(zstd -dc before.log.zst) <(zstd -dc after.log.zst)
`;

/** What --help prints: at most 80 columns, ASCII. */
export function helpText(): string {
  const groups = OPTION_GROUPS.map((group) => {
    const lines = OPTIONS.filter((option) => option.group === group).flatMap(optionLines);
    return `${group}:\n${lines.map((line) => `${line}\n`).join("")}`;
  });
  return [HEAD, ...groups, TAIL].join("\n");
}

function optionLines(option: OptionSpec): string[] {
  const short = option.alias === undefined ? "" : `-${option.alias}, `;
  const name = `  ${short}--${option.name}${option.value === undefined ? "" : ` ${option.value}`}`;
  const meanings = (option.meanings ?? []).map(([choice, meaning]) => `  ${choice.padEnd(8)}${meaning}`);
  const described = [...wrap(option.help, WIDTH - DESCRIPTION), ...meanings];
  const first =
    name.length < DESCRIPTION - 1 ? `${name.padEnd(DESCRIPTION)}${described.shift() ?? ""}` : name;
  return [first, ...described.map((line) => " ".repeat(DESCRIPTION) + line)];
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
