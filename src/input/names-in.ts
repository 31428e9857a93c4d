import { readdirSync } from "node:fs";

/** Names in a directory; none if it cannot be read, which opening a file in it will report. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
