import type { Comparison } from "../../result/comparison.ts";

/**
 * How many calls the changes are about. A resized pair is one changed call; a whole added or removed thread is
 * one change, but as many calls as it has.
 */
export function changedCalls(comparison: Comparison): number {
  const changes = Object.values(comparison.changeCounts).reduce((sum, count) => sum + count, 0);
  const whole = comparison.threads.filter((pair) => pair.before === null || pair.after === null);
  const wholeCalls = whole.reduce((sum, pair) => sum + pair.calls.before + pair.calls.after, 0);
  return changes - whole.length + wholeCalls;
}
