import { expect, test } from "vitest";
import { parseText, recordsOf } from "./parse-text.ts";

test("a size of megabytes behind data that was cut reads as it stands, though less was written", () => {
  const trace = parseText('write(3, "a"..., 2000000) = 4096\n');
  expect(recordsOf(trace)).toMatchObject([{ call: "write", fd: 3, size: 2_000_000, result: 4096 }]);
  expect(trace.lineKinds).toMatchObject({ call: 1, output: 0 });
});
