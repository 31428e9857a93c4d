import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GrammarError } from "../../src/grammar/grammar-error.ts";
import { parseGrammar } from "../../src/grammar/parse-grammar.ts";
import { TraceParser } from "../../src/parse/trace-parser.ts";

const shipped = readFileSync(join(import.meta.dirname, "../../grammars/syscalls.txt"), "utf8");

describe("parseGrammar", () => {
  test("a line is a kind, a prototype, a result and further names", () => {
    const { calls, byName, prototypes } = parseGrammar(
      "# reading\n\ndata  pread64(fd, buffer, size, offset) = bytes read   aka pread old_pread # since 2.1\n",
    );
    expect(calls).toEqual([
      {
        name: "pread64",
        kind: "data",
        aliases: ["pread", "old_pread"],
        arguments: ["fd", "buffer", "size", "offset"],
        result: "bytes",
        direction: "read",
      },
    ]);
    expect([...byName]).toEqual([
      ["pread64", 0],
      ["pread", 0],
      ["old_pread", 0],
    ]);
    expect(prototypes.get("pread")?.required).toBe(4);
  });

  test("a question mark marks what a whole call may lack", () => {
    const { prototypes } = parseGrammar("open openat(dirfd, path, flags:open, flags:mode?) = fd");
    expect(prototypes.get("openat")).toEqual({
      call: 0,
      arguments: ["dirfd", "path", "flags", "flags"],
      names: ["dirfd", "path", "flags", "flags"],
      sets: [null, null, "open", "mode"],
      required: 3,
    });
  });

  test("a spelling with other arguments counts as the call that it names", () => {
    const { calls, byName, prototypes } = parseGrammar(
      "seek lseek(fd, offset, flags) = position\nseek _llseek(fd, offset, position, flags) = status is lseek",
    );
    expect(calls).toHaveLength(1);
    expect(calls[0]?.aliases).toEqual(["_llseek"]);
    expect(byName.get("_llseek")).toBe(0);
    expect(prototypes.get("_llseek")?.arguments).toEqual(["fd", "offset", "position", "flags"]);
  });

  test.each([
    ["data", "name(roles) = result"],
    ["date read(fd) = bytes read", "a kind"],
    ["data read(fd = bytes read", "name(roles) = result"],
    ["data read(fd) bytes", "name(roles) = result"],
    ["data read(file) = bytes read", "a role"],
    ["data read(fd,) = bytes read", "a role"],
    ["data read(fd) = number", "a result"],
    ["data read(fd) = bytes", "`bytes read` or `bytes written`"],
    ["data read(fd) = count read", "`bytes read` or `bytes written`"],
    ["data read(fd?, size) = bytes read", "only optional arguments after an optional one"],
    ["data read(fd) = bytes read aka read", "a name not used on an earlier line"],
    ["data read(fd) = bytes read is reed", "a call from an earlier line after `is`"],
  ])("%s: says which line and what was expected", (line, expected) => {
    const parse = (): unknown => parseGrammar(`# a comment\n${line}\n`);
    expect(parse).toThrow(GrammarError);
    expect(parse).toThrow(`syscalls.txt line 2: expected ${expected}`);
  });

  test("which way bytes go is a word behind them, and null where no file gives or takes any", () => {
    const { calls } = parseGrammar(
      "data a(fd) = bytes read\ndata b(fd) = bytes written aka c\nmeta d(path) = bytes\ndata e(fd) = count",
    );
    expect(calls.map(({ direction }) => direction)).toEqual(["read", "write", null, null]);
    expect(calls[1]?.aliases).toEqual(["c"]);
  });

  test("a spelling is of the same kind as its call", () => {
    expect(() => parseGrammar("data a(fd) = bytes read\nhint b(fd) = bytes read is a")).toThrow(
      "the kind of that call, data",
    );
  });

  test("the shipped table can be read", () => {
    const { calls, byName } = parseGrammar(shipped);
    expect(calls.length).toBeGreaterThan(100);
    for (const [index, { name, aliases }] of calls.entries()) {
      for (const spelling of [name, ...aliases]) expect(byName.get(spelling)).toBe(index);
    }
  });

  test("a call is added by a line of text", () => {
    const grammar = parseGrammar(
      `${shipped}\ndata  teleport(unused, fd, path, size, offset) = bytes read  aka syscall_0x999\n`,
    );
    const parser = new TraceParser(grammar, { source: "made-up" });
    parser.feed(
      new TextEncoder().encode(
        'teleport("far", 7, "/x", 100, 4096) = 99\nsyscall_0x999(0x7ffc, 0x7, 0x7ffd, 0x64, 0x1000, 0) = 0x63\n',
      ),
    );
    const { table, strings, otherCalls } = parser.finish();
    expect(otherCalls).toEqual({});
    expect([...table.fd]).toEqual([7, 7]);
    expect([...table.size]).toEqual([100, 100]);
    expect([...table.offset]).toEqual([4096, 4096]);
    expect([...table.result]).toEqual([99, 99]);
    expect(strings[table.path[0] ?? -1]).toBe("/x");
  });
});
