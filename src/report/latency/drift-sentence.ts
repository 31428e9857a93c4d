import type { Comparison, LatencyGroup, Reason } from "../../result/comparison.ts";
import type { Undecided } from "../../result/timing.ts";
import { counted } from "../layout/format-number.ts";

type DriftReason = Extract<Reason, { readonly kind: "drift-beyond" | "drift-undecided" }>;

/** The outcome of a limit on drift. */
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
      return `${runs} cannot tell the code from the machine (record ${why.needed} or more a side, or pass --accept-single-run)`;
    }
    case "few-calls":
      return "no group has enough calls";
    default:
      return why satisfies never;
  }
}

/** Whether latency, or the time between calls, moved by more than the runs of a side differ from each other. */
export function driftedSentence({ latency }: Comparison): string {
  const drifted = latency.groups.filter(hasDrifted).length;
  const all = counted(latency.groups.length, "group");
  const idle = latency.idle.filter(hasDrifted).length;
  const between = idle === 0 ? "" : `; time between calls drifted in ${idle} of ${latency.idle.length}`;
  if (drifted === 0) return `latency is steady: within the noise of the runs in ${all}${between}`;
  const common = latency.common?.all === true ? ", by a common shift" : "";
  return `latency drifted beyond the noise of the runs in ${drifted} of ${all}${common}${between}`;
}

function hasDrifted({ drift }: LatencyGroup): boolean {
  return drift?.some(({ kind }) => kind === "outside-noise") ?? false;
}
