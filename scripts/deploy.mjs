/** `npm run deploy`: builds without the sandbox and hands the build to wrangler; `-- --dry-run` does everything but the last step. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildDeployable, deployableConfig } from "./deployable.mjs";
import { root, run, stop } from "./processes.mjs";
import { install } from "./project-node.mjs";

await install();
const { code, output } = await buildDeployable();
if (code !== 0) stop(output);
const isDry = process.argv.includes("--dry-run");
// Going back after a bad deployment needs the moment before it (Time Travel; docs/operating.md).
if (!isDry) {
  const asked = ["d1", "time-travel", "info", "control", "--json", "--config", deployableConfig];
  const bookmark = await run("wrangler", asked, { capture: true });
  if (bookmark.code !== 0)
    stop(`There is no bookmark to go back to, so nothing was deployed.\n\n${bookmark.output}`);
  mkdirSync(join(root, ".wrangler"), { recursive: true });
  const line = { deployed_at: new Date().toISOString(), ...JSON.parse(bookmark.output) };
  appendFileSync(join(root, ".wrangler", "deployments.jsonl"), `${JSON.stringify(line)}\n`);
  console.log(`Before this deployment: ${bookmark.output.trim()}`);
}
const deployed = await run("wrangler", ["deploy", "--config", deployableConfig, ...process.argv.slice(2)], {
  stdin: "inherit",
});
process.exit(deployed.code);
