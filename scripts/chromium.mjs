/** Finds a Chromium for the browser tests, or gets one: the system's, Playwright's own, Debian's package. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { projectEnv, run, stop } from "./processes.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Chromium without a window's parts: the same pages take a fifth less of the processor. */
const shell = "chromium-headless-shell";

const onPath = (wanted) =>
  (process.env.PATH ?? "").split(delimiter).flatMap((folder) => wanted.map((name) => join(folder, name)));
const onSystem = () => [...onPath(names), ...places].find(existsSync);

const isDebiansRoot = () => process.platform === "linux" && process.getuid?.() === 0;
const installed = async (name) => {
  await run("apt-get", ["update"], { capture: true });
  await run("apt-get", ["install", "-y", "--no-install-recommends", name], { capture: true });
};

const playwrightsOwn = () => {
  const { stdout } = spawnSync(
    "node",
    ["-e", "console.log(require('playwright').chromium.executablePath())"],
    {
      env: projectEnv(),
      encoding: "utf8",
    },
  );
  const path = stdout?.trim();
  return path && existsSync(path) ? path : undefined;
};

/** The path of a Chromium; installs one when there is none. */
export async function chromiumPath() {
  const known = process.env.CHROMIUM ?? onSystem() ?? playwrightsOwn();
  if (known) return known;
  console.log("No Chromium here: getting Playwright's …");
  await run("playwright", ["install", "chromium"], { capture: true });
  const own = playwrightsOwn();
  if (own) return own;
  if (isDebiansRoot()) {
    console.log("… or Debian's package …");
    await installed("chromium");
    const debians = onSystem();
    if (debians) return debians;
  }
  stop("The browser tests need a Chromium: install one, or set CHROMIUM to its path.");
}

/** The path of the lightest Chromium for tests: Debian's headless shell where it can be had, else any. */
export async function headlessPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const known = () => onPath([shell]).find(existsSync);
  if (!known() && isDebiansRoot()) await installed(shell);
  return known() ?? chromiumPath();
}
