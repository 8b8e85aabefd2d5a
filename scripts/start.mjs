/** `npm start`: from a fresh clone to a running Switchboard with a demo in it. `--dev`: the same with hot reload. */
import { stop } from "./processes.mjs";
import { install } from "./project-node.mjs";

const dev = process.argv.includes("--dev");
const port = Number(process.env.PORT ?? "8787");
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  stop(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
// Ctrl-C is the normal end, at any moment.
process.exitCode = 0;

await install();
const { build, defaultState, isTaken, migrate, seed, serveLocally } = await import("./local-server.mjs");
const { noteServer, runningServer } = await import("./running-server.mjs");

const running = runningServer(defaultState);
if (running)
  stop(
    `Switchboard is running already: http://localhost:${running.port} (process ${running.pid}). Two servers cannot share one database; stop that one with Ctrl-C first.`,
  );
if (await isTaken(port))
  stop(`Port ${port} is in use. Stop what runs there, or choose another: PORT=8790 npm start`);
noteServer(defaultState, port);

if (!dev) await build();
await migrate();
const server = await serveLocally({ port, dev, stdio: dev ? "inherit" : ["ignore", "ignore", "inherit"] });
server.child.once("exit", (code) => stop(`The server ended by itself (${code}).`));

const demo = await seed(server.address);
const [organization] = demo.organizations;
const [member] = organization.members;
const elsewhere = port === 8787 ? "" : `--port ${port} `;
console.log(`
  Switchboard is running.

  Dashboard   ${server.address}
  Sign in as  ${member.email}   ${member.password}   (${organization.name})
  Sandbox     ${server.address}/sandbox   its phone, its inbox, everything that goes in and out

  Call it:    npm run call -- ${elsewhere}--to ${organization.numbers[0]} "I'd like to book a cleaning" "next Tuesday afternoon" "the first one" "Daniel Whitmore" "yes please"
  Stop:       Ctrl-C      Begin afresh: npm run reset
`);
