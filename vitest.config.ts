import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vitest/config";
import { localSettings } from "./workers/sandbox/local-bindings.ts";

/** The plugin's own name for the app under test: "vitest-plugin-runner-<project name>". */
const app = "vitest-plugin-runner-workerd";

/** Tests speak https to the public host, so that the cookies and headers of production are what is tested. */
const settings = { ...localSettings("8787"), PUBLIC_HOST: "app.test", PLAIN_HTTP: "redirect" };

export default defineConfig({
  test: {
    projects: [
      {
        // Pure rules: no Cloudflare, so plain Node is enough and many times faster.
        test: {
          name: "rules",
          environment: "node",
          fsModuleCache: false,
          include: [
            "tests/{conversation,branding,ui,platform,house}/**/*.test.{ts,tsx}",
            "tests/agents/opening-hours.test.ts",
            "tests/bookings/calendar.test.ts",
          ],
        },
      },
      {
        plugins: [
          cloudflareTest({
            main: "./workers/local.ts",
            wrangler: { configPath: "./wrangler.toml" },
            remoteBindings: false,
            miniflare: {
              bindings: settings,
              serviceBindings: { SANDBOX: "sandbox" },
              workers: [
                {
                  name: "sandbox",
                  modules: true,
                  scriptPath: "./dist/sandbox/index.js",
                  compatibilityDate: "2026-09-01",
                  bindings: settings,
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
          fsModuleCache: false,
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [
            "tests/{conversation,branding,ui,platform,house,e2e,bench}/**",
            "tests/agents/opening-hours.test.ts",
            "tests/bookings/calendar.test.ts",
          ],
          setupFiles: ["./tests/support/migrate.ts"],
        },
      },
    ],
  },
});
