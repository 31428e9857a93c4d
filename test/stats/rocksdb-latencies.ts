/**
 * Latencies in microseconds of the 60 pread64 calls that RocksDB's pull request 5431 published, before and
 * after: first the calls of thread 1444170 → 1501089, then those of 1444169 → 1501088, each in the order of
 * the trace.
 */
const microseconds: { readonly before: readonly number[]; readonly after: readonly number[] } = {
  before: [
    84, 74, 94, 87, 88, 89, 86, 103, 70, 69, 59, 60, 86, 87, 69, 85, 68, 65, 76, 66, 69, 50, 64, 67, 97, 79,
    67, 95, 59, 51, 48, 51, 84, 79, 91, 80, 111, 75, 94, 77, 74, 63, 62, 58, 61, 59, 60, 64, 64, 58, 74, 72,
    71, 86, 88, 84, 63, 70, 59, 65,
  ],
  after: [
    56, 62, 72, 95, 90, 78, 69, 88, 120, 85, 65, 67, 90, 70, 84, 90, 94, 55, 88, 84, 93, 79, 65, 84, 83, 43,
    63, 55, 75, 70, 78, 62, 82, 70, 128, 89, 89, 61, 260, 92, 96, 86, 94, 88, 94, 82, 83, 75, 181, 69, 69, 81,
    72, 74, 69, 74, 93, 68, 131, 82,
  ],
};

export const rocksdb: { readonly before: Float64Array; readonly after: Float64Array } = {
  before: Float64Array.from(microseconds.before, (latency) => latency * 1000),
  after: Float64Array.from(microseconds.after, (latency) => latency * 1000),
};
