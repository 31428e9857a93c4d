import { unreadBeyond } from "../compare/verdict.ts";
import { UserError } from "../input/user-error.ts";
import { describeProblem } from "../trace/problem.ts";
import type { Trace } from "../trace/trace.ts";

/**
 * Refuses to write part of a trace as if it were all of it.
 *
 * @param maxUnread share of call-like lines, 0 to 1, that may be unreadable
 * @param option how the caller writes it
 * @throws UserError saying how many could not be read, and where the first one is
 */
export function requireRead(
  { sources, lineKinds, problems }: Pick<Trace, "sources" | "lineKinds" | "problems">,
  maxUnread: number,
  option: "maxUnread" | "--max-unread",
): void {
  const beyond = unreadBeyond({ unread: lineKinds.unread, lineKinds }, maxUnread);
  if (beyond === null) return;
  const problem = problems.find(({ kind }) => kind === "malformed" || kind === "too-long");
  const example = problem === undefined ? "" : `, such as line ${problem.line}: ${describeProblem(problem)}`;
  throw new UserError(
    `${beyond.unread} of ${beyond.callLike} call-like lines of ${sources[0]} could not be read${example}`,
    `${option} sets how many may be missing`,
  );
}
