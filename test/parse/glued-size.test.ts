import { expect, test } from "vitest";
import { parseText, recordsOf } from "./parse-text.ts";

// data that begins with digits as the size ends could be the program's output, glued to a shorter size
test.each(["a", "0", "00", "000000"])(
  "a size of megabytes behind data %j that was cut reads as it stands, though less was written",
  (data) => {
    const trace = parseText(`write(3, "${data}"..., 2000000) = 4096 <0.000010>\n`, {
      plainFrom: Number.POSITIVE_INFINITY,
    });
    expect(recordsOf(trace)).toMatchObject([{ call: "write", fd: 3, size: 2_000_000, result: 4096 }]);
    expect(trace.lineKinds).toMatchObject({ call: 1, output: 0 });
  },
);
