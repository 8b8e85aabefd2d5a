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

const onSystem = () =>
  [
    ...(process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    ...places,
  ].find(existsSync);

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
  if (process.platform === "linux" && process.getuid?.() === 0) {
    console.log("… or Debian's package …");
    await run("apt-get", ["update"], { capture: true });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { capture: true });
    const debians = onSystem();
    if (debians) return debians;
  }
  stop("The browser tests need a Chromium: install one, or set CHROMIUM to its path.");
}
