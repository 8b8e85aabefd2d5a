/** Runs a tool of the project under the project's own Node: `node scripts/run.mjs biome check .` */
import { install, run } from "./project-node.mjs";

install();
const [command, ...args] = process.argv.slice(2);
const { code } = await run(command, args, { stdin: "inherit" });
process.exit(code);
