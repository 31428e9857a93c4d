import type { Command } from "./command-table.ts";

/** The parts of the help of a command that are written by hand; the options come from their table. */
export type HelpProse = {
  readonly head: {
    /** What the command is for. */
    readonly title: string;
    /** What its operands are. */
    readonly text: string;
  };
  readonly tail: readonly string[];
};

export const HELP_PROSE: Readonly<Record<Command, HelpProse>> = {
  compare: {
    head: {
      title: `Compare two strace logs: do both runs issue the same I/O, what changed, and did
latency move?
`,
      text: `<before> and <after> are files that strace wrote, plain or compressed with gzip
or zstd; or the prefix of the files of an strace -ff set, or a quoted pattern
for them; or - for standard input. Process ids, times, descriptors and the
interleaving of threads may differ: equal means equal up to renaming.
`,
    },
    tail: [
      `Exit codes:
  0  the calls agree in the required order
  1  they do not
  2  trouble: wrong usage, unreadable files, or too little to compare
  3  the calls agree, but latency moved beyond a limit that was set

Examples:
  Record a run, change the program, record it again, compare:
    tracediff capture -o before.log -- ./program
    tracediff capture -o after.log -- ./program
    tracediff before.log after.log
  Before a merge: compare with a small text file kept next to the code:
    tracediff snapshot before.log -o io.snap
    tracediff io.snap after.log
  Only reads, writes and syncs, whichever thread of a pool issues them:
    tracediff --calls data,sync --order file before.log after.log
  Accept reads that return different amounts, leave out one call:
    tracediff --ignore result --calls '!lseek' before.log after.log
  Several runs a side, to tell code from machine; fail if a median rises by 10%:
    tracediff --max-drift 10% --before b?.log --after a?.log
  In a script: print nothing, write a JSON report to a file:
    tracediff --quiet --format json=diff.json before.log after.log
  How many calls changed, by kind:
    tracediff --format json before.log after.log | jq .changeCounts
  Output of strace -ff, one file per thread: run1.4001, run1.4002 and so on:
    tracediff 'run1.*' 'run2.*'
  Logs compressed in another way:
    tracediff <(xz -dc before.log.xz) <(xz -dc after.log.xz)
`,
    ],
  },
  summary: {
    head: {
      title: `Show what one strace log holds: how much of it was understood, its calls, files,
threads and latencies, and which reads and writes the program could have saved.
`,
      text: `<trace> is a file that strace wrote, plain or compressed with gzip or zstd; or
the prefix of the files of an strace -ff set, or a quoted pattern for them; or -
for standard input.
`,
    },
    tail: [
      `Exit codes:
  0  calls were read
  2  trouble: wrong usage, an unreadable file, no calls, too many unread lines

Examples:
  See whether the log was understood, and what is in it:
    tracediff summary run.log
  Only reads:
    tracediff summary --calls pread64,read run.log
  The file with the most bytes read more than once:
    tracediff summary --format json a.log | jq '.byFile|max_by(.read.repeated)'
`,
    ],
  },
  capture: {
    head: {
      title: `Record a command with strace, using the options that a comparison needs.
`,
      text: `The command keeps the terminal and gets the signals sent to tracediff; capture
exits with its exit code. Recorded are threads and children, times, durations in
nanoseconds, the file behind each descriptor, and the first 32 bytes of data.
With --calls, only those calls are recorded, and the ones that open files or
start threads.
`,
    },
    tail: [
      `Exit codes:
  that of the command, or 128 plus the number of the signal that killed it
  2  trouble: strace is missing or may not trace, no such command

Examples:
  Record a program, change it, record it again, compare:
    tracediff capture -o before.log -- ./program --fill 1000
    tracediff capture -o after.log -- ./program --fill 1000
    tracediff before.log after.log
  Five runs, as before.1 to before.5:
    tracediff capture -o before -n 5 -- ./program
`,
    ],
  },
  run: {
    head: {
      title: `Record two commands alternately and compare them: same I/O, and as fast?
`,
      text: `Both commands are run N times, alternating, so that a machine that gets busier
slows both. What differs between runs of one side is noise. The commands are run
by /bin/sh without input; their output is discarded.
`,
    },
    tail: [
      `Exit codes:
  those of tracediff <before> <after>; see tracediff --help

Examples:
  Another page size:
    tracediff run --before './load --page 4096' --after './load --page 8192'
  Fail if a call got slower by more than 10 %, and by more than the noise:
    tracediff run -n 10 --max-drift 10% --before ./old-build --after ./new-build
`,
    ],
  },
  snapshot: {
    head: {
      title: `Write the I/O pattern of a trace as a small text file, to be reviewed, kept next
to the code, and compared with later runs.
`,
      text: `Threads and files are named by what they do, loops are collapsed, and times are
left out, so that every run of a program gives the same text. Several traces
must give the same text; if they do not, the program may still keep to a weaker
--order. Every command accepts a snapshot as a trace.
`,
    },
    tail: [
      `Exit codes:
  0  the snapshot was written
  2  trouble: wrong usage, an unreadable file, or runs that differ

Examples:
  Keep the pattern of a program, and check later that it has not changed:
    tracediff snapshot run.1 run.2 run.3 -o io.snap
    tracediff io.snap new.log
  Accept the new pattern, and review the change:
    tracediff io.snap new.log --update && git diff io.snap
`,
    ],
  },
  export: {
    head: {
      title: `Print the calls of one strace log as records, one per line: what was requested,
from which file, at which offset, what came back, and how long it took.
`,
      text: `<trace> is a file that strace wrote, plain or compressed with gzip or zstd; or
the prefix of the files of an strace -ff set, or a quoted pattern for them; or -
for standard input. Calls appear in the order in which they started; times are
whole nanoseconds; what the log does not say is null, or an empty field in CSV;
numbers beyond 2^53 are strings. The offset of a read or write at the file
position is known if the log shows everything that moved that position.
`,
    },
    tail: [
      `Exit codes:
  0  all calls were printed
  2  trouble: wrong usage, an unreadable file, or lines that could not be read

Examples:
  The reads that took longer than a millisecond:
    tracediff export run.log | jq -c 'select(.call=="pread64" and .latency>1e6)'
  For a spreadsheet or a data frame:
    tracediff export --format csv --calls data run.log > calls.csv
`,
    ],
  },
  completion: {
    head: {
      title: `Print a script that completes the commands, options and call names of tracediff.
`,
      text: `Load it into the running shell, or put it where the shell looks for it:
  bash  source <(tracediff completion bash)
  zsh   tracediff completion zsh > _tracediff, in a directory of $fpath
  fish  tracediff completion fish | source
`,
    },
    tail: [],
  },
};
