/** Makes /sw.js of `app/shell/service-worker.ts` with each build of the client: it names the build's files, so a deployment changes it. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { root } from "./processes.mjs";

const source = join(root, "app", "shell", "service-worker.ts");
const fonts = () => readdirSync(join(root, "public", "fonts")).filter((name) => name.endsWith(".woff2"));

/** The worker as one script that imports nothing. @param BUILD what its source calls by this name */
async function script(BUILD) {
  const made = await build({
    configFile: false,
    root,
    logLevel: "silent",
    publicDir: false,
    define: { BUILD: JSON.stringify(BUILD) },
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: source, output: { format: "iife" } },
    },
  });
  return made.output[0].code;
}

/** A plugin of vite. */
export const serviceWorker = () => ({
  name: "service-worker",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  async generateBundle(_options, bundle) {
    const paths = Object.keys(bundle)
      .filter((name) => /^assets\/.+\.(?:js|css)$/.test(name))
      .map((name) => `/${name}`)
      .sort();
    const shell = [
      ...paths.filter((path) => path.endsWith(".css")),
      ...fonts().map((name) => `/fonts/${name}`),
    ];
    const version = createHash("sha256").update(paths.join("\n")).digest("hex").slice(0, 12);
    const files = [...new Set([...shell, ...paths])];
    this.emitFile({ type: "asset", fileName: "sw.js", source: await script({ version, shell, files }) });
  },
});
