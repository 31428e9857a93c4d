import type { Reporter, TestModule } from "vitest/node";

/** Says at the end of a run how many tests were skipped, and for want of what. */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const { fullName } of module.children.allTests("skipped")) {
        // as testWith puts it into a title
        const tools = /\[needs ([^\]]+)\]/.exec(fullName)?.[1];
        if (tools !== undefined) counts.set(tools, (counts.get(tools) ?? 0) + 1);
      }
    }
    for (const [tools, count] of counts)
      process.stdout.write(` ${count} tests skipped: they need ${tools}\n`);
  }
}
