/** A line of the call table that cannot be used: the table is ours to fix, so this is thrown and not counted. */
export class GrammarError extends Error {
  /** 1-based line of the table. */
  readonly line: number;
  readonly expected: string;

  constructor(line: number, expected: string, found: string) {
    super(
      `syscalls.txt line ${line}: expected ${expected}, found ${found === "" ? "the end" : `"${found}"`}`,
    );
    this.name = "GrammarError";
    this.line = line;
    this.expected = expected;
  }
}
