/** `npm run reset`: deletes all local data, so that the next start begins afresh. */
import { rmSync } from "node:fs";
import { defaultState } from "./local-server.mjs";
import { stop } from "./processes.mjs";
import { runningServer } from "./running-server.mjs";

const running = runningServer(defaultState);
if (running)
  stop(
    `Switchboard is running on http://localhost:${running.port} (process ${running.pid}). Stop it with Ctrl-C first, so that it does not write while its data goes.`,
  );
rmSync(defaultState, { recursive: true, force: true });
console.log("Local data is gone. The next npm start seeds the demo again.");
