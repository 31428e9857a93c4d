/** As in diff(1), cmp(1) and grep(1); 3 is ours: the same pattern, but latency drifted beyond the limit. */
export const ExitCode = { same: 0, different: 1, trouble: 2, drifted: 3 } as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
