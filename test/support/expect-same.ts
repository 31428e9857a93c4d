import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** `expect(actual).toEqual(expected)` for what is large and nearly always equal: five times as fast where it is. */
export function expectSame(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected);
}
