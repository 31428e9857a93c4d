const LIMIT = 3;

/** The first few of many names for a message: `run.1, run.2, run.3, …`. */
export function firstNames(names: readonly string[]): string {
  return [...names.slice(0, LIMIT), ...(names.length > LIMIT ? ["…"] : [])].join(", ");
}
