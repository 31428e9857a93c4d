import type { Grammar } from "../../grammar/grammar.ts";
import { suggest } from "../../input/suggest.ts";
import { UserError } from "../../input/user-error.ts";
import { COMPARED_KINDS } from "./option-table.ts";
import type { RawArguments } from "./parse-arguments.ts";
import { selectCalls } from "./select-calls.ts";

/** The value of an option that counts once: the last one given. */
export function last(raw: RawArguments, name: string): string | undefined {
  return raw.values.get(name)?.at(-1);
}

/** All values of an option, those separated by commas too. */
export function listOf(raw: RawArguments, name: string): string[] {
  return (raw.values.get(name) ?? []).flatMap((value) => value.split(","));
}

/** The canonical names that --calls and --kind select; null for all. */
export function callsOf(raw: RawArguments, grammar: Grammar): string[] | null {
  const items = listOf(raw, "calls");
  const kinds = listOf(raw, "kind").map((kind) => oneOf("kind", COMPARED_KINDS, kind));
  if (kinds.length === 0) return items.length === 0 ? null : selectCalls(items, grammar);
  const ofKind = selectCalls(kinds, grammar);
  if (items.length === 0) return ofKind;
  const both = selectCalls(items, grammar).filter((name) => ofKind.includes(name));
  if (both.length > 0) return both;
  throw new UserError(`no call of --calls ${items.join(",")} is of --kind ${kinds.join(",")}`);
}

export function oneOf<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  value: string,
): Choice {
  const choice = choices.find((known) => known === value);
  if (choice !== undefined) return choice;
  const close = suggest(value, choices);
  throw new UserError(
    `--${option} cannot be ${value === "" ? "empty" : value}`,
    close === undefined ? `it is one of ${choices.join(", ")}` : `did you mean ${close}?`,
  );
}

export function wholeNumber(option: string, value: string, limit: number): number {
  if (!/^\d+$/.test(value)) {
    throw new UserError(`--${option} takes a whole number, not ${value}`, `as in --${option} 3`);
  }
  return Math.min(Number(value), limit);
}

/** `0.5%` as 0.005. A bare number could mean lines as well as percent, so only 0 may go without its sign. */
export function share(option: string, value: string): number {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(value);
  const percent = Number(match?.[1]);
  if (match === null || percent > 100 || (match[2] === "" && percent !== 0)) {
    throw new UserError(`--${option} takes a percentage up to 100%, not ${value}`, `as in --${option} 0.5%`);
  }
  return percent / 100;
}
