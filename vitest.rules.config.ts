import { defineConfig } from "vitest/config";

/** Pure rules: no Cloudflare, so plain Node is enough and many times faster than workerd. */
export const rulesTests = [
  "tests/{conversation,branding,ui,platform,house,carriers}/**/*.test.{ts,tsx}",
  "tests/hours/opening-hours.test.ts",
  "tests/bookings/calendar.test.ts",
];

export default defineConfig({
  test: {
    name: "rules",
    testTimeout: 60_000,
    environment: "node",
    maxWorkers: "100%",
    fsModuleCache: false,
    include: rulesTests,
    setupFiles: ["./tests/support/properties.ts"],
  },
});
