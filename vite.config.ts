import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { leanManifest } from "./scripts/lean-manifest.mjs";
import { serviceWorker } from "./scripts/service-worker.mjs";
import { sourcesHash } from "./scripts/sources.mjs";
import { widgetScript } from "./scripts/widget.mjs";
import { localBindings } from "./workers/sandbox/local-bindings.ts";
import { localEntry } from "./workers/sandbox/local-entry.ts";
import { publicKeySetting, signingKeyBinding } from "./workers/sandbox/signing-keys.ts";

/** A deployable build knows nothing of the sandbox: neither its entry, nor its binding, nor its settings. */
const local = process.env.DEPLOYABLE !== "1";

// The runtime's own data browser would run anybody's SQL without a session.
process.env.X_LOCAL_EXPLORER = "false";

/** What errors call this build: it stands in the Worker and in the browser's code alike. */
const release = process.env.RELEASE?.slice(0, 40) || sourcesHash().slice(0, 12);

/** Names that lead to this machine on purpose, beside localhost: any other is a page elsewhere that pretends to be here. */
const allowedHosts = [".test"];

/**
 * sonner adds its stylesheet as a <style> without a nonce, which our CSP refuses and reports. app.css imports the
 * same stylesheet, so the line that adds it goes (and 17 KB of text with it).
 */
const sonnerWithoutStyle = {
  name: "sonner-without-style",
  transform: {
    filter: { id: /\/sonner\/dist\/index\.m?js$/ },
    handler: (code: string) => code.replace(/^__insertCSS\(.*\);?$/m, ""),
  },
};

/** Icons are lists that never change, so a build leaves out their keys, each some bytes that do not compress. */
const iconsWithoutKeys: Plugin = {
  name: "icons-without-keys",
  apply: "build",
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+$/ },
    handler: (code) => code.replace(/, key: "\w+" \}/g, " }").replace(/^__iconData\.node;$/m, ""),
  },
};

const ours = (paths: string, others = "$^"): RegExp => new RegExp(`/app/(?:${paths})\\.tsx?$|${others}`);

/**
 * What several pages share travels in few files, because every request of a first visitor costs a round trip. A module
 * belongs to the first group that names it, together with all that it imports and that no group above it has; what no
 * group names is split by page.
 */
const groups = [
  // Changes rarely, so a deployment leaves it in browsers' caches.
  {
    name: "framework",
    test: /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
    priority: 6,
  },
  // The document, its error screens, and what the sign-in screen and the dashboard have in common.
  {
    name: "base",
    test: ours(
      "startup|shell/(?:deleted-screen|error-screen|navigation-feedback|suspended-screen|thrown-answer)|" +
        "ui/(?:avatar|button|choice-field|cx|field|toast|toast-region)|platform/(?:durations|page-owner|unanswered)|" +
        "membership/(?:dashboard-frame|data-requests|permissions)|branding/(?:brand-mark|page-title)|" +
        "organizations/invitation-words|factors/use-passkey|passwords/new-password-fields|platform/(?:kept-action|query-cache)|" +
        "ui/(?:offline-link|text-field)",
      // Toasts must not fetch the dashboard's code for an icon.
      "/node_modules/(?:@conform-to/|lucide-react/dist/esm/icons/circle-(?:x|check)\\.)",
    ),
    priority: 5,
  },
  {
    name: "dashboard",
    test: ours(
      "frame/(?:organization-frame|query-cache-watch)|shell/(?:page|page-error)|" +
        "membership/organization-form|calls/outcome-tag|" +
        "calls/live/elapsed|platform/format|ui/(?:data-table|empty-state|figures|page-header|panel|rows|said|tag)",
    ),
    priority: 2,
  },
  // What the two forms that edit an agent have in common: together they are lighter than one by one.
  {
    name: "editing",
    test: ours(
      "agents/(?:unsaved-changes|leave-words|version-conflict|draft-bar|kept-errors)|ui/(?:list-note|list-buttons|section-index)",
    ),
    priority: 1,
  },
  // Without its routes, which are entries.
  {
    name: "sign-in",
    test: ours(
      "sign-in/(?!.*\\.route).*|shell/(?:auth-frame|brand-footer)|branding/brand-foot|ui/submit-button",
    ),
    priority: 1,
  },
];

const groupedChunks: Plugin = {
  name: "grouped-chunks",
  applyToEnvironment: ({ name }) => name === "client",
  outputOptions: (output) => ({ ...output, codeSplitting: { groups } }),
};

/** Every page loads the table of all routes' files, in which nothing weighs as much as what no compression shortens: 42 bits tell files apart. */
const shortHashes: Plugin = {
  name: "short-hashes",
  applyToEnvironment: ({ name }) => name === "client",
  outputOptions: (output) => ({
    ...output,
    entryFileNames: "assets/[name]-[hash:7].js",
    chunkFileNames: "assets/[name]-[hash:7].js",
  }),
};

/**
 * The Worker's upload has a budget (bundle-budget.json): comments and blanks of its code go. Names stay, so that the
 * stacks in the error log can be read.
 */
const compactWorker: Plugin = {
  name: "compact-worker",
  applyToEnvironment: ({ name }) => name === "ssr",
  outputOptions: (output) => ({
    ...output,
    codeSplitting: false,
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  }),
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
          return localBindings(process.env.PORT ?? "8787", publicKeySetting);
        },
        auxiliaryWorkers: [
          { configPath: "workers/sandbox/wrangler.toml", config: () => ({ vars: signingKeyBinding }) },
        ],
      }),
    }),
    tailwindcss(),
    sonnerWithoutStyle,
    iconsWithoutKeys,
    groupedChunks,
    shortHashes,
    compactWorker,
    leanManifest(),
    serviceWorker(),
    widgetScript(),
    reactRouter(),
  ],
  define: { "import.meta.env.VITE_RELEASE": JSON.stringify(release) },
  // Vite answers OPTIONS by itself otherwise, and the origin checks would test Vite.
  server: { allowedHosts, cors: false, host: "localhost" },
  preview: { allowedHosts, cors: false, host: "localhost" },
  build: {
    rollupOptions: { onwarn: (warning, warn) => warning.code !== "SOURCEMAP_ERROR" && warn(warning) },
  },
});
