import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { Progress } from "../../src/cli/output/progress.ts";
import { AFTER, BEFORE, runMain } from "./memory-io.ts";

const CLEAR = "\r\u001b[K";

/** A terminal and a clock that the test moves on. */
class Stage {
  clock = 0;
  lines: string[] = [];
  readonly terminal = new Writable({
    write: (chunk, _encoding, done) => {
      this.lines.push(String(chunk).replace(CLEAR, "|"));
      done();
    },
  });

  progress(total: number | null): Progress {
    return new Progress(
      () => this.terminal,
      () => this.clock,
      total,
    );
  }
}

describe("progress", () => {
  test("is silent about work that is over soon", () => {
    const stage = new Stage();
    const progress = stage.progress(1e6);
    stage.clock = 499;
    progress.advance(1e6);
    progress.turnTo("comparing");
    progress.clear();
    expect(stage.lines).toEqual([]);
  });

  test("tells share, bytes and speed, then what follows, and is taken away", () => {
    const stage = new Stage();
    const progress = stage.progress(2.5e9);
    stage.clock = 1000;
    progress.advance(300e6);
    stage.clock = 2000;
    progress.advance(900e6);
    progress.turnTo("comparing");
    progress.clear();
    expect(stage.lines).toEqual([
      "|reading 12 %  300 MB of 2.5 GB  300 MB/s",
      "|reading 48 %  1.2 GB of 2.5 GB  600 MB/s",
      "|comparing",
      "|",
    ]);
  });

  test("tells no share of what has no known size", () => {
    const stage = new Stage();
    const progress = stage.progress(null);
    stage.clock = 2000;
    progress.advance(50e6);
    expect(stage.lines).toEqual(["|reading 50 MB  25 MB/s"]);
  });

  test("writes ten lines a second at most", () => {
    const stage = new Stage();
    const progress = stage.progress(1e9);
    for (stage.clock = 0; stage.clock < 2000; stage.clock++) progress.advance(1000);
    expect(stage.lines).toHaveLength(15);
  });
});

describe("the program", () => {
  let clock = 0;
  const slow = { now: (): number => (clock += 400), stderrIsTerminal: (): boolean => true };

  test("shows progress on a terminal only, and nowhere in the report", async () => {
    const shown = await runMain([BEFORE, AFTER], slow);
    expect(shown.stderr).toMatch(/reading 100 % {2}0 MB of 0 MB/);
    expect(shown.stderr.endsWith(CLEAR)).toBe(true);
    const hidden = await runMain([BEFORE, AFTER], { ...slow, stderrIsTerminal: () => false });
    expect(hidden.stderr).toBe("");
    expect(hidden.stdout).toBe(shown.stdout);
  });

  test("takes the progress away before it tells trouble", async () => {
    const run = await runMain([BEFORE, import.meta.filename], slow);
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(`${CLEAR}tracediff: no strace calls found`);
  });

  test("logs instead of showing progress", async () => {
    const run = await runMain(["--log-level", "info", BEFORE, AFTER], slow);
    expect(run.stderr).not.toContain(CLEAR);
  });
});
