import { DEFAULT_COMMAND } from "../options/command-table.ts";
import type { Completable, CompletableCommand } from "./completion-spec.ts";

/** Load by saving it as `_tracediff` in a directory of $fpath. */
export function zshCompletion(commands: readonly CompletableCommand[]): string {
  const names = commands.map(({ name }) => name);
  return `#compdef tracediff
# zsh completion for tracediff
_tracediff() {
  local command=${DEFAULT_COMMAND}
  if (( CURRENT > 2 )) && [[ $words[2] == (${names.join("|")}) ]]; then
    command=$words[2]
    shift words
    (( CURRENT-- ))
  fi
  case $command in
${commands.map((command) => commandCase(command, names)).join("\n")}
  esac
}
if [[ $funcstack[1] == _tracediff ]]; then
  _tracediff "$@"
else
  compdef _tracediff tracediff
fi
`;
}

function commandCase(command: CompletableCommand, names: readonly string[]): string {
  const specs = [...command.options.flatMap(argumentSpecs), ...operandSpecs(command, names)];
  return `    ${command.name})
      _arguments -s \\
${specs.map((spec) => `        ${spec}`).join(" \\\n")}
      ;;`;
}

/** The first operand may be a file or, if none is given yet, a command. */
function operandSpecs({ name, words }: CompletableCommand, names: readonly string[]): string[] {
  if (words.length > 0) return [quote(`1:${name}:(${words.join(" ")})`)];
  if (name !== DEFAULT_COMMAND) return [quote("1:trace:_files")];
  const first = `_alternative "commands:command:(${names.join(" ")})" "files:before:_files"`;
  return [quote(`1:before: ${first}`), quote("2:after:_files")];
}

function argumentSpecs(option: Completable): string[] {
  const { name, alias } = option;
  const repeat = option.isList || option.takesFiles ? "*" : "";
  const description = `[${escapeSpec(option.summary)}]`;
  const value = option.takesValue ? `:${name}:${valueAction(option)}` : "";
  const spec = (written: string): string => quote(`${repeat}${written}${description}${value}`);
  const long = spec(`--${name}${option.takesValue ? "=" : ""}`);
  return alias === undefined ? [long] : [long, spec(`-${alias}${option.takesValue ? "+" : ""}`)];
}

function valueAction({ values, isList, takesFiles, name }: Completable): string {
  if (takesFiles) return "_files";
  if (values.length === 0) return " ";
  return isList ? `_values -s , ${name} ${values.join(" ")}` : `(${values.join(" ")})`;
}

/** Brackets end a description inside a spec. */
function escapeSpec(text: string): string {
  return text.replace(/[[\]\\:]/g, "\\$&");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
