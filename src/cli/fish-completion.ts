import type { Completable } from "./completion-script.ts";
import { SHELLS } from "./option-table.ts";

/** Load with `tracediff completion fish | source`. */
export function fishCompletion(options: readonly Completable[]): string {
  const lines = options.map((option) =>
    [
      "complete -c tracediff",
      `-l ${option.name}`,
      ...(option.alias === undefined ? [] : [`-s ${option.alias}`]),
      ...(option.takesFiles ? ["-r -F"] : option.takesValue ? ["-x"] : []),
      ...(option.values.length === 0 ? [] : [`-a ${quote(valueWords(option))}`]),
      `-d ${quote(option.summary)}`,
    ].join(" "),
  );
  return `# fish completion for tracediff
${lines.join("\n")}
complete -c tracediff -n __fish_is_first_token -a completion -d 'print a script that completes options'
complete -c tracediff -n '__fish_seen_subcommand_from completion' -f -a ${quote(SHELLS.join(" "))}
`;
}

/** Of a comma-separated list fish completes the last item, the ones before it kept. */
function valueWords({ isList, values }: Completable): string {
  const words = values.join(" ");
  return isList ? `(commandline -ct | string match -r '^.*,'; or echo '')${braced(values)}` : words;
}

function braced(values: readonly string[]): string {
  return `{${values.join(",")}}`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
