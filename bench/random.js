/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, the same numbers from the same seed everywhere. */
export class Random {
  #state;

  constructor(...seeds) {
    this.#state = 0x9e3779b9;
    for (const seed of seeds) this.#state = mix(this.#state ^ seed);
  }

  uint32() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return mix(this.#state);
  }

  /** From 0 up to but not including `limit`. */
  below(limit) {
    return Math.floor((this.uint32() / 2 ** 32) * limit);
  }

  chance(probability) {
    return this.uint32() / 2 ** 32 < probability;
  }

  /** Logarithms are normal with mean ln(median) and the given deviation (Box and Muller). */
  lognormal(median, deviation) {
    const radius = Math.sqrt(-2 * Math.log((this.uint32() + 1) / (2 ** 32 + 1)));
    return median * Math.exp(deviation * radius * Math.cos((2 * Math.PI * this.uint32()) / 2 ** 32));
  }
}

/** Spreads the bits of a number over 32. */
export function mix(value) {
  let bits = Math.imul(value ^ (value >>> 15), value | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return (bits ^ (bits >>> 14)) >>> 0;
}
