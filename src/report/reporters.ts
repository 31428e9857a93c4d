import { formatGithub } from "./github/github.ts";
import { formatJson } from "./json/json.ts";
import { formatJunit } from "./junit/junit.ts";
import { formatMarkdown } from "./markdown/markdown.ts";
import type { Reporter } from "./reporter.ts";
import { formatText } from "./text/text.ts";

/** The choices of --format. */
export type Format = "text" | "json" | "markdown" | "junit" | "github";

export const reporters: Readonly<Record<Format, Reporter>> = {
  text: formatText,
  json: formatJson,
  markdown: formatMarkdown,
  junit: formatJunit,
  github: formatGithub,
};
