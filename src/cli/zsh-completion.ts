import type { Completable } from "./completion-script.ts";
import { SHELLS } from "./option-table.ts";

/** Load by saving it as `_tracediff` in a directory of $fpath. */
export function zshCompletion(options: readonly Completable[]): string {
  const specs = options.flatMap(argumentSpecs).map((spec) => `    ${spec} \\`);
  return `#compdef tracediff
# zsh completion for tracediff
_tracediff() {
  if [[ $words[2] == completion ]]; then
    (( CURRENT == 3 )) && _values shell ${SHELLS.join(" ")}
    return
  fi
  _arguments -s \\
${specs.join("\n")}
    '1:before:_files' \\
    '2:after:_files'
}
if [[ $funcstack[1] == _tracediff ]]; then
  _tracediff "$@"
else
  compdef _tracediff tracediff
fi
`;
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
