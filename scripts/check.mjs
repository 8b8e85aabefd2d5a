/** `npm run check`: everything that can be known in seconds, without a database. */
import { install } from "./project-node.mjs";

await install();
const { runChecks } = await import("./checks.mjs");
const failed = await runChecks();
process.exit(failed.length > 0 ? 1 : 0);
