/** More calls than there can be: `call` is a 16-bit column. */
const CALLS = 0x1_0000;

/** Numbers operations as they come. */
export class OperationNumbers {
  /** By number. */
  readonly call: number[] = [];
  readonly file: number[] = [];
  readonly flags: number[] = [];
  /** By flags, then by file and call: numbers as keys, of which a trace of many files has many. */
  readonly #known = new Map<number, Map<number, number>>();

  of(call: number, file: number, flags: number): number {
    const ofFlags = this.#known.get(flags) ?? new Map<number, number>();
    this.#known.set(flags, ofFlags);
    const key = file * CALLS + call;
    const known = ofFlags.get(key);
    if (known !== undefined) return known;
    ofFlags.set(key, this.call.length);
    this.file.push(file);
    this.flags.push(flags);
    return this.call.push(call) - 1;
  }
}
