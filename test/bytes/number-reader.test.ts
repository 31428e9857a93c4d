import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexDigit, NumberReader } from "../../src/bytes/number-reader.ts";

function read(text: string): { readonly after: number; readonly value: number | bigint } {
  const reader = new NumberReader();
  const after = reader.read(new TextEncoder().encode(`${text}\n`), 0);
  return { after, value: reader.exact ?? reader.value };
}

const LEAST = -(2n ** 63n);
const MOST = 2n ** 64n - 1n;
const integers = fc.oneof(fc.bigInt({ min: LEAST, max: MOST }), fc.constantFrom(LEAST, MOST));

describe("NumberReader", () => {
  test("every whole number of 64 bits is read exactly", () => {
    fc.assert(
      fc.property(integers, (number) => {
        const { after, value } = read(`${number}`);
        expect(after).toBe(`${number}`.length);
        expect(BigInt(value)).toBe(number);
        // a double is used exactly where it can hold the number
        expect(typeof value).toBe(Number.isSafeInteger(Number(number)) ? "number" : "bigint");
      }),
    );
  });

  test("hexadecimal numbers are read exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (number) => {
        expect(BigInt(read(`0x${number.toString(16)}`).value)).toBe(number);
      }),
    );
  });

  test("what 64 bits cannot hold is no number, however many digits it has", () => {
    for (const text of [`${LEAST - 1n}`, `${MOST + 1n}`, "0x10000000000000000", "9".repeat(10_000_000)]) {
      expect(read(text).after).toBe(~0);
    }
    expect(read(`0000${MOST}`)).toEqual({ after: 24, value: MOST });
  });

  test("where there is no number the answer is the complement of the position", () => {
    for (const text of ["", "x", "-", "-x", "0x", " 1"]) expect(read(text).after).toBe(~0);
  });

  test("a number ends at the first byte that is no digit of it", () => {
    expect(read("12,5")).toEqual({ after: 2, value: 12 });
    expect(read("0x1g")).toEqual({ after: 3, value: 1 });
    expect(read("7line")).toEqual({ after: 1, value: 7 });
  });

  test("a hexadecimal digit has its value and no other byte has one", () => {
    for (let byte = 0; byte < 256; byte++) {
      const value = Number.parseInt(String.fromCharCode(byte), 16);
      expect(hexDigit(byte)).toBe(Number.isNaN(value) ? -1 : value);
    }
  });
});
