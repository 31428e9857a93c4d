import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallRow, TraceTableBuilder } from "../../src/trace/trace-table-builder.ts";

const row = (n: number): CallRow => ({
  line: n,
  thread: n % 7,
  start: n * 1e9,
  call: n % 100,
  fd: 3 - n,
  path: n,
  offset: n * 2 ** 40,
  size: n + 1,
  flags: 5 - n,
  result: 7 - n,
  error: n % 50,
  latency: n / 4,
});

describe("TraceTableBuilder", () => {
  test("rows come back as they were appended, also past the room laid out at first", () => {
    const builder = new TraceTableBuilder(0);
    for (let n = 0; n < 5000; n++) builder.append(row(n));
    const { table, places } = builder.finish(null);
    expect(places).toBeNull();
    expect(table.length).toBe(5000);
    for (const n of [0, 1023, 1024, 4999]) {
      const read = Object.fromEntries(
        Object.entries(row(n)).map(([name]) => [name, table[name as keyof CallRow][n]]),
      );
      expect(read).toEqual(row(n));
    }
  });

  test("the columns are shared memory", () => {
    const builder = new TraceTableBuilder(10);
    builder.append(row(1));
    expect(builder.finish(null).table.line.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test("a reserved row stands where its call started, or not at all", () => {
    const actions = fc.array(fc.constantFrom("append", "fill", "drop"), { maxLength: 40 });
    fc.assert(
      fc.property(actions, (list) => {
        const builder = new TraceTableBuilder(0);
        const reserved: number[] = [];
        for (const [n, action] of list.entries()) {
          if (action === "append") builder.append(row(n));
          else reserved[n] = builder.reserve();
        }
        for (const [n, action] of list.entries())
          if (action === "fill") builder.fill(reserved[n] ?? -1, row(n));
        const { table, places } = builder.finish(null);
        const kept = Array.from(list.entries()).filter(([, action]) => action !== "drop");
        expect([...table.line]).toEqual(kept.map(([n]) => n));
        if (places !== null) expect([...places].filter((place) => place !== -1)).toEqual([...kept.keys()]);
      }),
    );
  });

  test("rows can be put in another order", () => {
    const builder = new TraceTableBuilder(0);
    for (const n of [30, 10, 20]) builder.append(row(n));
    builder.reserve();
    const { table, places } = builder.finish(Uint32Array.of(3, 1, 2, 0));
    expect([...table.line]).toEqual([10, 20, 30]);
    expect([...(places ?? [])]).toEqual([2, 0, 1, -1]);
  });
});
