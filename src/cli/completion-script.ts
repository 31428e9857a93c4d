import { bashCompletion } from "./bash-completion.ts";
import { fishCompletion } from "./fish-completion.ts";
import { OPTIONS, type OptionSpec, type Shell } from "./option-table.ts";
import { zshCompletion } from "./zsh-completion.ts";

/** One option as a completion script needs it. */
export type Completable = {
  readonly name: string;
  readonly alias: string | undefined;
  /** A few words. */
  readonly summary: string;
  readonly takesValue: boolean;
  readonly isList: boolean;
  /** Values to offer; empty where any text will do. */
  readonly values: readonly string[];
  readonly takesFiles: boolean;
};

/**
 * A script that completes options and their values without starting tracediff: a press of TAB that starts node
 * would take 150 ms.
 *
 * @param calls names that --calls takes beside kinds
 */
export function completionScript(shell: Shell, calls: readonly string[]): string {
  const options = OPTIONS.map((option) => completable(option, calls));
  switch (shell) {
    case "bash":
      return bashCompletion(options);
    case "zsh":
      return zshCompletion(options);
    case "fish":
      return fishCompletion(options);
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
