import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Where to write the results as JSON as well, for .ci/run. */
const { TEST_REPORT: report } = process.env;

const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/fixed-seed.ts"],
    testTimeout: 60_000,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    env: { TZ: "UTC", LC_ALL: "C" },
    coverage: {
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
