/** `node scripts/screenshots.mjs [address]`: the pictures of the README, taken from a running demo. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.mjs";
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { chromium } = await import("playwright");
const { chromiumPath } = await import("./chromium.mjs");

const address = process.argv[2] ?? "http://localhost:8787";
const folder = join(root, "docs", "screenshots");
mkdirSync(folder, { recursive: true });
const demo = await (
  await fetch(`${address}/sandbox/demo`, { headers: { accept: "application/json" } })
).json();
const owner = demo.organizations[0].members.find((member) => member.role === "owner");
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ["--no-sandbox"] });

async function visit({ width, height, colorScheme }, scene) {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
    deviceScaleFactor: 1.5,
  });
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  await page.waitForLoadState("networkidle");
  await scene(page);
  await context.close();
}

const desk = { width: 1280, height: 860 };
await visit({ ...desk, colorScheme: "light" }, async (page) => {
  await page.goto("/dashboard?range=7");
  await page.screenshot({ path: join(folder, "dashboard.png") });
});
await visit({ ...desk, colorScheme: "dark" }, async (page) => {
  await page.goto("/call-history?outcome=booked");
  await page.locator('main a[href^="/call-history/0"]').first().click();
  await page.waitForURL("**/call-history/0*");
  await page.screenshot({ path: join(folder, "call.png") });
});
await visit({ ...desk, colorScheme: "light" }, async (page) => {
  await page.goto("/agents");
  await page.getByRole("link", { name: "Booking desk" }).first().click();
  await page.getByRole("button", { name: "Call the draft" }).click();
  const answers = page.getByRole("log").getByText("Agent: ");
  let heard = 1;
  for (const words of ["I'd like to book a cleaning", "next Tuesday at 3", "Daniel Whitmore"]) {
    await answers.nth(heard - 1).waitFor({ state: "attached" });
    const input = page.getByPlaceholder("Say something");
    await input.fill(words);
    await input.press("Enter");
    await answers.nth(heard++).waitFor({ state: "attached" });
  }
  await page.screenshot({ path: join(folder, "agent.png") });
});
await visit({ width: 390, height: 844, colorScheme: "light" }, async (page) => {
  await page.goto("/dashboard");
  await page.screenshot({ path: join(folder, "phone.png") });
});
await browser.close();
console.log(`Pictures are in ${folder}`);
