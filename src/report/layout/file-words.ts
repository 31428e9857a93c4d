import type { Theme } from "./theme.ts";

/** A file by its path, or by its descriptor if only that is known. */
export function fileWords(file: string | number, theme: Theme): string {
  return typeof file === "number" ? `fd ${file}` : theme.show(file);
}
