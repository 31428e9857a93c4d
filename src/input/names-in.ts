import { readdirSync } from "node:fs";

/** Names in a directory; none where it cannot be read, which opening a file of it will tell. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
