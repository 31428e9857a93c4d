import { describe, expect, test } from "vitest";
import { FlagSet } from "../../src/grammar/flag-set.ts";
import { grammar, parseBytes, readShipped, recordsOf } from "../parse/parse-text.ts";

const named = (set: string, number: string): string => new FlagSet(grammar.sets.get(set) ?? []).name(number);

describe("a number of -X raw", () => {
  // values of x86_64: asm-generic/fcntl.h, linux/stat.h, asm-generic/mman-common.h, linux/fcntl.h
  test.each([
    ["open", "0", "O_RDONLY"],
    ["open", "0x80241", "O_WRONLY|O_CREAT|O_TRUNC|O_CLOEXEC"],
    ["open", "0x410002", "O_RDWR|O_TMPFILE"],
    ["open", "0x101001", "O_WRONLY|O_SYNC"],
    ["mode", "0x1a4", "0644"],
    ["mode", "010644", "S_IFIFO|0644"],
    ["mode", "0", "000"],
    ["whence", "1", "SEEK_CUR"],
    ["whence", "99", "99"],
    ["prot", "0", "PROT_NONE"],
    ["prot", "3", "PROT_READ|PROT_WRITE"],
    ["map", "0x22", "MAP_PRIVATE|MAP_ANONYMOUS"],
    ["at", "0", "0"],
    ["at", "0x1100", "AT_SYMLINK_NOFOLLOW|AT_EMPTY_PATH"],
    ["at", "0x40000001", "0x40000001"],
    ["access", "0", "F_OK"],
    ["access", "6", "R_OK|W_OK"],
    ["socket", "0x1|0x80000", "SOCK_STREAM|SOCK_CLOEXEC"],
    ["fallocate", "3", "FALLOC_FL_KEEP_SIZE|FALLOC_FL_PUNCH_HOLE"],
    ["flock", "6", "LOCK_EX|LOCK_NB"],
    ["statx", "0x2100", "AT_STATX_FORCE_SYNC|AT_SYMLINK_NOFOLLOW"],
    ["ioctl", "0x40049409", "FICLONE"],
    ["ioctl", "0x80086601", "FS_IOC_GETFLAGS"],
  ])("%s %s is %s", (set, number, names) => {
    expect(named(set, number)).toBe(names);
  });
});

test("a trace of -X raw says what the same program's says without", () => {
  const [plain, raw] = ["c02_61_tt_y", "c07_61_Xraw"].map((name) =>
    recordsOf(parseBytes(readShipped(`corpus/${name}.strace`)))
      // a set of signals is numbers there: [10] and [USR1]
      .filter(({ call }) => call !== "signalfd4")
      .map(({ call, flags }) => `${call} ${flags}`),
  );
  expect(raw).toEqual(plain);
});

test("every set that an argument names is in the table", () => {
  for (const { sets, commands } of grammar.prototypes.values()) {
    const all = [sets, ...Array.from(commands?.values() ?? [], (layout) => layout.sets)].flat();
    for (const set of all) if (set !== null) expect([...grammar.sets.keys()]).toContain(set);
  }
});
