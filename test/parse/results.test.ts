import { describe, expect, test } from "vitest";
import { onlyRecord, parseText, recordsOf } from "./parse-text.ts";

const CALL = "read(3, 0x7ffd, 16)";

describe("what stands behind the equals sign", () => {
  test.each([
    ["= 16", { result: 16 }],
    ["= 16 <0.000084>", { result: 16, latency: 84_000 }],
    ["= 16 <0.000009474>", { result: 16, latency: 9474 }],
    ["= 16 <0.012>", { result: 16, latency: 12_000_000 }],
    ["= 16 <3>", { result: 16, latency: 3_000_000_000 }],
    ["= 16 <12.500000>", { result: 16, latency: 12_500_000_000 }],
    ["= 0x10", { result: 16 }],
    ["= 9223372036854775807", { result: 9_223_372_036_854_775_807n }],
    ["= 16</data/x>", { result: 16, resultPath: "/data/x" }],
    ["= 16</data/x>(deleted) <0.000001>", { result: 16, resultPath: "/data/x", latency: 1000 }],
    ["= 16</data/x> [unconfined_u:object_r:tmp_t:s0]", { result: 16, resultPath: "/data/x" }],
    ["= 16</data/x (deleted)>", { result: 16, resultPath: "/data/x" }],
    ["= 16</dev/null<char 1:3>>", { result: 16, resultPath: "/dev/null" }],
    [
      "= 14190<my-long-thread-> <0.000077>",
      { result: 14_190, resultPath: "my-long-thread-", latency: 77_000 },
    ],
    ["= 2 /* 5116 in strace's PID NS */", { result: 2 }],
    ["= -1 ENOENT (No such file or directory)", { result: -1, error: "ENOENT" }],
    [
      "= -1 ENOENT (Нет такого файла (или каталога)) <0.000003>",
      { result: -1, error: "ENOENT", latency: 3000 },
    ],
    ["= -1 (errno 4095)", { result: -1, error: "errno 4095" }],
    ["= -1 ERRNO_600 (Unknown error 600)", { result: -1, error: "ERRNO_600" }],
    ["= -1 E??? (errno -5)", { result: -1, error: "E???" }],
    ["= ?", {}],
    ["= ? <unavailable>", {}],
    ["= 0 (Timeout)", { result: 0 }],
    ["= 1 ([{fd=14, revents=POLLIN}])", { result: 1 }],
    ["= 1 (in [14], left {tv_sec=0, tv_nsec=0}) <0.000001>", { result: 1, latency: 1000 }],
    ["= 16 (INJECTED)", { result: 16 }],
    [
      "= -1 EIO (Input/output error) (INJECTED: args, retval) (DELAYED) <0.000007>",
      { result: -1, error: "EIO", latency: 7000 },
    ],
    ["= 16 <Cannot restart pid 10 with ptrace(PTRACE_SYSCALL): Input/output error>", { result: 16 }],
    ["= 16   ", { result: 16 }],
  ])("%s", (result, expected) => {
    const common = { call: "read", fd: 3, size: 16 };
    for (const padding of [" ", "        "]) {
      expect(onlyRecord(`${CALL}${padding}${result}`)).toEqual({ ...common, ...expected });
    }
  });

  test.each(["= 16x", "= 1.5", "= ", "=16", "= 16 <0.1", "= 16 <0.0000000001>", "= -1 enoent", "= 16 \t"])(
    "%s is no result of strace unless blanks alone follow it",
    (result) => {
      const trace = parseText(`${CALL} ${result}\n`);
      expect(trace.table.length).toBe(result.trim() === "= 16" ? 1 : 0);
    },
  );

  test.each(["ERESTARTSYS", "ERESTARTNOINTR", "ERESTARTNOHAND", "ERESTART_RESTARTBLOCK"])(
    "%s is an attempt and no completed call",
    (name) => {
      const trace = parseText(`${CALL} = ? ${name} (To be restarted) <0.040113>\n`);
      expect(trace.table.length).toBe(0);
      expect(trace.restarts).toEqual({ read: 1 });
      expect(trace.lineKinds.call).toBe(1);
    },
  );

  test("an attempt that was split leaves no row behind", () => {
    const text =
      "7 read(3,  <unfinished ...>\n7 <... read resumed>0x7f, 1) = ? ERESTARTSYS (To be restarted)\n";
    const trace = parseText(`${text}7 read(4, "x", 1) = 1\n`);
    expect(recordsOf(trace)).toMatchObject([{ fd: 4, line: 3 }]);
    expect(trace.restarts).toEqual({ read: 1 });
    expect(trace.problems).toEqual([]);
  });

  test("a call that restart_syscall goes on with is a call of that name", () => {
    const trace = parseText("7 restart_syscall(<... resuming interrupted read ...>) = 5\n");
    expect(trace.otherCalls).toEqual({ restart_syscall: 1 });
  });

  test("calls that the table does not know are counted by name", () => {
    const trace = parseText(
      "futex(0x7f, FUTEX_WAKE, 1) = 1\nsyscall_0x1153(0x1, 0, 0, 0, 0, 0) = -1 ENOSYS (x)\n",
    );
    expect(trace.otherCalls).toEqual({ futex: 1, syscall_0x1153: 1 });
    expect(trace.lineKinds.call).toBe(2);
  });
});
