import { defineConfig } from "playwright/test";

const port = Number(process.env.E2E_PORT ?? "8799");

/** The same Chromium everywhere, without its calls to the outside. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Custom domains are served by the same machine.
  "--host-resolver-rules=MAP *.test localhost",
];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A busy machine upsets a browser now and then; what passes only at its second try is named as flaky at the end.
  retries: 1,
  reporter: [["line"], ["json"]],
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}), args: flags },
    // What passes through the service worker cannot be answered by a test; the worker's own tests let it in.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Recording each test costs a third of its time.
    trace: "on-first-retry",
    timezoneId: "America/New_York",
  },
  webServer: {
    command: `node scripts/e2e-server.mjs ${port}`,
    env: { END_WITH_PARENT: "1" },
    url: `http://localhost:${port}/sandbox/demo`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
