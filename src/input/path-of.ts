import { fileURLToPath } from "node:url";
import { UserError } from "./user-error.ts";

/** The path that a file: URL names. @throws UserError for other URLs */
export function pathOf(url: URL): string {
  if (url.protocol === "file:") return fileURLToPath(url);
  throw new UserError(
    `${url.href} is no file: URL`,
    "what comes from elsewhere is given as the bytes of its stream",
  );
}
