import { UserError } from "../../src/input/user-error.ts";

/** What a caller is told, `message | hint`; any other error goes on. */
export async function failureOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.hint === undefined ? error.message : `${error.message} | ${error.hint}`;
  }
  return "no failure";
}
