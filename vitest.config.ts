import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from "vitest/config";
import { SkippedReporter } from "./test/support/skipped-reporter.ts";

/** Where to write the results as JSON as well, and whether to measure coverage: for .ci/run. */
const { TEST_REPORT: report, COVERAGE: coverage } = process.env;

/** What runs the built program, as a process. */
const END_TO_END = ["test/end-to-end/**/*.test.ts", "test/readme.test.ts"];

const shared = {
  setupFiles: ["test/fixed-seed.ts"],
  // For what hangs. All cases of a property, with coverage, may take minutes on a busy machine.
  testTimeout: 600_000,
  env: { TZ: "UTC", LC_ALL: "C" },
  // Files share what they import: to load it for each of 180 files took longer than the tests.
  pool: "threads",
  isolate: false,
} satisfies TestProjectInlineConfiguration["test"];

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: "unit", include: ["test/**/*.test.ts"], exclude: END_TO_END } },
      {
        test: {
          ...shared,
          name: "end-to-end",
          include: END_TO_END,
          globalSetup: ["test/end-to-end/built.ts"],
        },
      },
    ],
    // One for each processor: vitest's own choice leaves one of them idle, which is half of two.
    maxWorkers: "100%",
    reporters: [
      "default",
      new SkippedReporter(),
      ...(report === undefined ? [] : [["json", { outputFile: report }] as ["json", object]]),
    ],
    coverage: {
      // .ci/run asks for it, so that the tests run once there
      enabled: coverage !== undefined,
      provider: "v8",
      include: ["src/**"],
      reporter: ["text", "json-summary"],
      thresholds: {
        "src/bytes/**": { lines: 95 },
        "src/parse/**": { lines: 95 },
        "src/align/**": { lines: 95 },
        "src/stats/**": { lines: 95 },
      },
    },
  },
});

export default config;
