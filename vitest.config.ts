import { availableParallelism } from "node:os";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vitest/config";
import { rulesTests } from "./vitest.rules.config.ts";
import { localSettings } from "./workers/sandbox/local-bindings.ts";
import { publicKeySetting, signingKeyBinding } from "./workers/sandbox/signing-keys.ts";

/** The plugin's own name for the app under test: "vitest-plugin-runner-<project name>". */
const app = "vitest-plugin-runner-workerd";

/** Tests speak https to the public host, so that the cookies and headers of production are what is tested. */
const settings = {
  ...localSettings("8787"),
  ...publicKeySetting,
  PUBLIC_HOST: "app.test",
  PLAIN_HTTP: "redirect",
  // Tests of numbers look at the platform's account; subaccounts.test.ts has the others.
  TWILIO_SUBACCOUNTS: "off",
};

// The plugin looks here for the names that wrangler.toml lists as secrets, and complains about each that is missing.
Object.assign(process.env, settings, { WRANGLER_LOG: process.env.WRANGLER_LOG ?? "warn" });

/** `BENCH=1` runs the measurements instead of the tests: they take minutes and judge nothing. `BENCH=billing` runs those of money. */
const { BENCH: bench } = process.env;
const billing = "tests/bench/billing-*.bench.test.ts";
const benches = bench === "billing" ? [billing] : ["tests/bench/**/*.bench.test.ts"];

/** What a run may be told; the runtime's own environment is empty. */
const told = Object.fromEntries(
  ["SEED", "SEQUENCES", "ROWS", "PART"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

export default defineConfig({
  plugins: [
    cloudflareTest({
      // The built app: read from its sources, every test file would load 700 modules anew, for ten seconds.
      main: "./build/server/tested.js",
      wrangler: { configPath: "./wrangler.toml" },
      remoteBindings: false,
      miniflare: {
        // The runtime loads it by itself; tests/support/build.ts says why.
        modulesRules: [{ type: "ESModule", include: ["**/build/server/tested.js"] }],
        bindings: settings,
        serviceBindings: { SANDBOX: "sandbox" },
        workers: [
          {
            name: "sandbox",
            modules: true,
            scriptPath: "./dist/sandbox/index.js",
            compatibilityDate: "2026-09-01",
            bindings: { ...settings, ...signingKeyBinding },
            serviceBindings: { APP: app },
            durableObjects: {
              ORGANIZATION: { className: "Organization", scriptName: app },
              WORLD: { className: "World", useSQLite: true },
              LINE: { className: "Line", useSQLite: true },
            },
            d1Databases: { DB: "local-control" },
          },
        ],
      },
    }),
    reactRouter(),
  ],
  test: {
    name: "workerd",
    env: told,
    fsModuleCache: false,
    include: bench ? benches : ["tests/**/*.test.{ts,tsx}"],
    exclude: [
      "tests/e2e/**",
      ...(bench ? [] : ["tests/bench/**"]),
      ...(bench === "1" ? [billing] : []),
      ...rulesTests,
    ],
    // Its icons are 1,700 modules, which would be read one by one for every test file: ten seconds each.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: [
            "drizzle-orm",
            "drizzle-orm/d1",
            "drizzle-orm/sqlite-core",
            "libphonenumber-js/max",
            "libphonenumber-js/min",
            "lucide-react",
            "react-router",
            "stripe",
            "uuid",
            "zod",
          ],
        },
      },
    },
    // Tests wait for timers, queues and alarms for most of their time: with one runtime for each core three quarters stood idle.
    maxWorkers: 2 * availableParallelism(),
    // A runtime of its own would take every file two seconds; tests/support/migrate.ts empties the shared one.
    isolate: false,
    // A file's first page loads all of them; on two busy cores that takes longer than the usual five seconds.
    testTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 180_000,
    globalSetup: "./tests/support/build.ts",
    setupFiles: [
      "./tests/support/properties.ts",
      "./tests/support/patience.ts",
      "./tests/support/migrate.ts",
      "./tests/support/logged-lines.ts",
      "./tests/support/settle.ts",
    ],
  },
});
