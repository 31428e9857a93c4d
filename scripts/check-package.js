// Looks at the package as npm would publish it: publint for what it says about itself, are-the-types-wrong for what
// TypeScript finds in it. dist/ has been built.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./pack.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "tracediff-pack-"));
try {
  const tarball = pack(folder);
  const bin = (name) => join(root, "node_modules/.bin", name);
  execFileSync(bin("publint"), ["run", "--strict", tarball], { stdio: "inherit" });
  const profile = ["--profile", "esm-only", "--format", "ascii"];
  execFileSync(bin("attw"), [tarball, ...profile], { stdio: "inherit" });
} catch (error) {
  // The tools have reported what is wrong; only the failure is passed on.
  if (!("status" in error)) throw error;
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
