/** What is wrong with a snapshot, and on which line. */
export class SnapshotError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = "SnapshotError";
    this.line = line;
  }
}
