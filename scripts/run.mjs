/** Runs a tool of the project under the project's own Node: `node scripts/run.mjs biome check .` */
import { run } from "./processes.mjs";
import { install } from "./project-node.mjs";

await install();
const [command, ...args] = process.argv.slice(2);
const { code } = await run(command, args, { stdin: "inherit" });
process.exit(code);
