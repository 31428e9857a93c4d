import type { ReportOptions } from "../../report/reporter.ts";
import type { Io } from "../io.ts";
import type { ColorChoice } from "../options/option-table.ts";
import { colorLevel } from "./color-level.ts";
import { reportWidth } from "./report-width.ts";
import { showsUnicode } from "./shows-unicode.ts";

/** How a report may look where it goes. A file is never a terminal, whatever standard output is. */
export function displayOptions(
  color: ColorChoice,
  onStdout: boolean,
  io: Io,
): Omit<ReportOptions, "context"> {
  const isTerminal = onStdout && io.stdoutIsTerminal;
  return {
    width: reportWidth(isTerminal ? io.columns : undefined, io.env),
    color: onStdout ? colorLevel(color, io.env, isTerminal) : 0,
    unicode: showsUnicode(io.env, isTerminal),
    charts: isTerminal,
  };
}
