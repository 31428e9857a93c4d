const { TEST_SCALE = "0.1" } = process.env;

/**
 * How many cases tests that try many of them try: a tenth while at work, all of them in CI (TEST_SCALE=1), and
 * more than that to look further (TEST_SCALE=100).
 */
const SCALE = Number(TEST_SCALE);
if (!(SCALE > 0)) throw new Error(`TEST_SCALE is to be a number above 0, not ${TEST_SCALE}`);

/** The number of cases to try of a test that tries so many in CI: `fc.assert(…, { numRuns: scaled(500) })`. */
export function scaled(count: number): number {
  return Math.ceil(count * SCALE);
}

/**
 * The items that a test looks at which looks at all of them in CI: a tenth, from all over the list. Tests that look at
 * one list in turns give their number as `shift`, so that each looks at others.
 */
export function sampled<Item>(items: readonly Item[], shift = 0): readonly Item[] {
  const step = Math.max(1, 1 / SCALE);
  return items.filter((_, at) => Math.floor((at + shift) / step) !== Math.floor((at + shift - 1) / step));
}
