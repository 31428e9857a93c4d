import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Where to write the results as JSON as well, and whether to measure coverage: for .ci/run. */
const { TEST_REPORT: report, COVERAGE: coverage } = process.env;

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/fixed-seed.ts"],
    testTimeout: 60_000,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    env: { TZ: "UTC", LC_ALL: "C" },
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
