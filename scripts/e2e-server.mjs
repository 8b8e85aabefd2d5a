/** The server under the browser tests: the production build on a port and a state folder of its own, with the demo in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, migrate, seed, serveLocally } from "./local-server.mjs";
import { atTheEnd } from "./processes.mjs";

process.exitCode = 0;
const port = Number(process.argv[2] ?? "8799");
const state = mkdtempSync(join(tmpdir(), "switchboard-e2e-"));
atTheEnd(() => rmSync(state, { recursive: true, force: true }));
await build();
await migrate(state);
const server = await serveLocally({ port, state });
await seed(server.address, state);
