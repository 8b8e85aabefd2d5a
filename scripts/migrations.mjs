/** `npm run migrations -- what_changes`: writes the SQL that brings each database to its schema. */
import { run, stop } from "./processes.mjs";
import { install } from "./project-node.mjs";

await install();
const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) stop("Say what changes: npm run migrations -- call_recordings");
for (const database of ["control", "organization", "call"]) {
  const { code } = await run("drizzle-kit", [
    "generate",
    "--config",
    `drizzle/${database}.config.ts`,
    "--name",
    name,
  ]);
  if (code !== 0) process.exit(code);
}
await run("node", ["scripts/whole-schema.mjs"]);
