import { expect, test } from "vitest";
import { callsOf } from "../../src/cli/options/option-values.ts";
import type { RawArguments } from "../../src/cli/options/parse-arguments.ts";
import { mappingOf, selectionOf } from "../../src/cli/options/selection-options.ts";
import { UserError } from "../../src/input/user-error.ts";
import { grammar } from "../support/trace-of.ts";

const raw = (values: Record<string, string[]>): RawArguments => ({
  command: "compare",
  operands: [],
  values: new Map(Object.entries(values)),
});

test("what was not given is left out", () => {
  expect({ ...selectionOf(raw({})), ...mappingOf(raw({})) }).toEqual({});
});

test("patterns are taken whole, thread ids by commas", () => {
  expect(selectionOf(raw({ path: ["a{1,2}", "b"], thread: ["1,2", "3"] }))).toEqual({
    paths: ["a{1,2}", "b"],
    threads: [1, 2, 3],
  });
});

test("a mapping is cut at its first equals sign and may map to nothing", () => {
  expect(mappingOf(raw({ "map-path": ["^/a=/b=c", "^/x="] }))).toEqual({
    mapPath: [
      { from: "^/a", to: "/b=c" },
      { from: "^/x", to: "" },
    ],
  });
});

test.each([
  ["path", "["],
  ["map-path", "(=x"],
  ["map-path", "no equals sign"],
  ["map-path", "=x"],
  ["thread", "main"],
])("--%s %s is a usage error that names the option", (option, value) => {
  const values = raw({ [option]: [value] });
  expect(() => ({ ...selectionOf(values), ...mappingOf(values) })).toThrow(UserError);
  expect(() => ({ ...selectionOf(values), ...mappingOf(values) })).toThrow(`--${option}`);
});

test("--kind takes the calls of kinds, with --calls those of both", () => {
  expect(callsOf(raw({ kind: ["seek"] }), grammar)).toEqual(["lseek"]);
  expect(callsOf(raw({ kind: ["data"], calls: ["pread64,lseek"] }), grammar)).toEqual(["pread64"]);
  expect(() => callsOf(raw({ kind: ["sync"], calls: ["pread64"] }), grammar)).toThrow(UserError);
  expect(() => callsOf(raw({ kind: ["dta"] }), grammar)).toThrow("--kind");
});
