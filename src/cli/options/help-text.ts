import { COMMAND_SPECS, type Command, DEFAULT_COMMAND } from "./command-table.ts";
import { HELP_PROSE } from "./help-prose.ts";
import { OPTION_GROUPS, type OptionSpec, optionsOf } from "./option-table.ts";

const WIDTH = 80;
/** Column in which descriptions begin. */
const DESCRIPTION = 22;

/** What --help prints for a command: at most 80 columns, ASCII. */
export function helpText(command: Command = DEFAULT_COMMAND): string {
  const { head, tail } = HELP_PROSE[command];
  const options = optionsOf(command);
  const groups = OPTION_GROUPS.flatMap((group) => {
    const lines = options.filter((option) => option.group === group).flatMap(optionLines);
    return lines.length === 0 ? [] : [block(group, lines)];
  });
  const isDefault = command === DEFAULT_COMMAND;
  const listed = isDefault ? COMMAND_SPECS : COMMAND_SPECS.filter(({ name }) => name === command);
  const usage = listed.map(
    ({ usage: words }, at) => `${at === 0 ? "Usage:" : "      "} tracediff ${words}\n`,
  );
  const commands = COMMAND_SPECS.filter(({ name }) => name !== DEFAULT_COMMAND);
  const others = isDefault
    ? [
        block(
          "Other commands",
          commands.map(({ name, summary }) => `  ${name.padEnd(DESCRIPTION - 2)}${summary}`),
        ),
      ]
    : [];
  return [`${head.title}\n${usage.join("")}`, head.text, ...others, ...groups, ...tail].join("\n");
}

function block(title: string, lines: readonly string[]): string {
  return `${title}:\n${lines.map((line) => `${line}\n`).join("")}`;
}

function optionLines(option: OptionSpec): string[] {
  const short = option.alias === undefined ? "" : `-${option.alias}, `;
  const name = `  ${short}--${option.name}${option.value === undefined ? "" : ` ${option.value}`}`;
  const meanings = (option.meanings ?? []).map(([choice, meaning]) => `  ${choice.padEnd(8)}${meaning}`);
  const described = [...wrap(option.help, WIDTH - DESCRIPTION), ...meanings];
  const first =
    name.length < DESCRIPTION - 1 ? `${name.padEnd(DESCRIPTION)}${described.shift() ?? ""}` : name;
  return [first, ...described.map((line) => " ".repeat(DESCRIPTION) + line)];
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
