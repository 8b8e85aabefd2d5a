/** `npm start`: from a fresh clone to a running Switchboard with a demo in it. `--dev`: the same with hot reload. */
import { install, stop } from "./project-node.mjs";

install();
const { build, isTaken, migrate, seed, serveLocally } = await import("./local-server.mjs");

const dev = process.argv.includes("--dev");
const port = Number(process.env.PORT ?? "8787");
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  stop(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
if (await isTaken(port))
  stop(`Port ${port} is in use. Stop what runs there, or choose another: PORT=8790 npm start`);

if (!dev) await build();
await migrate();
const server = await serveLocally({ port, dev, stdio: dev ? "inherit" : ["ignore", "ignore", "inherit"] });

let ending = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    await server.end();
    process.exit(0);
  });
server.child.on("exit", (code) => {
  if (!ending) stop(`The server ended by itself (${code}).`);
});

await seed(server.address);
const demo = await (
  await fetch(`${server.address}/sandbox/demo`, { headers: { accept: "application/json" } })
).json();
const [organization] = demo.organizations;
const [member] = organization.members;
console.log(`
  Switchboard is running.

  Dashboard   ${server.address}
  Sign in as  ${member.email}   ${member.password}   (${organization.name})
  Sandbox     ${server.address}/sandbox   its phone, its inbox, everything that goes in and out

  Call it:    npm run call -- --to ${organization.numbers[0]} "I'd like to book a cleaning" "next Tuesday at 3" "Daniel Whitmore" "yes please"
  Stop:       Ctrl-C      Begin afresh: npm run reset
`);
