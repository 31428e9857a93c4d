import type { TraceView } from "../view/trace-view.ts";

/** `syscall_334`, `syscall_0x14e`, `???`: strace itself does not know the name. */
const UNNAMED = /^(?:syscall_\w+|\?+)$/;

/** Names of calls, as printed, that are neither compared nor known to be something else. */
export function unknownCalls({ trace, grammar }: TraceView): readonly string[] {
  return Object.keys(trace.otherCalls).filter((printed) => {
    const name = printed.replace(/^64:|#64$/g, "");
    return !grammar.otherNames.has(name) && !UNNAMED.test(name);
  });
}
