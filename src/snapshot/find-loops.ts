/**
 * A line of a snapshot before it is written: a call, or a repeated stretch. `strides` are the steps of its offset for
 * each loop around it, from the inside out.
 */
export type LoopPart =
  | {
      readonly kind: "call";
      readonly shape: number;
      readonly offset: number;
      readonly strides: readonly number[];
    }
  | { readonly kind: "loop"; readonly count: number; readonly body: readonly LoopPart[] };

/**
 * The longest stretch to try in each pass. Short loops come first, so that they are found inside longer ones. Cycles
 * longer than the last stay as they are, which costs space but not correctness.
 */
const PERIODS = [1, 4, 16, 64, 64] as const;

/**
 * Finds repetitions in which each call's offset grows by a fixed step: `pread64 @0`, `@4096`, `@8192` … The result
 * represents exactly the same calls. Leftmost first, then the stretch that covers most, so that the same calls always
 * give the same loops.
 *
 * @param shapes what each call is, apart from its offset
 * @param offsets bytes; 0 if the call has none
 */
export function findLoops(shapes: Int32Array, offsets: Float64Array): LoopPart[] {
  const calls = new CallList(shapes, offsets);
  let list: Repeatable = calls;
  let parts: LoopPart[] | null = null;
  for (const longest of PERIODS) {
    const next: LoopPart[] = findOnce(list, longest);
    // Without loops, another pass over the numbers in their columns is quicker than over as many objects.
    if (next.length === list.length) continue;
    parts = next;
    list = new PartList(next);
  }
  return parts ?? findOnce(calls, 0);
}

/** What may repeat: calls, or what an earlier pass made from them. */
type Repeatable = {
  readonly length: number;
  /** Equal for elements that are the same, offsets aside. */
  readonly signature: Int32Array;
  /** Whether the offsets move from element `from` to `from + period` as they do from `at` to `at + period`. */
  readonly stepsAlike: (from: number, at: number, period: number) => boolean;
  /** Whether the offsets of an element are those of the one `period` further on. */
  readonly stands: (at: number, period: number) => boolean;
  /** Lines that an element takes. */
  readonly lines: (at: number) => number;
  readonly part: (at: number) => LoopPart;
  /** The element with the step to the one `period` further on. */
  readonly stepped: (at: number, period: number) => LoopPart;
};

function findOnce(list: Repeatable, longest: number): LoopPart[] {
  const parts: LoopPart[] = [];
  for (let at = 0; at < list.length; ) {
    const best = bestRepetition(list, at, longest);
    if (best === null) {
      parts.push(list.part(at++));
      continue;
    }
    const body = Array.from({ length: best.period }, (_, i) => list.stepped(at + i, best.period));
    parts.push({ kind: "loop", count: best.count, body });
    at += best.period * best.count;
  }
  return parts;
}

type Repetition = { readonly period: number; readonly count: number; readonly saved: number };

function bestRepetition(list: Repeatable, at: number, longest: number): Repetition | null {
  let best: Repetition | null = null;
  for (let period = 1; period <= longest && at + 2 * period <= list.length; period++) {
    // What repeats in one step also repeats in two.
    if (best !== null && period % best.period === 0) continue;
    const count = repetitions(list, at, period);
    if (count < 2) continue;
    let lines = 0;
    for (let i = 0; i < period; i++) lines += list.lines(at + i);
    const saved = lines * (count - 1) - (lines === 1 ? 0 : 1);
    // Two repetitions are easier to read than a loop of two, unless they are long and identical.
    if (saved < 2 || (count === 2 && (lines < 8 || !isCopy(list, at, period)))) continue;
    if (best === null || saved > best.saved) best = { period, count, saved };
  }
  return best;
}

function repetitions(list: Repeatable, at: number, period: number): number {
  const { signature, length } = list;
  const second = at + period;
  const third = second + period;
  if (signature[second] !== signature[at]) return 0;
  // Any two calls at random offsets are some step apart. Most stretches are ruled out by their first call.
  const goesOn = third < length && signature[third] === signature[at] && list.stepsAlike(at, second, period);
  if (!goesOn && !list.stands(at, period)) return 0;
  let next = second;
  while (next < length && signature[next] === signature[next - period]) {
    if (next - at >= 2 * period && !list.stepsAlike(at + ((next - at) % period), next - period, period))
      break;
    next++;
  }
  return Math.floor((next - at) / period);
}

