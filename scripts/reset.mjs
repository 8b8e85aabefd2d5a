/** `npm run reset`: forgets all local data, so that the next start begins afresh. */
import { existsSync, rmSync } from "node:fs";
import { defaultState, isTaken } from "./local-server.mjs";
import { stop } from "./project-node.mjs";

const port = Number(process.env.PORT ?? "8787");
if (await isTaken(port))
  stop(`Something is running on port ${port}; stop it first, so that it does not write while its data goes.`);
if (existsSync(defaultState)) rmSync(defaultState, { recursive: true });
console.log("Local data is gone. The next npm start seeds the demo again.");
