/**
 * An error that the user can fix: one sentence and, if there is one, a way out. No stack is shown.
 *
 *     if (error instanceof UserError) console.error(error.message, error.hint ?? "");
 */
export class UserError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "UserError";
    this.hint = hint;
  }
}