/** Whether a stretch repeats with the same offsets. */
function isCopy(list: Repeatable, at: number, period: number): boolean {
  for (let i = 0; i < period; i++) if (!list.stands(at + i, period)) return false;
  return true;
}

class CallList implements Repeatable {
  readonly signature: Int32Array;
  readonly #offsets: Float64Array;

  constructor(shapes: Int32Array, offsets: Float64Array) {
    this.signature = shapes;
    this.#offsets = offsets;
  }

  get length(): number {
    return this.signature.length;
  }

  stepsAlike = (from: number, at: number, period: number): boolean => {
    return this.#step(from, period) === this.#step(at, period);
  };

  stands = (at: number, period: number): boolean => this.#step(at, period) === 0;

  lines = (): number => 1;

  part = (at: number): LoopPart => this.#call(at, []);

  stepped = (at: number, period: number): LoopPart => this.#call(at, [this.#step(at, period)]);

  #step(at: number, period: number): number {
    return (this.#offsets[at + period] as number) - (this.#offsets[at] as number); // both are in range
  }

  #call(at: number, strides: readonly number[]): LoopPart {
    return {
      kind: "call",
      shape: this.signature[at] as number,
      offset: this.#offsets[at] as number,
      strides,
    }; // in range
  }
}

class PartList implements Repeatable {
  readonly signature: Int32Array;
  readonly #parts: readonly LoopPart[];

  /** Offset of the first call of each element: if that does not fit, the others need not be checked. */
  readonly #first: Float64Array;

  constructor(parts: readonly LoopPart[]) {
    this.#parts = parts;
    this.#first = Float64Array.from(parts, firstOffset);
    const numbers = new Map<string | number, number>();
    this.signature = Int32Array.from(parts, (part) => {
      const isPlain = part.kind === "call" && part.strides.length === 0;
      const key = isPlain ? part.shape : signatureOf(part);
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
  }

  get length(): number {
    return this.#parts.length;
  }

  stepsAlike = (from: number, at: number, period: number): boolean => {
    if (this.#firstStep(from, period) !== this.#firstStep(at, period)) return false;
    if (this.part(at).kind === "call") return true;
    const one = this.#steps(from, period);
    const other = this.#steps(at, period);
    return one.every((step, i) => step === other[i]);
  };

  stands = (at: number, period: number): boolean => {
    if (this.#firstStep(at, period) !== 0) return false;
    return this.part(at).kind === "call" || this.#steps(at, period).every((step) => step === 0);
  };

  lines = (at: number): number => linesOf(this.#parts[at] as LoopPart); // in range

  part = (at: number): LoopPart => this.#parts[at] as LoopPart; // in range

  stepped = (at: number, period: number): LoopPart => {
    const steps = this.#steps(at, period);
    let next = 0;
    const withStep = (part: LoopPart): LoopPart =>
      part.kind === "call"
        ? { ...part, strides: [...part.strides, steps[next++] as number] } // one step a call
        : { ...part, body: part.body.map(withStep) };
    return withStep(this.part(at));
  };

  #firstStep(at: number, period: number): number {
    return (this.#first[at + period] as number) - (this.#first[at] as number); // both are in range
  }

  #steps(at: number, period: number): number[] {
    const later = callsOf(this.part(at + period));
    return callsOf(this.part(at)).map((call, i) => (later[i]?.offset ?? 0) - call.offset);
  }
}

type CallPart = LoopPart & { readonly kind: "call" };

function firstOffset(part: LoopPart): number {
  if (part.kind === "call") return part.offset;
  const [first] = part.body;
  return first === undefined ? 0 : firstOffset(first);
}

function callsOf(part: LoopPart): CallPart[] {
  return part.kind === "call" ? [part] : part.body.flatMap(callsOf);
}

function signatureOf(part: LoopPart): string {
  if (part.kind === "call") return `${part.shape}+${part.strides.join("+")}`;
  return `${part.count}(${part.body.map(signatureOf).join()})`;
}

/** A loop of one call is one line; any other has a line above it. */
export function linesOf(part: LoopPart): number {
  if (part.kind === "call") return 1;
  const lines = part.body.reduce((sum, part) => sum + linesOf(part), 0);
  return isOneLine(part) ? 1 : lines + 1;
}

/** `pread64 … ×2000 +4096`: the call repeated by itself. */
export function isOneLine(part: LoopPart): boolean {
  return part.kind === "loop" && part.body.length === 1 && part.body[0]?.kind === "call";
}
