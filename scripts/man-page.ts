import { COMMAND_SPECS, DEFAULT_COMMAND } from "../src/cli/options/command-table.ts";
import { HELP_PROSE } from "../src/cli/options/help-prose.ts";
import { OPTION_GROUPS, type OptionSpec, optionsOf } from "../src/cli/options/option-table.ts";

/** man/tracediff.1, from the tables that also make the help: `npm run man` writes it. */
export function manPage(version: string): string {
  const { head } = HELP_PROSE[DEFAULT_COMMAND];
  return [
    `.TH TRACEDIFF 1 "" "tracediff ${version}" "User Commands"`,
    ".SH NAME",
    "tracediff \\- compare two strace logs: the same I/O, what changed, did latency move?",
    ".SH SYNOPSIS",
    ...COMMAND_SPECS.flatMap(({ usage }, at) => [...(at === 0 ? [] : [".br"]), ".B tracediff", roff(usage)]),
    ".SH DESCRIPTION",
    ...paragraph(head.text),
    ...COMMAND_SPECS.flatMap(({ name, summary }) => [
      `.SH ${name === DEFAULT_COMMAND ? "COMPARING" : name.toUpperCase()}`,
      ...(name === DEFAULT_COMMAND
        ? [`${roff(sentence(summary))}`]
        : [...paragraph(HELP_PROSE[name].head.title), ".PP", ...paragraph(HELP_PROSE[name].head.text)]),
      ...OPTION_GROUPS.flatMap((group) => optionLines(group, optionsOf(name))),
      ...HELP_PROSE[name].tail.flatMap(tailLines),
    ]),
    ".SH ENVIRONMENT",
    ...definition(
      "NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM",
      "whether to colour, where --color does not say",
    ),
    ...definition("COLUMNS", "the width of a report that goes to no terminal"),
    ...definition("CI", "where it is set, --update rewrites nothing unless --force is given"),
    ...definition("GITHUB_STEP_SUMMARY", "the file to which --format github appends the Markdown report"),
    ".SH SEE ALSO",
    ".BR strace (1),",
    ".BR diff (1)",
    "",
  ].join("\n");
}

function optionLines(group: string, options: readonly OptionSpec[]): string[] {
  const own = options.filter((option) => option.group === group);
  if (own.length === 0) return [];
  return [
    `.SS ${group}`,
    ...own.flatMap(({ name, alias, value, help, meanings }) => [
      ".TP",
      `.BR ${alias === undefined ? "" : `\\-${alias} ", " `}\\-\\-${roff(name)}${value === undefined ? "" : ` " ${value}"`}`,
      roff(help),
      ...(meanings ?? []).flatMap(([choice, meaning]) => [".br", roff(`${choice}: ${meaning}`)]),
    ]),
  ];
}

/** `Exit codes:` and `Examples:` with their indented lines. */
function tailLines(block: string): string[] {
  return block.split(/\n\n/).flatMap((part) => {
    const [title = "", ...lines] = part.trimEnd().split("\n");
    return [`.SS ${title.replace(/:$/, "")}`, ".nf", ...lines.map(roff), ".fi"];
  });
}

function paragraph(text: string): string[] {
  return text.trimEnd().split("\n").map(roff);
}

function definition(term: string, text: string): string[] {
  return [".TP", `.B ${roff(term)}`, roff(text)];
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** Text that means nothing to roff. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/, "\\&$1");
}
