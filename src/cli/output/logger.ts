import type { Writable } from "node:stream";
import type { LogLevel } from "../options/option-table.ts";

/** Diagnostics: what was read, how fast, what was decided. Values are fields, so that they can be searched. */
export type Logger = {
  readonly info: (fields: object, message: string) => void;
  readonly debug: (fields: object, message: string) => void;
};

const SILENT: Logger = { info: () => undefined, debug: () => undefined };

/**
 * Logs JSON lines to standard error. pino is loaded only when there is something to log, and writes synchronously:
 * its transports would need a thread and a file that the bundle does not have.
 */
export async function createLogger(level: LogLevel, stderr: Writable): Promise<Logger> {
  if (level === "silent") return SILENT;
  const { default: pino } = await import("pino");
  const destination = { write: (line: string): void => void stderr.write(line) };
  const logger = pino({ level, base: null }, destination);
  return {
    info: (fields, message) => logger.info(fields, message),
    debug: (fields, message) => logger.debug(fields, message),
  };
}
