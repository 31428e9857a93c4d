import { CALL_KINDS, type CallSpec, type Grammar } from "../grammar/grammar.ts";
import { suggest } from "../input/suggest.ts";
import { UserError } from "../input/user-error.ts";

/** Process calls are read to follow threads and descriptors, but they are not I/O and never compared. */
export const COMPARED_KINDS: readonly string[] = CALL_KINDS.filter((kind) => kind !== "process");

/**
 * The canonical names that `data,!read` selects, in the order of the grammar. Items are call names, their
 * aliases, or kinds; `!` removes. A list that begins with `!` removes from all calls.
 *
 * @param option as the caller writes it: `--calls` on the command line, `calls` in a program
 * @throws UserError for names that no compared call has, and for lists that select nothing
 */
export function selectCalls(option: string, items: readonly string[], grammar: Grammar): string[] {
  const selected = new Set<CallSpec>();
  const compared = grammar.calls.filter((call) => COMPARED_KINDS.includes(call.kind));
  let removed: string | undefined;
  for (const [at, item] of items.entries()) {
    const negated = item.startsWith("!");
    if (negated && at === 0) for (const call of compared) selected.add(call);
    // strace's own !read,write leaves out both; here it would keep write, so it is refused rather than guessed.
    if (!negated && removed !== undefined) {
      throw new UserError(
        `${option}: ${item} follows ${removed}`,
        `to leave out both, write ${removed},!${item}`,
      );
    }
    if (negated) removed = item;
    for (const call of callsNamed(option, negated ? item.slice(1) : item, grammar, compared)) {
      if (negated) selected.delete(call);
      else selected.add(call);
    }
  }
  if (selected.size === 0) throw new UserError(`${option} ${items.join(",")} selects no call`);
  return compared.filter((call) => selected.has(call)).map((call) => call.name);
}

function callsNamed(
  option: string,
  name: string,
  grammar: Grammar,
  compared: readonly CallSpec[],
): readonly CallSpec[] {
  const ofKind = compared.filter((call) => call.kind === name);
  if (ofKind.length > 0) return ofKind;
  const call = grammar.calls[grammar.byName.get(name) ?? -1];
  if (call === undefined) throw unknownCall(option, name, grammar);
  if (!compared.includes(call)) {
    throw new UserError(
      `${option}: ${name} is not compared`,
      "calls about processes only serve to tell threads apart",
    );
  }
  return [call];
}

function unknownCall(option: string, name: string, grammar: Grammar): UserError {
  const close = suggest(name, [...COMPARED_KINDS, ...grammar.byName.keys()]);
  return new UserError(
    `${option}: no I/O call or kind is named ${name === "" ? '""' : name}`,
    close === undefined ? `kinds are ${COMPARED_KINDS.join(", ")}` : `did you mean ${close}?`,
  );
}
