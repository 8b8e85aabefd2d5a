/** Measures the pages of the running production build: what each costs by its `Server-Timing`, and how long a navigation takes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { chromium } = await import("playwright");
const { chromiumPath } = await import("./chromium.mjs");
const { build, migrate, seed, serveLocally } = await import("./local-server.mjs");

const print = (figure, value, unit, budget) =>
  console.log(`BENCH ${JSON.stringify({ figure, value, unit, budget })}`);
const quantile = (values, q) =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))];

const port = 8797;
const state = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
await build();
await migrate(state);
const server = await serveLocally({ port, state });
try {
  await seed(server.address);
  const demo = await (
    await fetch(`${server.address}/sandbox/demo`, { headers: { accept: "application/json" } })
  ).json();
  const member = demo.organizations[0].members[0];
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ baseURL: server.address });
  await page.goto("/auth");
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  await page.goto("/call-history");
  const call = await page.locator('main a[href^="/call-history/0"]').first().getAttribute("href");
  await page.goto("/agents");
  const agent = await page.locator('main a[href^="/agents/0"]').first().getAttribute("href");

  const count = (header, metric) =>
    Number(new RegExp(`${metric};desc="(\\d+)"`).exec(header)?.[1] ?? Number.NaN);
  for (const [name, path] of [
    ["/dashboard", "/dashboard"],
    ["/agents", "/agents"],
    ["/agents/:agentId", agent],
    ["/numbers", "/numbers"],
    ["/call-history", "/call-history"],
    ["/call-history/:callId", call],
  ]) {
    const header = (await page.goto(path)).headers()["server-timing"] ?? "";
    print(`${name}: D1 trips`, count(header, "d1"), "", "≤ 2");
    print(`${name}: D1 rows`, count(header, "rows"), "", "≤ 10");
    print(`${name}: KV reads`, count(header, "kv"), "", "≤ 2");
    print(`${name}: trips to the object`, count(header, "objects"), "", "≤ 1");
  }

  /** From the click to the new heading being painted. */
  const navigate = async (label, heading) => {
    const requests = [];
    const onRequest = (request) => request.url().includes(".data") && requests.push(request.url());
    page.on("request", onRequest);
    const ms = await page.evaluate(
      ([label, heading]) =>
        new Promise((resolve) => {
          const link = [...document.querySelectorAll("#navigation a")].find((a) =>
            a.textContent?.includes(label),
          );
          const start = performance.now();
          const seen = () => {
            if (document.querySelector("main h1")?.textContent?.includes(heading))
              requestAnimationFrame(() => resolve(performance.now() - start));
            else requestAnimationFrame(seen);
          };
          link.click();
          seen();
        }),
      [label, heading],
    );
    page.off("request", onRequest);
    return { ms, requests: requests.length };
  };
  const places = [
    ["Agents", "Agents"],
    ["Numbers", "Numbers"],
    ["Calls", "Calls"],
  ];
  const first = [];
  const again = [];
  let asked = 0;
  for (let round = 0; round < 8; round++) {
    await page.goto("/dashboard");
    await page.waitForLoadState("networkidle");
    for (const [label, heading] of places) first.push((await navigate(label, heading)).ms);
    for (const [label, heading] of places) {
      const { ms, requests } = await navigate(label, heading);
      again.push(ms);
      asked += requests;
    }
  }
  print("navigation to a page not yet seen, 75th percentile", quantile(first, 0.75), "ms", "≤ 100");
  print("navigation to a page seen in the last 30 s, 75th percentile", quantile(again, 0.75), "ms", "≤ 100");
  print("requests to the server before it paints", asked, "", "= 0");
  await browser.close();
} finally {
  await server.end();
  rmSync(state, { recursive: true, force: true });
}
