import type { Reason } from "../compare/comparison.ts";
import type { Undecided } from "../compare/timing.ts";
import { counted } from "./format-number.ts";

type DriftReason = Extract<Reason, { readonly kind: "drift-beyond" | "drift-undecided" }>;

/** What a limit on drift came to. */
export function driftSentence(reason: DriftReason): string {
  if (reason.kind === "drift-beyond") {
    return `latency rose beyond ${reason.limit} in ${counted(reason.groups, "group")}`;
  }
  return `--max-drift ${reason.limit} cannot be judged: ${undecidedWords(reason.why)}`;
}

function undecidedWords(why: Undecided): string {
  switch (why.kind) {
    case "no-latency":
      return "there are no latencies to compare";
    case "few-runs": {
      const runs = `${counted(why.runs.before, "run")} before and ${why.runs.after} after`;
      return `${runs} cannot tell the code from the machine (record ${why.needed} or more a side, or give --accept-single-run)`;
    }
    case "few-calls":
      return "no group has enough calls";
    default:
      return why satisfies never;
  }
}
