import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** What dist/ is made of. */
const SOURCES = ["src", "scripts", "package.json", "package-lock.json", "tsconfig.json"];

/** Builds the program before the tests that run it, unless all of it is younger than what it is made of. */
export function setup(): void {
  const built = timesOf(join(ROOT, "dist"));
  const youngest = Math.max(...SOURCES.flatMap((name) => timesOf(join(ROOT, name))));
  if (built.length > 0 && Math.min(...built) > youngest) return;
  execFileSync(process.execPath, [join(ROOT, "scripts/build.js")], { stdio: "inherit" });
}

/** When a file, or a folder and all in it, was last written: a folder changes where a file of it goes. */
function timesOf(path: string): number[] {
  if (!existsSync(path)) return [];
  const status = statSync(path);
  const inside = status.isDirectory() ? readdirSync(path).flatMap((name) => timesOf(join(path, name))) : [];
  return [status.mtimeMs, ...inside];
}
