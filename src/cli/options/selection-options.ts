import { UserError } from "../../input/user-error.ts";
import { regularExpression } from "../../library/regular-expression.ts";
import type { CompareOptions, PathMapping, Selection } from "../../result/comparison.ts";
import { listOf } from "./option-values.ts";
import type { RawArguments } from "./parse-arguments.ts";

/** --path and --thread; members that were not given are left out. */
export function selectionOf(raw: RawArguments): Selection {
  const paths = raw.values.get("path");
  const threads = listOf(raw, "thread");
  return {
    ...(paths === undefined ? {} : { paths: paths.map((pattern) => regularExpression("--path", pattern)) }),
    ...(threads.length === 0 ? {} : { threads: threads.map(threadId) }),
  };
}

/** Which options select the calls to look at; left out if that is --calls alone, or none. */
export function callsByOf({ values }: RawArguments): Pick<CompareOptions, "callsBy"> {
  if (!values.has("kind")) return {};
  return { callsBy: values.has("calls") ? ["--calls", "--kind"] : ["--kind"] };
}

/** --map-path from=to, repeatable, and --exact-paths. */
export function mappingOf(raw: RawArguments): Pick<CompareOptions, "mapPath" | "exactPaths"> {
  const values = raw.values.get("map-path");
  return {
    ...(values === undefined ? {} : { mapPath: values.map(mapping) }),
    ...(raw.values.has("exact-paths") ? { exactPaths: true } : {}),
  };
}

function mapping(value: string): PathMapping {
  const equals = value.indexOf("=");
  if (equals < 1) {
    throw new UserError(
      `--map-path takes from=to, not ${value}`,
      "as in --map-path '^/build-[0-9]+/=/build/'",
    );
  }
  return { from: regularExpression("--map-path", value.slice(0, equals)), to: value.slice(equals + 1) };
}

function threadId(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new UserError(`--thread takes the ids of threads, not ${value}`, "as in --thread 1444170,1501089");
}
