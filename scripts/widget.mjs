/** Makes /widget.js of `app/web-calls/widget/widget.ts` with each build of the client: one small script that imports nothing. */
import { join } from "node:path";
import { build } from "vite";
import { root } from "./processes.mjs";

const source = join(root, "app", "web-calls", "widget", "widget.ts");

async function script() {
  const made = await build({
    configFile: false,
    root,
    logLevel: "silent",
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: source, output: { format: "iife" } },
    },
  });
  return made.output[0].code;
}

/** A plugin of vite. */
export const widgetScript = () => ({
  name: "widget-script",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: "widget.js", source: await script() });
  },
});
