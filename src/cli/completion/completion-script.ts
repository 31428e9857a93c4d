import { COMMAND_SPECS } from "../options/command-table.ts";
import { type OptionSpec, optionsOf, SHELLS, type Shell } from "../options/option-table.ts";
import { bashCompletion } from "./bash-completion.ts";
import type { Completable, CompletableCommand } from "./completion-spec.ts";
import { fishCompletion } from "./fish-completion.ts";
import { zshCompletion } from "./zsh-completion.ts";

/**
 * A script that completes commands, options and their values without starting tracediff: starting node on every TAB
 * would take 150 ms.
 *
 * @param calls names that --calls takes besides kinds
 */
export function completionScript(shell: Shell, calls: readonly string[]): string {
  const commands = COMMAND_SPECS.map(
    ({ name, summary }): CompletableCommand => ({
      name,
      summary,
      options: optionsOf(name).map((option) => completable(option, calls)),
      words: name === "completion" ? SHELLS : [],
    }),
  );
  switch (shell) {
    case "bash":
      return bashCompletion(commands);
    case "zsh":
      return zshCompletion(commands);
    case "fish":
      return fishCompletion(commands);
    default:
      return shell satisfies never;
  }
}

function completable(option: OptionSpec, calls: readonly string[]): Completable {
  return {
    name: option.name,
    alias: option.alias,
    summary: (/^[^:;(]*/.exec(option.help)?.[0] ?? "").trim(),
    takesValue: option.value !== undefined,
    isList: option.repeatable === true,
    takesFiles: option.takesFiles === true,
    values: [...(option.choices ?? []), ...(option.takesCalls === true ? calls : [])],
  };
}
