import { DEFAULT_COMMAND } from "../options/command-table.ts";
import type { Completable, CompletableCommand } from "./completion-spec.ts";

/** Load with `source <(tracediff completion bash)`, or save as a file in bash-completion's directory. */
export function bashCompletion(commands: readonly CompletableCommand[]): string {
  const names = commands.map(({ name }) => name);
  const values = commands.flatMap((command) =>
    command.options
      .filter((option) => option.takesValue && !option.takesFiles)
      .map((option) => valueCase(command, option)),
  );
  const options = commands.map(
    (command) => `      ${command.name}) words="${command.options.flatMap(optionNames).join(" ")}" ;;`,
  );
  const operands = commands
    .filter(({ words }) => words.length > 0)
    .map(
      ({ name, words }) => `    ${name}) COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur")); return ;;`,
    );
  return `# bash completion for tracediff
_tracediff() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} list= words=
  local command=${DEFAULT_COMMAND}
  # bash cuts --order=thread into three words at the equals sign.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  case \${COMP_WORDS[1]} in
    ${names.join("|")}) ((COMP_CWORD > 1)) && command=\${COMP_WORDS[1]} ;;
  esac
  COMPREPLY=()
  case $command:$prev in
${values.join("\n")}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${options.join("\n")}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  case $command in
${operands.join("\n")}
  esac
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
  ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W "${names.join(" ")}" -- "$cur"))
}
complete -F _tracediff tracediff
`;
}

function optionNames({ name, alias }: Completable): string[] {
  return alias === undefined ? [`--${name}`] : [`--${name}`, `-${alias}`];
}

function valueCase({ name }: CompletableCommand, option: Completable): string {
  const pattern = optionNames(option)
    .map((written) => `${name}:${written}`)
    .join("|");
  if (option.values.length === 0) return `    ${pattern}) return ;;`;
  const words = option.values.join(" ");
  if (!option.isList) return `    ${pattern}) COMPREPLY=($(compgen -W "${words}" -- "$cur")); return ;;`;
  return `    ${pattern})
      [[ $cur == *,* ]] && list=\${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "${words}" -- "\${cur##*,}"))
      return ;;`;
}
