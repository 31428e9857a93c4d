import { fileURLToPath } from "node:url";
import { UserError } from "./user-error.ts";

/** The path that a file: URL names. @throws UserError for other URLs */
export function pathOf(url: URL): string {
  if (url.protocol === "file:") return fileURLToPath(url);
  throw new UserError(`${url.href} is not a file: URL`, "for any other source, pass its stream of bytes");
}
