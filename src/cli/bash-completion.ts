import type { Completable } from "./completion-script.ts";
import { SHELLS } from "./option-table.ts";

/** Load with `source <(tracediff completion bash)`, or put into a file of bash-completion's directory. */
export function bashCompletion(options: readonly Completable[]): string {
  const names = options.flatMap(optionNames).join(" ");
  const cases = options.filter((option) => option.takesValue && !option.takesFiles).map(valueCase);
  return `# bash completion for tracediff
_tracediff() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} list=
  # bash cuts --order=thread into three words at the equals sign.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  case $prev in
${cases.join("\n")}
    completion) COMPREPLY=($(compgen -W "${SHELLS.join(" ")}" -- "$cur")); return ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "${names}" -- "$cur"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
    ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W "completion" -- "$cur"))
  fi
}
complete -F _tracediff tracediff
`;
}

function optionNames({ name, alias }: Completable): string[] {
  return alias === undefined ? [`--${name}`] : [`--${name}`, `-${alias}`];
}

function valueCase(option: Completable): string {
  const pattern = optionNames(option).join("|");
  if (option.values.length === 0) return `    ${pattern}) return ;;`;
  const words = option.values.join(" ");
  if (!option.isList) return `    ${pattern}) COMPREPLY=($(compgen -W "${words}" -- "$cur")); return ;;`;
  return `    ${pattern})
      [[ $cur == *,* ]] && list=\${cur%,*},
      COMPREPLY=($(compgen -P "$list" -W "${words}" -- "\${cur##*,}"))
      return ;;`;
}
