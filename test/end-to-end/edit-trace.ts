/**
 * Edits of one call in the text of a trace, made without the parser: by line and with plain patterns, on calls that
 * leave no doubt.
 */

/** A `pread64` or `pwrite64` as found in the lines of a trace; `start` and `end` are indices of lines. */
export type FoundCall = {
  readonly thread: string;
  readonly start: number;
  /** Where the call completes: another line than `start` when the call was cut in two. */
  readonly end: number;
  /** Descriptor, size and offset. */
  readonly request: string;
};

export type Edit = "removed" | "added" | "resized" | "shifted" | "result";

export type EditedTrace = {
  readonly lines: readonly string[];
  /** 1-based lines on which the changed call starts, of the trace as it was and as it is now. */
  readonly at: { readonly before: number | null; readonly after: number | null };
};

// "[pid 5872] 10:52:15 ", "5407  1796035923.052356 ", "10:52:02 ", ""
const LEADER = /^(?:\[pid +(\d+)\] |(\d+) +)?(?:\d[\d:.]+ )?/;
const WHOLE =
  /^p(?:read|write)64\(([^,"]+), "(?:[^"\\]|\\.)*"(?:\.\.\.)?, (\d+), (\d+)\) += ([1-9]\d*)(?: \([A-Z: a-z]+\))*(?: <[\d.]+>)?$/;
const SIZE_AND_OFFSET = /, (\d+), (\d+)(?=\) += | <unfinished \.\.\.>)/;

/** Calls in the order of their starts. Those that return nothing, or that foreign text cuts, are left out. */
export function findCalls(lines: readonly string[]): FoundCall[] {
  const found: FoundCall[] = [];
  const open = new Map<string, { readonly start: number; readonly text: string }>();
  for (const [index, line] of lines.entries()) {
    const leader = LEADER.exec(line);
    const thread = leader?.[1] ?? leader?.[2] ?? "";
    const body = line.slice(leader?.[0].length);
    if (body.endsWith(" <unfinished ...>")) {
      open.set(thread, { start: index, text: body.slice(0, -" <unfinished ...>".length) });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(body);
    const half = resumed === null ? undefined : open.get(thread);
    open.delete(thread);
    if (resumed !== null && half === undefined) continue;
    const call = WHOLE.exec(half === undefined ? body : half.text + resumed?.[1]);
    if (call === null) continue;
    found.push({ thread, start: half?.start ?? index, end: index, request: call.slice(1, 4).join(" ") });
  }
  return found.sort((one, other) => one.start - other.start);
}

/**
 * Calls that are known by their place: unlike the ones that their thread makes just before and after, and in a thread
 * that does not do exactly what another one does.
 */
export function unmistakable(calls: readonly FoundCall[]): FoundCall[] {
  const byThread = new Map<string, FoundCall[]>();
  for (const call of calls) {
    const own = byThread.get(call.thread);
    if (own === undefined) byThread.set(call.thread, [call]);
    else own.push(call);
  }
  const wholes = Array.from(byThread.values(), wholeOf);
  return Array.from(byThread.values())
    .filter((own) => wholes.filter((whole) => whole === wholeOf(own)).length === 1)
    .flatMap((own) => own.filter((call, at) => !isLike(call, own[at - 1]) && !isLike(call, own[at + 1])))
    .sort((one, other) => one.start - other.start);
}

const wholeOf = (calls: readonly FoundCall[]): string => calls.map(({ request }) => request).join("\n");
const isLike = (call: FoundCall, other: FoundCall | undefined): boolean => other?.request === call.request;

export function editCall(lines: readonly string[], { start, end }: FoundCall, edit: Edit): EditedTrace {
  const edited = lines.slice();
  const at = { before: start + 1, after: start + 1 };
  const change = (index: number, pattern: RegExp, text: (...groups: string[]) => string): void => {
    edited[index] = (edited[index] ?? "").replace(pattern, text);
  };
  switch (edit) {
    case "removed":
      return {
        lines: lines.filter((_, index) => index !== start && index !== end),
        at: { ...at, after: null },
      };
    case "added":
      edited.splice(end + 1, 0, otherCall(lines[start] ?? "", lines[end] ?? ""));
      return { lines: edited, at: { before: null, after: end + 2 } };
    case "resized":
      for (const index of new Set([start, end])) {
        change(index, SIZE_AND_OFFSET, (_, size, offset) => `, ${Number(size) + 1000}, ${offset}`);
      }
      return { lines: edited, at };
    case "shifted":
      for (const index of new Set([start, end])) {
        change(index, SIZE_AND_OFFSET, (_, size, offset) => `, ${size}, ${Number(offset) + 1_000_000_003}`);
      }
      return { lines: edited, at };
    case "result":
      change(end, /(\) += )(\d+)/, (_, equals, result) => `${equals}${Number(result) - 1}`);
      return { lines: edited, at };
    default:
      return edit satisfies never;
  }
}

/** A read by the same thread, of the same file, where no call of a trace reads. */
function otherCall(startLine: string, endLine: string): string {
  const leader = LEADER.exec(endLine)?.[0] ?? "";
  const fd = /\(([^,]+?)(?:,| <unfinished)/.exec(startLine)?.[1] ?? "";
  const latency = / <[\d.]+>$/.exec(endLine)?.[0] ?? "";
  return `${leader}pread64(${fd}, "1234567", 7, 2000000011) = 7${latency}`;
}
