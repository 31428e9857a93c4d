/**
 * Something that the user can mend: one sentence, and where there is a way out, the way. No stack is shown.
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
