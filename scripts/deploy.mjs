/** `npm run deploy`: builds without the sandbox and hands it to wrangler; `-- --dry-run` goes all the way but the last step. */
import { buildDeployable, deployableConfig } from "./deployable.mjs";
import { run, stop } from "./processes.mjs";
import { install } from "./project-node.mjs";

await install();
const { code, output } = await buildDeployable();
if (code !== 0) stop(output);
const deployed = await run("wrangler", ["deploy", "--config", deployableConfig, ...process.argv.slice(2)], {
  stdin: "inherit",
});
process.exit(deployed.code);
