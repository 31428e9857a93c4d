import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Packs the package as npm would publish it, with dist/ as built.
 * @param folder an empty one
 * @returns path of the tarball
 */
export function pack(folder) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  execFileSync("npm", words, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, readdirSync(folder)[0]);
}
