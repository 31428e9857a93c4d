import { NO_FILE } from "../identity/descriptor-table.ts";
import { ROLE_RUNGS } from "../identity/file-role.ts";
import type { Pairing } from "../pairing/pairing.ts";
import type { CompareOptions, Ignorable } from "../result/comparison.ts";
import { mapPair, type Pair, type Side } from "../trace/pair.ts";
import type { Row } from "../trace/table.ts";
import { inFlightName } from "../view/in-flight.ts";
import { type RequestInFlight, requestOf } from "../view/in-flight-records.ts";

/** Requests in flight on one side only, as rows of `InFlightView.calls.table`, and how many were on both. */
export type InFlightDifference = { readonly matched: number; readonly only: Pair<readonly Row[]> };

/** Requests of one call that are compared one by one; if there are more, only equal ones match. */
const MOST_PAIRS = 1_000_000;

/** One request and what its file is known as. */
type Request = RequestInFlight & {
  readonly row: Row;
  /** The number that paired files share; NO_FILE if the file is not known. */
  readonly file: number;
  readonly isPaired: boolean;
  readonly name: string | number | null;
};

/**
 * Compares the calls that never ended: only as requests, since they have no result, and in no order, since it is chance
 * which thread is last seen inside one.
 */
export function inFlightDifference(
  pairing: Pairing,
  options: Pick<CompareOptions, "ignore" | "mapPath" | "exactPaths">,
): InFlightDifference {
  const equality = new RequestEquality(options);
  const requests = mapPair(pairing.sides, (_, side) => requestsOf(pairing, side, equality));
  const waiting = new Map<string, Request[]>();
  for (const request of requests.after) {
    const key = equality.key(request);
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, [request]);
    else same.push(request);
  }
  const left = requests.before.filter((request) => waiting.get(equality.key(request))?.pop() === undefined);
  const others = [...waiting.values()].flat();
  const only = pairLoosely({ before: left, after: others }, equality);
  return { matched: requests.before.length - only.before.length, only };
}

/** What strace had not yet printed on one side may be the same: removes pairs that differ in nothing known. */
function pairLoosely(left: Pair<readonly Request[]>, equality: RequestEquality): Pair<readonly Row[]> {
  if (left.before.length * left.after.length > MOST_PAIRS) return mapPair(left, rowsOf);
  const after = [...left.after];
  const before = left.before.filter((request) => {
    const at = after.findIndex((other) => equality.mayBeSame(request, other));
    if (at !== -1) after.splice(at, 1);
    return at === -1;
  });
  return mapPair({ before, after }, rowsOf);
}

function rowsOf(requests: readonly Request[]): readonly Row[] {
  return requests.map(({ row }) => row).sort((x, y) => x - y);
}

function requestsOf({ sides, fileIds, files }: Pairing, side: Side, equality: RequestEquality): Request[] {
  const view = sides[side];
  const { inFlight } = view;
  if (inFlight === null) return [];
  return Array.from(inFlight.rows, (row): Request => {
    const on = inFlight.file[row] as number;
    const partner = on === NO_FILE ? NO_FILE : side === "before" ? files.after(on) : files.before(on);
    return {
      ...equality.counted(requestOf(view, inFlight, row)),
      row,
      file: on === NO_FILE ? NO_FILE : (fileIds[side][on] as number),
      isPaired: partner !== NO_FILE,
      name: inFlightName(view.trace, view.files, inFlight.calls, on, row),
    };
  });
}

/** Whether two requests are the same, by the same options as for calls that ended. */
class RequestEquality {
  readonly #ignore: ReadonlySet<Ignorable>;
  readonly #rename: (path: string) => string;
  readonly #exactPaths: boolean;

  constructor({
    ignore,
    mapPath = [],
    exactPaths = false,
  }: Pick<CompareOptions, "ignore" | "mapPath" | "exactPaths">) {
    this.#ignore = new Set(ignore);
    const mappings = mapPath.map(({ from, to }) => ({ from: new RegExp(from), to }));
    this.#rename = (path) => mappings.reduce((renamed, { from, to }) => renamed.replace(from, to), path);
    this.#exactPaths = exactPaths;
  }

  /** The request without what is ignored. */
  counted(request: RequestInFlight): RequestInFlight {
    const { size, offset, flags, secondOffset } = request;
    const hidesOffset = this.#ignore.has("offset");
    return {
      ...request,
      size: this.#ignore.has("size") ? null : size,
      offset: hidesOffset ? null : offset,
      flags: this.#ignore.has("flags") ? null : flags,
      secondOffset: hidesOffset ? null : secondOffset,
    };
  }

  /** Equal for requests that are known to be the same. */
  key({ call, file, offset, size, flags, secondOffset, name }: Request): string {
    const path = file === NO_FILE && typeof name === "string" ? name : "";
    return JSON.stringify([call, file, path, offset, size, flags, secondOffset]);
  }

  mayBeSame(one: Request, other: Request): boolean {
    const isSame = (own: string | null, theirs: string | null): boolean =>
      own === null || theirs === null || own === theirs;
    return (
      one.call === other.call &&
      isSame(one.offset, other.offset) &&
      isSame(one.size, other.size) &&
      isSame(one.flags, other.flags) &&
      isSame(one.secondOffset, other.secondOffset) &&
      this.#mayBeSameFile(one, other)
    );
  }

  #mayBeSameFile(one: Request, other: Request): boolean {
    if (one.file !== NO_FILE && one.file === other.file) return true;
    const names = [one.name, other.name];
    if (names.every((name) => this.#ignore.has(typeof name === "string" ? "path" : "fd"))) return true;
    // What completed calls show about the files counts more than their names.
    if (one.isPaired && other.isPaired) return false;
    const [before, after] = names;
    if (typeof before !== "string" || typeof after !== "string") return true;
    const rungs = this.#exactPaths ? [] : ROLE_RUNGS;
    return (
      before === after ||
      this.#rename(before) === this.#rename(after) ||
      rungs.some((role) => role(before) === role(after))
    );
  }
}
