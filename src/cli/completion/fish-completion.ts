import { DEFAULT_COMMAND } from "../options/command-table.ts";
import type { Completable, CompletableCommand } from "./completion-spec.ts";

/** Load with `tracediff completion fish | source`. */
export function fishCompletion(commands: readonly CompletableCommand[]): string {
  const others = commands.map(({ name }) => name).filter((name) => name !== DEFAULT_COMMAND);
  const lines = commands.flatMap(({ name, summary, options, words }) => {
    const when =
      name === DEFAULT_COMMAND
        ? `not __fish_seen_subcommand_from ${others.join(" ")}`
        : `__fish_seen_subcommand_from ${name}`;
    return [
      `complete -c tracediff -n __fish_is_first_token -a ${name} -d ${quote(summary)}`,
      ...(words.length === 0
        ? []
        : [`complete -c tracediff -n ${quote(when)} -f -a ${quote(words.join(" "))}`]),
      ...options.map((option) => optionLine(option, when)),
    ];
  });
  return `# fish completion for tracediff
${lines.join("\n")}
`;
}

function optionLine(option: Completable, when: string): string {
  return [
    "complete -c tracediff",
    `-n ${quote(when)}`,
    `-l ${option.name}`,
    ...(option.alias === undefined ? [] : [`-s ${option.alias}`]),
    ...(option.takesFiles ? ["-r -F"] : option.takesValue ? ["-x"] : []),
    ...(option.values.length === 0 ? [] : [`-a ${quote(valueWords(option))}`]),
    `-d ${quote(option.summary)}`,
  ].join(" ");
}

/** In a comma-separated list fish completes the last item and keeps the ones before it. */
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
