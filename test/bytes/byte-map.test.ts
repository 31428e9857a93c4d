import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteMap } from "../../src/bytes/byte-map.ts";

test("a ByteMap answers as a Map of the same keys does", () => {
  const keys = fc.uint8Array({ maxLength: 4, max: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.nat()), { maxLength: 400 }), (entries) => {
      const map = new ByteMap();
      const model = new Map<string, number>();
      for (const [key, value] of entries) {
        expect(map.get(key, 0, key.length)).toBe(model.get(key.join()) ?? -1);
        map.set(key, 0, key.length, value);
        model.set(key.join(), value);
      }
      for (const [key] of entries) expect(map.get(key, 0, key.length)).toBe(model.get(key.join()));
    }),
  );
});

test("a ByteMap keeps its keys when it grows and when their buffer is used again", () => {
  const map = new ByteMap();
  const buffer = new Uint8Array(4);
  for (let i = 0; i < 5000; i++) {
    new DataView(buffer.buffer).setUint32(0, i);
    map.set(buffer, 0, 4, i);
  }
  for (let i = 0; i < 5000; i++) {
    new DataView(buffer.buffer).setUint32(0, i);
    expect(map.get(buffer, 0, 4)).toBe(i);
  }
});
