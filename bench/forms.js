/**
 * The forms that one trace can be written in. A form says how strace prints what precedes the call
 * (`leader`), descriptors, strings, arguments and the latency, and how it splits a call in two (`halves`).
 */
import { mix } from "./random.js";

const pad = (value, width) => String(value).padStart(width, "0");

/** `15:59:08` */
function clock(microseconds) {
  const seconds = Math.floor(microseconds / 1e6) % 86_400;
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
}

const decimal = (microseconds) => `${Math.floor(microseconds / 1e6)}.${pad(microseconds % 1e6, 6)}`;
const bracketed = (tid) => `[pid ${String(tid).padStart(5)}] `;
const bare = (tid) => `${String(tid).padEnd(5)} `;
const instruction = (tid) => `[00007f${mix(tid).toString(16).padStart(8, "0")}9a] `;
const none = () => "";

/** What strace 5.0 to 6.15 prints for `-f -T -t` on stderr. */
const reference = {
  leader: (tid, now) => `${bracketed(tid)}${clock(now)} `,
  fd: (fd) => String(fd),
  name: none,
  escapeBytes: escapeOctal,
  latency: (microseconds) => ` <${decimal(microseconds)}>`,
  halves: { cut: ",  <unfinished ...>", cutAtEnd: " <unfinished ...>", resumed: "", resumedEnd: "" },
  /** What is done to a line when it is complete. */
  dress: (line) => line,
  end: "\n",
  /** Share of the calls that another thread's line splits in two. */
  cut: 0.03,
};

/** Three more digits, which the clock of the generator lacks. */
const withNanoseconds = (microseconds) => `${decimal(microseconds)}${pad(mix(microseconds) % 1000, 3)}`;
const PATHS = Array.from({ length: 1024 }, (_, fd) => `${fd}</var/lib/store/db/${pad(fd * 7, 6)}.sst>`);

/** By name; the options of strace that print them are given for those whose name does not show them. */
export const FORMS = {
  reference,
  /** `-o -t` */
  "tid first": { ...reference, leader: (tid, now) => `${bare(tid)}${clock(now)} ` },
  /** `-tt` */
  microseconds: {
    ...reference,
    leader: (tid, now) => `${bracketed(tid)}${clock(now)}.${pad(now % 1e6, 6)} `,
  },
  /** `-o -ttt` */
  epoch: { ...reference, leader: (tid, now) => `${bare(tid)}${decimal(1.75e15 + now)} ` },
  "no time": { ...reference, leader: bracketed },
  "no latency": { ...reference, latency: none },
  /** `--syscall-times=ns` */
  nanoseconds: { ...reference, latency: (microseconds) => ` <${withNanoseconds(microseconds)}>` },
  /** `-r` */
  relative: { ...reference, leader: (tid, _, step) => `${bracketed(tid)}${decimal(step).padStart(13)} ` },
  /** `-r -ttt` */
  "epoch and relative": {
    ...reference,
    leader: (tid, now, step) =>
      `${bracketed(tid)}${decimal(1.75e15 + now)} (+${decimal(step).padStart(13)}) `,
  },
  /** `-n -i` */
  "number and pointer": {
    ...reference,
    leader: (tid, now) => `${bracketed(tid)}${clock(now)} [  17] ${instruction(tid)}`,
  },
  /** `-Y` */
  comm: { ...reference, leader: (tid, now) => `[pid ${tid}<rocksdb:low0>] ${clock(now)} ` },
  /** `-y` */
  paths: { ...reference, fd: (fd) => PATHS[fd % 1024] },
  /** `-N` */
  "argument names": { ...reference, name: (name) => `${name}=` },
  /** `-xx` */
  hexadecimal: { ...reference, escapeBytes: escapeHex },
  "CR LF": { ...reference, end: "\r\n" },
  "all cut": { ...reference, cut: 1 },
  "all cut 4.x": {
    ...reference,
    cut: 1,
    halves: { ...reference.halves, resumed: " ", resumedEnd: " " },
  },
  "all cut 6.16": {
    ...reference,
    cut: 1,
    halves: { ...reference.halves, cut: " <unfinished ...>", resumed: ", " },
  },
  /** `--color=always` of strace 7 */
  colour: { ...reference, dress: colourRead },
};

/** `\1\203W!` as strace prints bytes: the shortest octal, three digits where a digit follows. */
function escapeOctal(bytes) {
  let text = "";
  bytes.forEach((byte, at) => {
    const next = bytes[at + 1] ?? 0;
    const isDigitNext = next >= 0x30 && next <= 0x39;
    if (byte === 0x22 || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte >= 0x20 && byte < 0x7f) text += String.fromCharCode(byte);
    else if (byte >= 9 && byte <= 13) text += `\\${"tnvfr"[byte - 9]}`;
    else text += `\\${isDigitNext ? byte.toString(8).padStart(3, "0") : byte.toString(8)}`;
  });
  return text;
}

function escapeHex(bytes) {
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

/** `pread64(3, "..."..., 784, 64) = 784 <0.000007>` with colours where strace 7 puts them. */
function colourRead(line) {
  return line.replace(
    /(\w+)\((\d+), ("(?:[^"\\]|\\.)*")\.\.\., (\d+), (\d+)\) += (\d+) <([\d.]+)>$/,
    "\x1b[33m$1\x1b[0m(\x1b[35m$2\x1b[0m\x1b[0m, \x1b[35m$3\x1b[0m...\x1b[35m\x1b[0m, \x1b[35m$4\x1b[0m, " +
      "\x1b[35m$5\x1b[0m)\x1b[0m \x1b[0m=\x1b[0m\x1b[0m \x1b[32m$6\x1b[0m \x1b[32m\x1b[0m" +
      "<\x1b[35m$7\x1b[0m>\x1b[35m\x1b[0m\x1b[0m",
  );
}
