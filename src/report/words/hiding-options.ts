import type { CompareOptions } from "../../result/comparison.ts";

type Hiding = Pick<CompareOptions, "calls" | "callsBy" | "paths" | "threads">;

/** The options that leave calls out: `--calls`, `--kind and --path`. */
export function hidingOptions({ calls, callsBy = ["--calls"], paths, threads }: Hiding): string {
  const options = [
    ...(calls === null ? [] : callsBy),
    ...(paths === undefined ? [] : ["--path"]),
    ...(threads === undefined ? [] : ["--thread"]),
  ];
  return options.join(", ").replace(/, (?=[^,]*$)/, " and ");
}
