/**
 * Writes large traces that look like recordings: about 125 bytes a line, several threads and files, latencies in
 * microseconds that are lognormal, a few percent of the calls cut in two. The same arguments give the same bytes.
 *
 *   node bench/generate.js --calls 2000000 --edits 200 before.log after.log
 *   node bench/generate.js --calls 1000000 --share 0.1 --threads 8 --files 24 --form epoch before.log after.log
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { FORMS } from "./forms.js";
import { applyEdit, Edits, ThreadPattern } from "./pattern.js";
import { mix, Random } from "./random.js";

const DEFAULTS = {
  calls: 100_000,
  threads: 8,
  files: 24,
  seed: 1,
  form: "reference",
  edits: {},
  otherSchedule: false,
};

/**
 * One pattern run twice, with other thread ids, times and latencies; the second run with the edits.
 *
 * By default both runs interleave their threads in the same way, which is the best case for a line diff: with
 * `otherSchedule` each has its own, as real runs do.
 */
export function generatePair(before, after, options) {
  const pattern = { ...DEFAULTS, ...options };
  const schedule = pattern.otherSchedule ? 2 : 1;
  generateTrace(
    before,
    { ...pattern, edits: {} },
    { seed: 11, schedule: 1, firstTid: 1_444_170, startsAt: 57_548 },
  );
  generateTrace(after, pattern, { seed: 12, schedule, firstTid: 1_501_089, startsAt: 57_787 });
}

/** `startsAt` in seconds of the day. */
function generateTrace(path, pattern, { seed, schedule, firstTid, startsAt }) {
  const form = FORMS[pattern.form];
  if (form === undefined) throw new Error(`unknown form ${pattern.form}: ${Object.keys(FORMS).join(", ")}`);
  const callsPerThread = Math.ceil(pattern.calls / pattern.threads);
  const edits = new Edits(pattern.edits, pattern.seed, pattern.threads, callsPerThread);
  const threads = Array.from({ length: pattern.threads }, (_, thread) => ({
    tid: firstTid + thread,
    pattern: new ThreadPattern(pattern.seed, thread, pattern.files),
    done: 0,
    /** The rest of a call that was split ("" if an edit took the call out); the thread can start no other before. */
    rest: undefined,
  }));
  const output = new TraceWriter(path, form, new Random(seed), startsAt * 1e6);
  const order = new Random(pattern.seed, schedule, 0x0c4);
  let running = threads.slice();
  let burst = 0;
  let thread = running[0];
  while (running.length > 0) {
    // A thread runs a few calls in a row; one whose call is cut waits until another thread has written.
    if (burst-- <= 0 || thread.rest !== undefined || thread.done === callsPerThread) {
      const previous = thread;
      thread = running[order.below(running.length)];
      burst = order.below(8);
      if (thread !== previous || running.length === 1) output.resume(thread);
    }
    if (thread.rest !== undefined) continue;
    if (thread.done === callsPerThread) {
      running = running.filter((other) => other !== thread);
      continue;
    }
    const request = thread.pattern.next();
    const edited = applyEdit(edits.at(thread.tid - firstTid, thread.done, request), request);
    thread.done++;
    // Drawn even if the edit leaves no call, so that edits do not change the schedule.
    const isCut = order.chance(form.cut);
    if (isCut) thread.rest = "";
    for (const [at, call] of edited.entries()) output.call(thread, call, isCut && at === edited.length - 1);
  }
  output.close();
}

/** Writes requests as lines. */
class TraceWriter {
  #file;
  #form;
  #random;
  #now;
  #step = 0;
  #strings;
  #text = "";

  constructor(path, form, random, now) {
    this.#file = openSync(path, "w");
    this.#form = form;
    this.#random = random;
    this.#now = now;
    this.#strings = dataStrings(form.escapeBytes);
  }

