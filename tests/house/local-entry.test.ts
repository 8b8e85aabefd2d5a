/** Nothing is lost between a browser and the Worker on one machine: each request has a connection of its own, which is not closed under it. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import { preview } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { localEntry } from "#workers/sandbox/local-entry.ts";

const worker = `export default { fetch: async (request) => new Response("heard " + (await request.text())) };`;

/** Serves a Worker that says what it heard as the local server serves ours. @returns where */
async function served(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "local-entry-"));
  const build = join(root, "build");
  mkdirSync(join(root, ".wrangler", "deploy"), { recursive: true });
  mkdirSync(build);
  writeFileSync(join(build, "index.js"), worker);
  const config = { name: "echo", main: "index.js", compatibility_date: "2026-09-01", no_bundle: true };
  writeFileSync(join(build, "wrangler.json"), JSON.stringify(config));
  const pointer = { configPath: "../../build/wrangler.json", auxiliaryWorkers: [] };
  writeFileSync(join(root, ".wrangler", "deploy", "config.json"), JSON.stringify(pointer));
  const server = await preview({
    configFile: false,
    root,
    logLevel: "silent",
    plugins: [localEntry(), cloudflare({ inspectorPort: false, persistState: false })],
    preview: { port: 0, host: "localhost", cors: false },
  });
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  });
  return server.resolvedUrls?.local[0] ?? "";
}

/** How many connections are opened to `host` from here on. */
function connectionsTo(isMeant: (host: string) => boolean) {
  let opened = 0;
  const count = (message: unknown) => {
    if (typeof message !== "object" || message === null || !("connectParams" in message)) return;
    const { connectParams } = message;
    if (typeof connectParams !== "object" || connectParams === null || !("host" in connectParams)) return;
    if (isMeant(String(connectParams.host))) opened++;
  };
  subscribe("undici:client:connected", count);
  onTestFinished(() => void unsubscribe("undici:client:connected", count));
  return () => opened;
}

test("each request reaches the Worker on a connection of its own, so none is written to one that is being closed", async () => {
  const address = await served();
  const ours = new URL(address).host;
  const opened = connectionsTo((host) => host !== ours);
  for (const word of ["one", "two", "three", "four"]) {
    const answer = await fetch(address, { method: "POST", body: word });
    expect(await answer.text()).toBe(`heard ${word}`);
  }
  expect(opened()).toBe(4);
});
