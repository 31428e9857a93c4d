import { UserError } from "../../input/user-error.ts";
import { oneOf } from "./option-values.ts";
import type { RawArguments } from "./parse-arguments.ts";

/** A report in one format; `file` is null for standard output. */
export type Output<Format extends string> = { readonly format: Format; readonly file: string | null };

/**
 * @param usual the format on standard output if none is asked for
 * @throws UserError for unknown formats, and for more than one on standard output
 */
export function outputsOf<Format extends string>(
  raw: RawArguments,
  formats: readonly Format[],
  usual: Format,
): Output<Format>[] {
  const outputs = (raw.values.get("format") ?? []).map((value) => outputOf(value, formats));
  const onStdout = outputs.filter((output) => output.file === null);
  if (onStdout.length > 1) {
    throw new UserError(
      `standard output can carry one format, not ${onStdout.map((output) => output.format).join(" and ")}`,
      `write one of them to a file, as in --format ${onStdout.at(-1)?.format}=FILE`,
    );
  }
  const toFiles = outputs.filter((output) => output.file !== null);
  if (raw.values.has("quiet")) return toFiles;
  return [...toFiles, onStdout[0] ?? { format: usual, file: null }];
}

function outputOf<Format extends string>(value: string, formats: readonly Format[]): Output<Format> {
  const equals = value.indexOf("=");
  const format = oneOf("format", formats, equals === -1 ? value : value.slice(0, equals));
  if (equals === -1) return { format, file: null };
  const file = value.slice(equals + 1);
  if (file === "") throw new UserError(`--format ${value} names no file`, `as in --format ${format}=FILE`);
  return { format, file: file === "-" ? null : file };
}
