import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { localBindings } from "./workers/sandbox/local-bindings.ts";
import { localEntry } from "./workers/sandbox/local-entry.ts";

/** A deployable build knows nothing of the sandbox: neither its entry, nor its binding, nor its settings. */
const local = process.env.DEPLOYABLE !== "1";

// The runtime's own data browser would run anybody's SQL without a session.
process.env.X_LOCAL_EXPLORER = "false";

/** Names that lead to this machine on purpose, beside localhost: any other is a page elsewhere that pretends to be here. */
const allowedHosts = [".test"];

/**
 * sonner adds its stylesheet as a <style> without a nonce, which our CSP refuses and reports. The toaster imports the
 * same stylesheet as a file, so the line that adds it goes (and 17 KB of text with it).
 */
const sonnerWithoutStyle = {
  name: "sonner-without-style",
  transform: {
    filter: { id: /\/sonner\/dist\/index\.m?js$/ },
    handler: (code: string) => code.replace(/^__insertCSS\(.*\);?$/m, ""),
  },
};

export default defineConfig({
  plugins: [
    localEntry(),
    cloudflare({
      viteEnvironment: { name: "ssr" },
      inspectorPort: false,
      persistState: process.env.STATE_DIR ? { path: process.env.STATE_DIR } : true,
      ...(local && {
        config: (worker) => {
          // Local settings stand in for the secrets, and no name may be both.
          delete worker.secrets;
          return localBindings(process.env.PORT ?? "8787");
        },
        auxiliaryWorkers: [{ configPath: "workers/sandbox/wrangler.toml" }],
      }),
    }),
    tailwindcss(),
    sonnerWithoutStyle,
    reactRouter(),
  ],
  // Vite answers OPTIONS by itself otherwise, and the origin checks would test Vite.
  server: { allowedHosts, cors: false, host: "localhost" },
  preview: { allowedHosts, cors: false, host: "localhost" },
  build: {
    rollupOptions: { onwarn: (warning, warn) => warning.code !== "SOURCEMAP_ERROR" && warn(warning) },
  },
});
