import { describe, expect, test } from "vitest";
import { onlyRecord } from "./parse-text.ts";

const PLAIN = { call: "pread64", fd: 3, size: 64, offset: 128, result: 64 };

describe("data arguments do not disturb what follows them", () => {
  test.each([
    '"a"',
    '"a"...',
    '""...',
    "NULL",
    "0x7ffc57977be0",
    "0",
    '") = 5 <0.1>"',
    '" <unfinished ...>"...',
    '"[pid 1] read(1, \\"\\", 20"',
    '"\\\\"',
    '"\\\\\\""',
    '"a, b\\"), 1, 2) = 3"',
    '"/* not a comment */"',
    '"\\1\\203W!\\0"...',
    '"\\x41\\x42"...',
  ])("%s", (data) => {
    expect(onlyRecord(`pread64(3, ${data}, 64, 128) = 64`)).toEqual(PLAIN);
  });
});

describe("a descriptor", () => {
  test.each([
    ["3</data/x.sst>", 3, "/data/x.sst"],
    ["3</data/x.sst>(deleted)", 3, "/data/x.sst"],
    ["3</data/x.sst (deleted)>", 3, "/data/x.sst"],
    ["3</srv/data/table (old) #2.sst>(deleted)", 3, "/srv/data/table (old) #2.sst"],
    ["3</a\\74b\\76>", 3, "/a<b>"],
    ['3</a\\"b\\\\c>', 3, '/a"b\\c'],
    ["3</x, y) = 5>", 3, "/x, y) = 5"],
    ["3<pipe:[225135]>", 3, "pipe:[225135]"],
    ["3<TCP:[127.0.0.1:47600->127.0.0.1:44569]>", 3, "TCP:[127.0.0.1:47600->127.0.0.1:44569]"],
    ['3<UNIX-STREAM:[225165,"io/s>o\\"ck"]>', 3, 'UNIX-STREAM:[225165,"io/s>o"ck"]'],
    ["3</dev/null<char 1:3>>", 3, "/dev/null"],
    ["3</dev/ptmx<char 5:2 @/dev/pts/3>>", 3, "/dev/ptmx"],
    ["3</a->", 3, "/a-"],
    ["3<UNIX-STREAM:[225141->225142]>", 3, "UNIX-STREAM:[225141->225142]"],
    ['3<UNIX-STREAM:[5->6,"/a[b->"]>', 3, 'UNIX-STREAM:[5->6,"/a[b->"]'],
    ["3<TCPv6:[[::1]:80->[::1]:5]>", 3, "TCPv6:[[::1]:80->[::1]:5]"],
    ["3</tmp/x> [system_u:object_r:tmp_t:s0]", 3, "/tmp/x"],
    ["fd=3</x>", 3, "/x"],
    ["0x3", 3, undefined],
    ["-1", -1, undefined],
    ["0xffffffff", -1, undefined],
    ["3 /* a comment */", 3, undefined],
  ])("%s", (text, fd, path) => {
    expect(onlyRecord(`pread64(${text}, "a", 64, 128) = 64`)).toEqual({ ...PLAIN, fd, path });
  });

  test.each(["AT_FDCWD", "-100", "-100 /* AT_FDCWD */", "0xffffff9c", "AT_FDCWD</home>"])(
    "the working directory is -100: %s",
    (directory) => {
      expect(onlyRecord(`openat(${directory}, "/x", O_RDONLY) = 3`)).toMatchObject({ fd: -100, path: "/x" });
    },
  );
});

describe("a path is one string however it was printed", () => {
  test.each([
    ["/data/\\303\\244", "/data/ä"],
    ["/data/\\xc3\\xa4", "/data/ä"],
    ["/data/\u00e4", "/data/ä"],
    ['a\\tb\\nc\\\\d\\"e', 'a\tb\nc\\d"e'],
    ["x\\0001", "x\u00001"],
    ["\\177\\7a", "\u007f\u0007a"],
    ["bad\\377", "bad\\377"],
    ["bad\\xff\\x01", "bad\\377\u0001"],
  ])("%s", (printed, path) => {
    expect(onlyRecord(`open("${printed}", O_RDONLY) = 3`).path).toBe(path);
    expect(onlyRecord(`read(3<${printed}>, "", 1) = 0`).path).toBe(path);
  });

  test.each(["/a (deleted)", "a<b>"])("an argument is the whole name: %s", (path) => {
    expect(onlyRecord(`unlink("${path}") = 0`).path).toBe(path);
  });
});

describe("offset and size", () => {
  test.each([
    ["11177", 11_177],
    ["-1", -1],
    ["0x1000", 4096],
    ["18446744073709551615", -1],
    ["0xffffffffffffffff", -1],
    ["9223372036854775807", 9_223_372_036_854_775_807n],
    ["9007199254740993", 9_007_199_254_740_993n],
    ["offset=5", 5],
  ])("an offset is a signed number of 64 bits: %s", (text, offset) => {
    expect(onlyRecord(`pread64(3, "", 10, ${text}) = 0`).offset).toBe(offset);
  });

  test.each([
    ["18446744073709551615", 18_446_744_073_709_551_615n],
    ["1844674407370955161", 1_844_674_407_370_955_161n],
    ["0x10", 16],
  ])("a size is never negative: %s", (text, size) => {
    expect(onlyRecord(`pread64(3, 0x7f, ${text}, 0) = 0`).size).toBe(size);
  });
});

