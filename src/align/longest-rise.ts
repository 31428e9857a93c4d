// Casts in this file: indexes are below the length of the columns they index.

/**
 * Indexes of a longest strictly rising subsequence, by patience sorting (C. Schensted, "Longest increasing and
 * decreasing subsequences", 1961). O(n log n); O(n) if the values already rise.
 */
export function longestRise(values: Int32Array): Int32Array {
  /** By length - 1: the index of the smallest value that ends a rise of that length. */
  const ends = new Int32Array(values.length);
  /** The index before this one in the rise that ends here; -1 at its start. */
  const previous = new Int32Array(values.length);
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    let low = length;
    if (length > 0 && (values[ends[length - 1] as number] as number) >= value) {
      low = 0;
      let high = length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((values[ends[middle] as number] as number) < value) low = middle + 1;
        else high = middle;
      }
    }
    previous[i] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = i;
    if (low === length) length++;
  }

  const rise = new Int32Array(length);
  let index = length === 0 ? -1 : (ends[length - 1] as number);
  for (let place = length - 1; place >= 0; place--) {
    rise[place] = index;
    index = previous[index] as number;
  }
  return rise;
}
