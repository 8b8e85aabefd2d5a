/** Finds or installs the project's own Node and packages, so that every command works on whatever Node ≥ 20 began it. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(root, "node_modules", ".bin");
const stamp = join(root, "node_modules", ".installed-from");
const windows = process.platform === "win32";

/** Ends the command with a message for people, no stack. */
export function stop(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");

/** Installs the packages when the lockfile changed since the last time; never runs their install scripts. */
export function install() {
  if (Number(process.versions.node.split(".")[0]) < 20)
    stop(`Switchboard needs Node 20 or newer to begin; this is ${process.versions.node}.`);
  const hash = lockHash();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log("Installing packages (only when package-lock.json changes) …");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: windows });
  if (done.status !== 0)
    stop(
      "The packages could not be installed. If there is no network, connect once: afterwards none is needed.",
    );
  writeFileSync(stamp, hash);
}

/** The environment of everything this project runs: its own Node and tools come first. */
export function projectEnv(extra = {}) {
  return {
    ...process.env,
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    ...extra,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  };
}

/** Runs a tool of the project to its end; resolves to its exit code and, when captured, its output. */
export function run(command, args, { env = {}, capture = false, cwd = root, stdin = "ignore" } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: projectEnv(env),
      stdio: [stdin, capture ? "pipe" : "inherit", capture ? "pipe" : "inherit"],
      shell: windows,
    });
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.on("close", (code, signal) => resolve({ code: signal ? 130 : (code ?? 1), output }));
  });
}

/** Starts a server of the project in a process group of its own, so that the whole of it can be ended. */
export function serve(command, args, { env = {}, stdio = "inherit" } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: projectEnv(env),
    stdio,
    detached: !windows,
    shell: windows,
  });
  let ended = false;
  child.on("exit", () => {
    ended = true;
  });
  const end = () =>
    new Promise((resolve) => {
      if (ended) return resolve();
      const signal = (name) => {
        try {
          if (windows) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
          else process.kill(-child.pid, name);
        } catch {
          // The group is gone already.
        }
      };
      const last = setTimeout(() => signal("SIGKILL"), 5000);
      child.on("exit", () => {
        clearTimeout(last);
        signal("SIGKILL");
        resolve();
      });
      signal("SIGINT");
    });
  return { child, end, hasEnded: () => ended };
}

/** Whether this very script must go on under the project's Node: tools and TypeScript need it, the first second does not. */
export function underProjectNode(script) {
  if (Number(process.versions.node.split(".")[0]) >= 24) return true;
  install();
  const again = spawnSync(
    join(bin, windows ? "node.cmd" : "node"),
    [fileURLToPath(script), ...process.argv.slice(2)],
    {
      stdio: "inherit",
      env: projectEnv(),
    },
  );
  process.exit(again.status ?? 1);
}
