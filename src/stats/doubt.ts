/** Why a number may mean less than it seems. Doubts are values; reports word them. */
export type Doubt =
  /** The sum of latencies cannot tell the code from the machine with one run a side. */
  | { readonly kind: "one-run-a-side" }
  /** Most latencies are within a few steps of the clock that strace printed them with. */
  | { readonly kind: "clock-resolution"; readonly resolution: number }
  | { readonly kind: "few-samples"; readonly count: number; readonly needed: number }
  /** This share of the pairs has no difference at all. */
  | { readonly kind: "heavy-ties"; readonly share: number }
  | { readonly kind: "no-latency"; readonly side: "before" | "after" | "both" };
