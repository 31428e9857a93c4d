/** `8 9 11–17`: ascending numbers, three or more in a row as a range. */
export function compactNumbers(numbers: readonly number[], range: string): string[] {
  const sorted = [...numbers].sort((one, other) => one - other);
  const parts: string[] = [];
  for (let start = 0; start < sorted.length; ) {
    const first = sorted[start] ?? 0;
    let end = start + 1;
    while (sorted[end] === first + end - start) end++;
    const last = sorted[end - 1] ?? first;
    if (end - start >= 3) parts.push(`${first}${range}${last}`);
    else parts.push(...sorted.slice(start, end).map(String));
    start = end;
  }
  return parts;
}
