/**
 * The value at a rank, counted from 1 to the length, in expected linear time: FIND (Hoare, Communications of the ACM 4,
 * 1961). Puts the values into another order.
 */
export function selectRank(values: Float64Array, rank: number): number {
  const wanted = rank - 1;
  let first = 0;
  let last = values.length - 1;
  while (first < last) {
    const pivot = values[(first + last) >>> 1] as number; // indexes are between first and last
    let low = first;
    let high = last;
    while (low <= high) {
      while ((values[low] as number) < pivot) low++;
      while ((values[high] as number) > pivot) high--;
      if (low > high) break;
      const value = values[low] as number;
      values[low++] = values[high] as number;
      values[high--] = value;
    }
    // what lies between the two equals the pivot
    if (wanted <= high) last = high;
    else if (wanted >= low) first = low;
    else break;
  }
  return values[wanted] as number;
}