describe("calls with arguments of their own", () => {
  test.each([
    ['readv(3, [{iov_base="hello", iov_len=5}, {iov_base=NULL, iov_len=2}], 2) = 5', { size: 7 }],
    ['readv(3, [{"hello", 5}, {NULL, 0}], 2) = 5', { size: 5 }],
    ["readv(3, [{iov_base=0x7f, iov_len=5}, ...], 40) = 5", { size: undefined }],
    ["readv(3, [{iov_base=0x7f, iov_len=5}, ... /* 0x7f01 */], 40) = 5", { size: undefined }],
    ["readv(3, [], 0) = 0", { size: 0 }],
    [
      'writev(3, [{iov_base="a"..., iov_len=18446744073709551615}, {iov_base="b", iov_len=5}], 2) = -1 EINVAL (x)',
      { size: 18_446_744_073_709_551_620n },
    ],
    ["readv(3, NULL, 0) = 0", { size: 0 }],
    ["readv(3, [?] 0x20, 2) = -1 EFAULT (Bad address)", { size: undefined, error: "EFAULT" }],
    ["readv(3, 0xffca73d0, 2) = -1 EFAULT (Bad address)", { size: undefined }],
    [
      'preadv2(4, [{iov_base="a"..., iov_len=100}], 1, 4096, RWF_NOWAIT) = 100',
      { offset: 4096, flags: "RWF_NOWAIT" },
    ],
    [
      "syscall_0x147(0x4, 0x7ffc, 0x1, 0x1000, 0, 0x8) = 0x64",
      { call: "preadv2", offset: 4096, flags: "1, RWF_NOWAIT", result: 100 },
    ],
    ["lseek(3, -10, SEEK_END) = 90", { call: "lseek", offset: -10, flags: "SEEK_END", result: 90 }],
    [
      "_llseek(3, 4294967296, [4294967296], SEEK_SET) = 0",
      { call: "lseek", offset: 2 ** 32, result: 2 ** 32 },
    ],
    ["_llseek(3, 0, [9223372036854775807], SEEK_END) = 0", { result: 9_223_372_036_854_775_807n }],
    [
      "copy_file_range(3, [16], 4, [64], 4096, 0) = 4096",
      { fd: 3, offset: 16, fds: [4], offset2: 64, size: 4096 },
    ],
    [
      "copy_file_range(3, NULL, 1, NULL, 9223372035781033984, 0) = 3",
      { fds: [1], size: 9_223_372_035_781_033_984n },
    ],
    ["sendfile(4, 3, [7] => [307], 300) = 300", { fd: 3, fds: [4], offset: 7, size: 300 }],
    ["sendfile(4, 3, [7 => 307], 300) = 300", { fd: 3, fds: [4], offset: 7, size: 300 }],
    [
      "sendfile(4</b>, 3</a>, NULL, 300) = 300",
      { fd: 3, path: "/a", fds: [4], paths: ["/b"], offset: undefined },
    ],
    ["dup2(3, 50) = 50", { fd: 3, fds: [50], result: 50 }],
    [
      "pipe2([14<pipe:[1]>, 15<pipe:[1]>], O_CLOEXEC) = 0",
      { fd: undefined, fds: [14, 15], paths: ["pipe:[1]", "pipe:[1]"] },
    ],
    ["fcntl(3, F_DUPFD_CLOEXEC, 60) = 61", { flags: "F_DUPFD_CLOEXEC, 60" }],
    [
      "fcntl(3, F_GETFL) = 0x8802 (flags O_RDWR|O_NONBLOCK|O_LARGEFILE)",
      { flags: "F_GETFL", result: 0x8802 },
    ],
    [
      "fcntl64(3, F_SETLK, {l_type=F_RDLCK, l_len=1}) = 0",
      { call: "fcntl", flags: "F_SETLK, {l_type=F_RDLCK, l_len=1}" },
    ],
    [
      "mmap(NULL, 8192, PROT_READ, MAP_SHARED, 3, 0x1000) = 0x7f0000000000",
      { fd: 3, offset: 4096, flags: "PROT_READ, MAP_SHARED" },
    ],
    [
      "mmap(0x7f, 4096, PROT_READ, MAP_FIXED|21<<MAP_HUGE_SHIFT, 3, 0) = 0x7f",
      { flags: "PROT_READ, MAP_FIXED|21<<MAP_HUGE_SHIFT" },
    ],
    [
      'openat2(3, "x", {flags=O_RDWR|O_CREAT, mode=0644, resolve=0}, 24) = 4',
      { flags: "O_RDWR|O_CREAT, 0644", path: "x" },
    ],
    ['openat2(3, "x", {root=4</a\\"b>, flags=O_RDWR}, 24) = 5', { flags: "O_RDWR" }],
    [
      'openat(-100 /* AT_FDCWD */, "d", 0x80000 /* O_RDONLY|O_CLOEXEC */) = 3',
      { flags: "O_RDONLY|O_CLOEXEC" },
    ],
    ["lseek(3, 1, 0x63 /* SEEK_??? */) = -1 EINVAL (Invalid argument)", { flags: "0x63" }],
    // recorded with -X verbose of strace 6.1
    [
      "socket(0x1 /* AF_UNIX */, 0x1 /* SOCK_STREAM */|0x80000 /* SOCK_CLOEXEC */, 0) = 7",
      { flags: "AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP" },
    ],
    [
      "clone(child_stack=NULL, flags=0x1200000 /* CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID */|17 /* SIGCHLD */, child_tidptr=0x7f) = 11",
      { flags: "CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|SIGCHLD" },
    ],
    [
      "clone3({flags=0x3d0f00 /* CLONE_VM|CLONE_FILES */, stack=0x7f} => {parent_tid=[11]}, 88) = 11",
      { flags: "CLONE_VM|CLONE_FILES" },
    ],
    [
      'openat(-100 /* AT_FDCWD */</home/a, b>, "x", 0 /* O_RDONLY */) = 3</home/a, b/x>',
      { fd: -100, path: "x", flags: "O_RDONLY", resultPath: "/home/a, b/x" },
    ],
    // recorded with -s 0
    ["pipe2([...], O_CLOEXEC) = 0", { fds: undefined, flags: "O_CLOEXEC" }],
    ["pipe2([3, ...], O_CLOEXEC) = 0", { fds: [3] }],
    ['openat(AT_FDCWD, "x", O_RDONLY) = 3</abs/x>', { path: "x", resultPath: "/abs/x" }],
    ["getdents64(7, /* 9 entries */, 32768) = 264", { fd: 7, size: 32_768 }],
    ["getdents64(7, 0x7ffc /* 9 entries */, 32768) = 264", { fd: 7, size: 32_768 }],
    ['rename("a", "b") = 0', { path: "a", paths: ["b"] }],
    ["cachestat(3, {off=4096, len=8192}, {nr_cache=2}, 0) = 0", { offset: 4096, size: 8192 }],
    [
      "sync_file_range2(3, SYNC_FILE_RANGE_WRITE, 0, 4096) = 0",
      { call: "sync_file_range", flags: "SYNC_FILE_RANGE_WRITE" },
    ],
    ["64:readv(0x3, 0x7ffd0000, 0x2) = 0x20", { call: "readv", fd: 3, result: 32 }],
    ["readv#64(0x3, 0x7ffd0000, 0x2) = 0x20", { call: "readv", fd: 3, result: 32 }],
    [
      "clone(child_stack=0x7f00, flags=CLONE_VM|CLONE_FILES|0x100, parent_tidptr=0x7f01, tls=0x7f02, child_tidptr=0x7f03) = 11",
      { flags: "CLONE_VM|CLONE_FILES|0x100" },
    ],
    [
      "clone3({flags=CLONE_VM|CLONE_FILES, exit_signal=0, stack=0x7f00} => {parent_tid=[11]}, 88) = 11",
      { flags: "CLONE_VM|CLONE_FILES" },
    ],
    ['execve("/bin/x", ["x"], [/* 21 vars */]) = 0', { path: "/bin/x" }],
    [
      'newfstatat(3, "", {st_mode=S_IFREG|0644, st_size=2097152, ...}, AT_EMPTY_PATH) = 0',
      { fd: 3, path: "", flags: "AT_EMPTY_PATH" },
    ],
    [
      'recvmsg(9, {msg_name=NULL, msg_namelen=0, msg_iov=[{iov_base="x", iov_len=1}], msg_iovlen=1, msg_control=[{cmsg_len=20, cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=[7, 8]}], msg_controllen=24, msg_flags=0}, 0) = 1',
      { size: 1, fds: [7, 8] },
    ],
    [
      'recvmsg(9, {msg_iov=[{iov_base="x", iov_len=1}], msg_control=[{cmsg_type=SCM_RIGHTS, cmsg_data=[7</a\\"b>(deleted), 8]}]}, 0) = 1',
      { size: 1, fds: [7, 8], paths: ['/a"b', null] },
    ],
    [
      'sendmmsg(9, [{msg_hdr={msg_iov=[{iov_base="x", iov_len=3}], msg_iovlen=1}, msg_len=3}, {msg_hdr={msg_iov=[{iov_base="y", iov_len=4}], msg_iovlen=1}, msg_len=4}], 2, 0) = 2',
      { size: 7 },
    ],
  ])("%s", (line, expected) => {
    const record: Readonly<Record<string, unknown>> = onlyRecord(line);
    for (const [name, value] of Object.entries(expected)) expect(record[name]).toEqual(value);
  });

  test("a call with fewer arguments than its prototype is not read", () => {
    expect(() => onlyRecord("pread64(3, 64) = 64")).toThrow("0 records");
  });
});
