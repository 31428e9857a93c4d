import { defineConfig, type ViteUserConfig } from "vitest/config";

// The tests that `npm run mutate` runs against each mutant: those of the rooms named in MUTATE_TESTS.
const rooms = (process.env.MUTATE_TESTS ?? "").split(",");

const config: ViteUserConfig = defineConfig({
  test: {
    include: rooms.map((room) => `test/${room}/**/*.test.ts`),
    setupFiles: ["test/fixed-seed.ts"],
    testTimeout: 60_000,
    env: { TZ: "UTC", LC_ALL: "C" },
  },
});

export default config;
