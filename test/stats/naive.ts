// Textbook definitions, spelled out: slow, and as different as can be from what src/stats does.

export const ascending = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);

/** Mean rank of each value among all, from 1. */
export function midranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const smaller = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return smaller + (equal + 1) / 2;
  });
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Two-sided signed-rank p by trying all signs; zeros ranked, then left out (Pratt). */
export function signedRankByEnumeration(differences: readonly number[]): {
  readonly above: number;
  readonly below: number;
  readonly p: number;
} {
  const ranks = midranks(differences.map(Math.abs));
  const kept = ranks.filter((_, i) => differences[i] !== 0);
  const above = sum(ranks.filter((_, i) => (differences[i] ?? 0) > 0));
  const below = sum(ranks.filter((_, i) => (differences[i] ?? 0) < 0));
  let atMost = 0;
  let atLeast = 0;
  for (let signs = 0; signs < 2 ** kept.length; signs++) {
    const one = sum(kept.filter((_, i) => (signs >> i) % 2 === 1));
    if (one <= above) atMost++;
    if (one >= above) atLeast++;
  }
  return { above, below, p: Math.min(1, (2 * Math.min(atMost, atLeast)) / 2 ** kept.length) };
}

/** Two-sided rank-sum p by trying all ways to deal the values to the two sides. */
export function rankSumByEnumeration(before: readonly number[], after: readonly number[]): number {
  const ranks = midranks([...before, ...after]);
  const observed = sum(ranks.slice(before.length));
  let [all, atMost, atLeast] = [0, 0, 0];
  for (let dealt = 0; dealt < 2 ** ranks.length; dealt++) {
    const chosen = ranks.filter((_, i) => (dealt >> i) % 2 === 1);
    if (chosen.length !== after.length) continue;
    all++;
    if (sum(chosen) <= observed) atMost++;
    if (sum(chosen) >= observed) atLeast++;
  }
  return Math.min(1, (2 * Math.min(atMost, atLeast)) / all);
}

/**
 * C(n, k) q^k (1 - q)^(n - k) for k from 0 to n, with q = share / 1000, as exact whole numbers over 1000^n.
 */
export function binomialNumerators(n: number, share: number): bigint[] {
  const terms: bigint[] = [];
  let ways = 1n;
  for (let k = 0; k <= n; k++) {
    terms.push(ways * BigInt(share) ** BigInt(k) * BigInt(1000 - share) ** BigInt(n - k));
    ways = (ways * BigInt(n - k)) / BigInt(k + 1);
  }
  return terms;
}
