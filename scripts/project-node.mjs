/** Finds or installs the project's own Node and packages, so that every command works on whatever Node ≥ 20 began it. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bin, root, run, stop, windows } from "./processes.mjs";

const stamp = join(root, "node_modules", ".installed-from");

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");

/** Installs the packages when the lockfile changed since the last time; never runs their install scripts. */
export async function install() {
  if (Number(process.versions.node.split(".")[0]) < 20)
    stop(`Switchboard needs Node 20 or newer to begin; this is ${process.versions.node}.`);
  const hash = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log("Installing packages (only when package-lock.json changes) …");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code } = npm
    ? await run(process.execPath, [npm, ...args], { shell: false })
    : await run("npm", args);
  if (code !== 0)
    stop(
      "The packages could not be installed. If there is no network, connect once: afterwards none is needed.",
    );
  writeFileSync(stamp, hash);
}

/** Resolves when this very script runs under the project's Node: tools and TypeScript need it, the first second does not. */
export async function underProjectNode(script) {
  if (Number(process.versions.node.split(".")[0]) >= 24) return;
  await install();
  const { code } = await run(
    join(bin, windows ? "node.cmd" : "node"),
    [fileURLToPath(script), ...process.argv.slice(2)],
    { stdin: "inherit" },
  );
  process.exit(code);
}
