import type { Trace } from "../trace/trace.ts";

/** A trace and how much text it was read from, after decompression. */
export type TraceReading = { readonly trace: Trace; readonly bytes: number };
