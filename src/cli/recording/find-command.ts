import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Why a command cannot be started as execvp(3) would; null where it can. */
export function commandProblem(name: string, path: string): string | null {
  if (name.includes("/")) return fileProblem(name);
  const problems = path.split(delimiter).map((directory) => fileProblem(join(directory, name)));
  if (problems.includes(null)) return null;
  return problems.find((problem) => problem === NOT_EXECUTABLE) ?? "command not found";
}

const NOT_EXECUTABLE = "not executable";

function fileProblem(file: string): string | null {
  try {
    if (statSync(file).isDirectory()) return "is a directory";
  } catch {
    // Whatever keeps it from being looked at keeps the shell from finding it.
    return "no such file";
  }
  try {
    accessSync(file, constants.X_OK);
    return null;
  } catch {
    // Only permission is left: it exists.
    return NOT_EXECUTABLE;
  }
}
