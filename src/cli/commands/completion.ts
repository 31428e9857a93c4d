import { loadGrammar } from "../../input/load-grammar.ts";
import { suggest } from "../../input/suggest.ts";
import { UserError } from "../../input/user-error.ts";
import { COMPARED_KINDS } from "../../library/select-calls.ts";
import { completionScript } from "../completion/completion-script.ts";
import { ExitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { SHELLS } from "../options/option-table.ts";
import type { RawArguments } from "../options/parse-arguments.ts";
import { writePieces } from "../output/write-pieces.ts";

/** `tracediff completion bash`: the script to load, on standard output. */
export async function runCompletion({ operands }: RawArguments, io: Io): Promise<ExitCode> {
  const [name, ...others] = operands;
  const shell = SHELLS.find((known) => known === name);
  if (shell === undefined || others.length > 0) throw wrongShell(name);
  const { calls } = loadGrammar(io.files.grammar);
  const callNames = calls.filter((call) => COMPARED_KINDS.includes(call.kind)).map((call) => call.name);
  await writePieces(io.stdout, [completionScript(shell, callNames)], "standard output");
  return ExitCode.same;
}

function wrongShell(name: string | undefined): UserError {
  const close = name === undefined ? undefined : suggest(name, SHELLS);
  return new UserError(
    `completion needs a shell: ${SHELLS.join(", ")}`,
    close === undefined
      ? "to compare a file named completion, write ./completion"
      : `did you mean tracediff completion ${close}?`,
  );
}
