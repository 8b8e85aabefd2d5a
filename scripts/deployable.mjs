/** Makes the build for deployment, in its own folder, and leaves the local build unchanged. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./processes.mjs";

/** Where the deployable build lies. */
export const deployableDirectory = join(root, "build", "deployable");
export const deployableConfig = join(deployableDirectory, "server", "wrangler.json");

// Every build writes here which one the next deploy or preview uses: the last one made.
const pointer = join(root, ".wrangler", "deploy", "config.json");

/**
 * The header rules of static files for one deployment: on the platform's own host they include subdomains, like every
 * page, because a browser keeps the policy that it received last (RFC 6797 section 8.1). `!` first removes the
 * general rule's value; two values of one header would count for none.
 */
export function headersOn(rules, publicHost) {
  const { hostname } = new URL(`https://${publicHost}`);
  const general = /^ {2}(Strict-Transport-Security): (max-age=\d+)$/m.exec(rules);
  if (!general) throw new Error("public/_headers says nothing of Strict-Transport-Security.");
  const [, name, value] = general;
  return `${rules}\n# The platform's own host.\nhttps://${hostname}/*\n  ! ${name}\n  ${name}: ${value}; includeSubDomains\n`;
}

/** No machine can simulate Workers AI, so only the configuration of a deployment names its binding. */
export const withModels = (config) => ({ ...config, ai: { binding: "AI" } });

const headerRules = join(deployableDirectory, "client", "_headers");

/** The deployable build's configuration, and the header rules of its static files. */
export const deployableParts = () => ({
  config: JSON.parse(readFileSync(deployableConfig, "utf8")),
  headers: readFileSync(headerRules, "utf8"),
});

export async function buildDeployable({ capture = true } = {}) {
  const before = existsSync(pointer) ? readFileSync(pointer) : null;
  rmSync(deployableDirectory, { recursive: true, force: true });
  const built = await run("react-router", ["build"], {
    capture,
    env: { DEPLOYABLE: "1", BUILD_DIR: deployableDirectory },
  });
  if (before) writeFileSync(pointer, before);
  if (built.code === 0) {
    const { config, headers } = deployableParts();
    writeFileSync(headerRules, headersOn(headers, config.vars.PUBLIC_HOST));
    writeFileSync(deployableConfig, JSON.stringify(withModels(config)));
  }
  return built;
}
