import type { Grammar } from "../../grammar/grammar.ts";
import { UserError } from "../../input/user-error.ts";
import { choiceOf } from "../../library/choice-of.ts";
import { COMPARED_KINDS, selectCalls } from "../../library/select-calls.ts";
import type { RawArguments } from "./parse-arguments.ts";

/** The value of an option that counts once: the last one given. */
export function last(raw: RawArguments, name: string): string | undefined {
  return raw.values.get(name)?.at(-1);
}

/** All values of an option, including those separated by commas. */
export function listOf(raw: RawArguments, name: string): string[] {
  return (raw.values.get(name) ?? []).flatMap((value) => value.split(","));
}

/** The canonical names that --calls and --kind select; null for all. */
export function callsOf(raw: RawArguments, grammar: Grammar): string[] | null {
  const items = listOf(raw, "calls");
  const kinds = listOf(raw, "kind").map((kind) => oneOf("kind", COMPARED_KINDS, kind));
  if (kinds.length === 0) return items.length === 0 ? null : selectCalls("--calls", items, grammar);
  const ofKind = selectCalls("--kind", kinds, grammar);
  if (items.length === 0) return ofKind;
  const both = selectCalls("--calls", items, grammar).filter((name) => ofKind.includes(name));
  if (both.length > 0) return both;
  throw new UserError(`no call of --calls ${items.join(",")} is of kind ${kinds.join(",")}`);
}

export function oneOf<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  value: string,
): Choice {
  return choiceOf(`--${option}`, choices, value);
}

export function wholeNumber(option: string, value: string, limit: number): number {
  if (!/^\d+$/.test(value)) {
    throw new UserError(`--${option} takes a whole number, not ${value}`, `as in --${option} 3`);
  }
  return Math.min(Number(value), limit);
}

/** `0.5%` as 0.005. A bare number could mean lines as well as percent, so only 0 may go without a sign. */
export function share(option: string, value: string): number {
  const match = /^(\d+(?:\.\d+)?)(%?)$/.exec(value);
  const percent = Number(match?.[1]);
  if (match === null || percent > 100 || (match[2] === "" && percent !== 0)) {
    throw new UserError(`--${option} takes a percentage up to 100%, not ${value}`, `as in --${option} 0.5%`);
  }
  return percent / 100;
}
