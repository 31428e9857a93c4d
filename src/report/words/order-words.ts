import { type Comparison, ORDERS, type Order, type Verdict } from "../../result/comparison.ts";

/** How calls are ordered if a level holds: "60 of 60 calls match, in order per thread". */
export function orderWords(order: Order): string {
  switch (order) {
    case "total":
      return "in order over all threads";
    case "thread":
      return "in order per thread";
    case "file":
      return "in order per file";
    case "stream":
      return "in order per thread and file";
    case "set":
      return "in any order";
    default:
      return order satisfies never;
  }
}

/** What is true if the strongest level that holds is weaker than the required one. */
export function weakerWords(order: Order, { verdict, before, after }: Comparison): string {
  switch (order) {
    case "total":
      return "the same I/O in the same order";
    case "thread":
      return "the same I/O in each thread, only interleaved differently";
    case "file":
      // Where each thread's use of each file is the same too, or there is one thread, no call went to another.
      return verdict.holds.stream || Math.max(before.threads, after.threads) < 2
        ? "the same I/O in another order: each file sees the same sequence"
        : "the same I/O, issued by other threads: each file sees the same sequence";
    case "stream":
      return "the same I/O, only in another order between files";
    case "set":
      return "the same calls, only in another order";
    default:
      return order satisfies never;
  }
}

export function strongestOrder(verdict: Verdict): Order | null {
  return ORDERS.find((order) => verdict.holds[order]) ?? null;
}
