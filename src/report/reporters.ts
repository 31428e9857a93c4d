import { formatJson } from "./json.ts";
import type { Reporter } from "./reporter.ts";
import { formatText } from "./text.ts";

/** The keys are the choices of --format. */
export const reporters = {
  text: formatText,
  json: formatJson,
} as const satisfies Record<string, Reporter>;

export type Format = keyof typeof reporters;
