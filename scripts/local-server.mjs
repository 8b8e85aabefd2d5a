/** Builds when needed, migrates when needed, and serves the production build on this machine. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atTheEnd, root, run, serve, stop } from "./processes.mjs";
import { forgetBuild, isBuilt, missingOutputs, pointAtBuild, sourcesHash, stampBuild } from "./sources.mjs";

/** The default place of local data. */
export const defaultState = join(root, ".wrangler", "state");

/** The production build for this machine, made only when its sources changed. */
export async function build({ quiet = true } = {}) {
  const hash = sourcesHash();
  if (isBuilt(hash)) return;
  forgetBuild();
  console.log("Building for production (only when sources change) …");
  // Vitest runs under NODE_ENV=test, which would build React's development version.
  const env = { NODE_ENV: "production" };
  const { code, output } = await run("react-router", ["build"], { capture: quiet, env });
  if (code !== 0) stop(`The build failed.\n\n${output}`);
  const missing = missingOutputs();
  if (missing.length > 0) stop(`The build left out ${missing.join(", ")}.\n\n${output}`);
  stampBuild(hash);
}

/** A marker in a state folder while the demo is being written to it. */
const seedingNote = (state) => join(state, ".seeding");

/** Migrates the control plane's database; calls wrangler only for new migrations. A half-written demo is removed first: it has not been used. */
export async function migrate(state = defaultState) {
  if (existsSync(seedingNote(state)))
    for (const name of readdirSync(state))
      if (name !== ".server.json") rmSync(join(state, name), { recursive: true });
  const names = readdirSync(join(root, "drizzle", "control")).filter((name) => name.endsWith(".sql"));
  const stamp = join(state, ".migrated");
  const wanted = names.sort().join("\n");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const { code, output } = await run(
    "wrangler",
    ["d1", "migrations", "apply", "control", "--local", "--config", "wrangler.toml", "--persist-to", state],
    { capture: true, env: { CI: "true" } },
  );
  if (code !== 0) stop(`The database could not be brought up to date.\n\n${output}`);
  mkdirSync(state, { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Tells the built Worker its address, so that another port needs no other build. */
function tellAddress(port) {
  const path = join(root, "build", "server", "wrangler.json");
  const config = JSON.parse(readFileSync(path, "utf8"));
  config.vars = { ...config.vars, PUBLIC_HOST: `localhost:${port}` };
  writeFileSync(path, JSON.stringify(config));
}

/** Whether a server already answers on the port. */
export function isTaken(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(true));
    probe.listen(port, "localhost", () => probe.close(() => resolve(false)));
  });
}

const answers = async (address) => {
  try {
    return (await fetch(`${address}/health`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Serves on `port` and resolves once it answers; `end()` leaves no process behind. `dev`: with hot reload. */
export async function serveLocally({ port, state = defaultState, dev = false, stdio = "ignore" }) {
  const address = `http://localhost:${port}`;
  if (!dev) {
    pointAtBuild();
    tellAddress(port);
  }
  const command = dev
    ? ["react-router", ["dev", "--port", `${port}`, "--strictPort"]]
    : ["vite", ["preview", "--port", `${port}`, "--strictPort"]];
  const server = serve(command[0], command[1], { stdio, env: { PORT: `${port}`, STATE_DIR: state } });
  for (let waited = 0; waited < 120_000 && !server.hasEnded(); waited += 200) {
    if (await answers(address)) return { ...server, address };
    await pause(200);
  }
  await server.end();
  stop(`The server did not come up on ${address}.`);
}

/** The demo's organizations and sign-ins; null when there is none yet. */
async function demoAt(address) {
  const answer = await fetch(`${address}/sandbox/demo`, { headers: { accept: "application/json" } });
  if (answer.ok) return answer.json();
  if (answer.status < 500) return null;
  return stop(`The demo could not be read: ${answer.status}\n\n${await answer.text()}`);
}

/** Writes the demo into an empty database; later calls only check that it is there. @returns what it contains */
export async function seed(address, state = defaultState) {
  const known = await demoAt(address);
  if (known) return known;
  mkdirSync(state, { recursive: true });
  writeFileSync(seedingNote(state), "");
  const answer = await fetch(`${address}/sandbox/seed`, { method: "POST", headers: { origin: address } });
  if (!answer.ok) stop(`The demo could not be written: ${answer.status} ${await answer.text()}`);
  rmSync(seedingNote(state));
  return demoAt(address);
}

/** Serves the production build from an empty database of its own to `visit(server, state)`, and removes everything afterwards. */
export async function withServer(port, visit) {
  const state = mkdtempSync(join(tmpdir(), "switchboard-"));
  atTheEnd(() => rmSync(state, { recursive: true, force: true }));
  await build();
  await migrate(state);
  const server = await serveLocally({ port, state });
  try {
    return await visit(server, state);
  } finally {
    await server.end();
    rmSync(state, { recursive: true, force: true });
  }
}

/** A free port. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "localhost", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
