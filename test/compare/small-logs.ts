import type { Change, Comparison, Order } from "../../src/result/comparison.ts";

export const read = (
  thread: number,
  offset: number,
  size = 4096,
  fd = 3,
  result: string | number = size,
): string => `${thread} pread64(${fd}, "x"..., ${size}, ${offset}) = ${result} <0.000010>`;

export const held = ({ verdict }: Comparison): Order[] =>
  (Object.keys(verdict.holds) as Order[]).filter((order) => verdict.holds[order]);

/** Kind and lines of both sides, `-` for none: `resized 3:4`. */
export const described = (comparison: Comparison): string[] =>
  Array.from(comparison.changes(), (change: Change) => {
    const lines = (records: Change["before"]): string => records.map(({ line }) => line).join(",") || "-";
    return `${change.kind} ${lines(change.before)}:${lines(change.after)}`;
  });

export const ALL: readonly Order[] = ["total", "thread", "file", "stream", "set"];

export const base: readonly string[] = [
  read(1, 0),
  read(1, 4096),
  read(1, 8192),
  read(1, 12288),
  read(1, 16384),
];
