/** Makes the build that is deployed, in a folder of its own, and leaves the local build as it was. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./processes.mjs";

/** Where the deployable build lies. */
export const deployableDirectory = join(root, "build", "deployable");
export const deployableConfig = join(deployableDirectory, "server", "wrangler.json");

// Every build writes down here which one the next deploy or preview means: the last, whichever it was.
const pointer = join(root, ".wrangler", "deploy", "config.json");

export async function buildDeployable({ capture = true } = {}) {
  const before = existsSync(pointer) ? readFileSync(pointer) : null;
  rmSync(deployableDirectory, { recursive: true, force: true });
  const built = await run("react-router", ["build"], {
    capture,
    env: { DEPLOYABLE: "1", BUILD_DIR: deployableDirectory },
  });
  if (before) writeFileSync(pointer, before);
  return built;
}
