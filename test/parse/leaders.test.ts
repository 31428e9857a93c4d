import { describe, expect, test } from "vitest";
import { parseText, type ReadRecord, recordsOf } from "./parse-text.ts";

const CALL = 'pread64(3, "a"..., 64, 128) = 64';
const only = (leader: string): ReadRecord | undefined => recordsOf(parseText(`${leader}${CALL}\n`))[0];
const starts = (text: string): (number | undefined)[] => recordsOf(parseText(text)).map(({ start }) => start);

describe("what stands before a call", () => {
  test.each([
    ["", 0],
    ["[pid   978] ", 978],
    ["[pid 1234605] ", 1_234_605],
    ["978   ", 978],
    ["1234605 ", 1_234_605],
    ["26823<mtread> ", 26_823],
    ["[pid 26885<mtread>] ", 26_885],
    ["[pid 25065<w\\76x] (y>] ", 25_065],
    // cut at 15 bytes, of which the last is no arrow
    ["14189<my-long-thread-> 14:24:29 ", 14_189],
    ['14190<a,\\"b@\\74[c-\\76> 14:24:29 ', 14_190],
    ["[pid 14190<a [b->] ", 14_190],
    ["978   [unconfined_u:unconfined_r:unconfined_t:s0-s0:c0.c1023] 09:49:40 ", 978],
    ["[unconfined_t] ", 0],
    ["09:49:40 ", 0],
    ["978   09:49:40.123456 ", 978],
    ["978   1796032183.259884 ", 978],
    ["26258 1796032184 ", 26_258],
    ["1796032184 ", 0],
    ["25724      0.000167 ", 25_724],
    ["     0.000167 ", 0],
    ["     0 ", 0],
    ["978   09:49:43 (+     0.000121) ", 978],
    ["1796032183.259884 (+     0.000290) ", 0],
    ["[  17] ", 0],
    ["[???] [????????????????] ", 0],
    ["[00007f3c94a5e417] ", 0],
    ["[f7f2a000] ", 0],
    ["[pid   978] 09:49:40 [  17] [00007f57c3989417] ", 978],
  ])("%j is read and does not change the call", (leader, tid) => {
    expect(only(leader)).toMatchObject({ tid, call: "pread64", fd: 3, size: 64, offset: 128, result: 64 });
  });

  test("times count from the first line, with as many digits as are printed", () => {
    expect(starts(`10:00:00 ${CALL}\n10:00:01 ${CALL}\n`)).toEqual([0, 1e9]);
    expect(starts(`10:00:00.5 ${CALL}\n10:00:01.000001 ${CALL}\n`)).toEqual([0, 500_001_000]);
    expect(starts(`1796032184.330904221 ${CALL}\n1796032185.330904222 ${CALL}\n`)).toEqual([
      0, 1_000_000_001,
    ]);
  });

  test("the origin is what the first line shows", () => {
    expect(parseText(`1796032184.330904221 ${CALL}\n`).origin).toBe(1_796_032_184_330_904_221n);
    expect(parseText(`01:00:00.25 ${CALL}\n`).origin).toBe(3_600_250_000_000n);
    expect(parseText(`     0.000000 ${CALL}\n`).origin).toBe(0n);
    expect(starts(`${CALL}\n`)).toEqual([undefined]);
  });

  test("time goes on at midnight", () => {
    expect(starts(`23:59:59 ${CALL}\n00:00:01 ${CALL}\n00:00:02 ${CALL}\n`)).toEqual([0, 2e9, 3e9]);
  });

  test("a leap second, 23:59:60, is a time, and what is later than that is none", () => {
    expect(starts(`23:59:59 ${CALL}\n23:59:60 ${CALL}\n`)).toEqual([0, 1e9]);
    expect(parseText(`23:59:60 ${CALL}\n`).origin).toBe(86_400_000_000_000n);
    expect(parseText(`23:59:61 ${CALL}\n`).origin).not.toBe(86_401_000_000_000n);
  });

  test("a line that ends earlier than the one before may step back", () => {
    expect(starts(`10:00:05 ${CALL}\n10:00:04 ${CALL}\n`)).toEqual([0, -1e9]);
  });

  test("relative times add up over all lines, also those that are no calls", () => {
    const text = [
      `7  0.000000 ${CALL}`,
      "7  0.000010 --- SIGALRM {si_signo=SIGALRM} ---",
      `7  0.000005 ${CALL}`,
      "7  0.000001 +++ exited with 0 +++",
      `8  0.000001 ${CALL}`,
    ];
    expect(starts(`${text.join("\n")}\n`)).toEqual([0, 15_000, 17_000]);
  });

  test("a line that stops in a leader is read for itself", () => {
    for (const line of ["[", "[p", "[pi", "[pid", "[pid ", "[pid 7", "[pid 7<", "7<", "10:0", "(+"]) {
      // the line after it would go on with the leader, up to where nothing is any more
      const { lineKinds } = parseText(`${line}\n  12<abc`);
      expect(lineKinds.output).toBe(2);
    }
  });

  test("brackets of other programs are no leaders", () => {
    for (const line of [
      "[==========] Running 1 test",
      "[ RUN      ] DB.Compact",
      "[       OK ] DB.Compact (13 ms)",
    ]) {
      expect(parseText(`${line}\n`).lineKinds.output).toBe(1);
    }
  });
});

describe("which thread a line without pid belongs to", () => {
  const tids = (...lines: string[]): number[] =>
    recordsOf(parseText(`${lines.join("\n")}\n`)).map(({ tid }) => tid);

  test("the first process has no pid until its first child attaches", () => {
    expect(tids(CALL, "strace: Process 12 attached", `[pid 11] ${CALL}`, `[pid 12] ${CALL}`)).toEqual([
      11, 11, 12,
    ]);
  });

  test("the last one left has none either, whoever it is", () => {
    const lines = [CALL, "strace: Process 12 attached", `[pid 11] ${CALL}`, "[pid 11] +++ exited with 0 +++"];
    expect(tids(...lines, CALL, `[pid 12] ${CALL}`)).toEqual([11, 11, 12, 12]);
  });

  test("a child that attaches after its parent has gone owns the lines that follow", () => {
    const clone = "clone(child_stack=NULL, flags=SIGCHLD) = 12";
    const gone = ["exit_group(0) = ?", "+++ exited with 0 +++", "strace: Process 12 attached"];
    expect(tids(clone, ...gone, CALL)).toEqual([0, 0, 12]);
  });

  test("a thread id that is used again after its exit is another thread", () => {
    const trace = parseText(`7 ${CALL}\n7 +++ exited with 0 +++\n7 ${CALL}\n7 ${CALL}\n`);
    expect(trace.threads.map(({ tid }) => tid)).toEqual([7, 7]);
    expect([...trace.table.thread]).toEqual([0, 1, 1]);
  });

  test("where strace is quiet about exits, clone tells that a thread id starts anew", () => {
    const trace = parseText(`7 ${CALL}\n6 clone(child_stack=NULL, flags=SIGCHLD) = 7\n7 ${CALL}\n`);
    expect(trace.threads.map(({ tid }) => tid)).toEqual([7, 6, 7]);
  });

  test("a child may print before its clone returns", () => {
    const lines = [
      "6 clone(child_stack=NULL, flags=SIGCHLD <unfinished ...>",
      `7 ${CALL}`,
      "6 <... clone resumed>) = 7",
    ];
    expect(tids(...lines, `7 ${CALL}`)).toEqual([6, 7, 7]);
    expect(parseText(`${lines.join("\n")}\n7 ${CALL}\n`).threads).toHaveLength(2);
  });
});
