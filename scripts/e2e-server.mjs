/** The server under the browser tests: the production build on a port and a state folder of its own, with the demo in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, migrate, seed, serveLocally } from "./local-server.mjs";

const port = Number(process.argv[2] ?? "8799");
const state = mkdtempSync(join(tmpdir(), "switchboard-e2e-"));
await build();
await migrate(state);
const server = await serveLocally({ port, state });
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, async () => {
    await server.end();
    rmSync(state, { recursive: true, force: true });
    process.exit(0);
  });
await seed(server.address);