  call(thread, request, isCut) {
    const form = this.#form;
    this.#tick();
    const leader = form.leader(thread.tid, this.#now, this.#step);
    const { head, tail, isReading } = this.#words(request);
    if (!isCut) {
      const line = `${leader}${head}${isReading ? ", " : ""}${tail})`;
      this.#line(`${line.length < 40 ? line.padEnd(40) : `${line} `}= ${this.#result(request)}`);
      return;
    }
    // What strace knows at the start of a call: all of a write, only the descriptor of a read.
    const { cut, cutAtEnd, resumed, resumedEnd } = form.halves;
    this.#line(`${leader}${head}${isReading ? cut : tail + cutAtEnd}`);
    const rest = isReading ? `${resumed}${tail})` : `${resumedEnd})`;
    thread.rest = `<... ${request.call} resumed>${rest} = ${this.#result(request)}`;
  }

  resume(thread) {
    const { rest } = thread;
    thread.rest = undefined;
    if (rest === undefined || rest === "") return;
    this.#tick();
    this.#line(`${this.#form.leader(thread.tid, this.#now, this.#step)}${rest}`);
  }

  close() {
    this.#flush();
    closeSync(this.#file);
  }

  #words({ call, fd, size, offset }) {
    const { name } = this.#form;
    const head = `${call}(${name("fd")}${this.#form.fd(fd)}`;
    switch (call) {
      case "fdatasync":
        return { head, tail: "", isReading: false };
      case "readahead":
        return { head, tail: `, ${name("offset")}${offset}, ${name("count")}${size}`, isReading: false };
      case "pwrite64":
        return { head, tail: `, ${this.#data(size, offset, fd)}`, isReading: false };
      default:
        return { head, tail: this.#data(size, offset, fd), isReading: true };
    }
  }

  /** What a request transfers depends on the request alone: two runs read the same data. */
  #data(size, offset, fd) {
    const { name } = this.#form;
    const string = this.#strings[mix(offset ^ (size * 31) ^ fd) % this.#strings.length];
    return `${name("buf")}"${string}"..., ${name("count")}${size}, ${name("offset")}${offset}`;
  }

  #result({ call, size, result }) {
    const isData = call === "pread64" || call === "pwrite64";
    const latency = Math.max(4, Math.round(this.#random.lognormal(call === "fdatasync" ? 900 : 60, 0.45)));
    return `${isData ? (result ?? size) : 0}${this.#form.latency(latency)}`;
  }

  #tick() {
    this.#step = 5 + this.#random.below(20);
    this.#now += this.#step;
  }

  #line(text) {
    this.#text += this.#form.dress(text) + this.#form.end;
    if (this.#text.length > 1 << 18) this.#flush();
  }

  #flush() {
    writeSync(this.#file, this.#text, undefined, "latin1");
    this.#text = "";
  }
}

/** What strace shows of a kilobyte of files: 32 bytes each of padding, keys and values, text, compressed blocks. */
function dataStrings(escapeBytes) {
  const random = new Random(0xda7a);
  const zeros = () => 0;
  const text = () => 0x20 + random.below(95);
  const small = () => (random.chance(0.7) ? 0 : random.below(64));
  const any = () => random.below(256);
  return Array.from({ length: 1024 }, () => {
    const byte = [zeros, text, text, text, small, small, any][random.below(7)];
    return escapeBytes(Array.from({ length: 32 }, (_, at) => (at < 4 ? any() : byte())));
  });
}

if (import.meta.filename === process.argv[1]) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      calls: { type: "string", default: String(DEFAULTS.calls) },
      threads: { type: "string", default: String(DEFAULTS.threads) },
      files: { type: "string", default: String(DEFAULTS.files) },
      seed: { type: "string", default: String(DEFAULTS.seed) },
      form: { type: "string", default: DEFAULTS.form },
      edits: { type: "string", default: "0" },
      share: { type: "string", default: "0" },
      "other-schedule": { type: "boolean", default: false },
    },
  });
  const [before, after] = positionals;
  if (before === undefined || after === undefined) throw new Error("give two paths: before and after");
  generatePair(before, after, {
    calls: Number(values.calls),
    threads: Number(values.threads),
    files: Number(values.files),
    seed: Number(values.seed),
    form: values.form,
    edits: Number(values.share) > 0 ? { share: Number(values.share) } : { count: Number(values.edits) },
    otherSchedule: values["other-schedule"],
  });
}
