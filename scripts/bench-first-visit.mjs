/**
 * Measures a first visit of the running production build: what the sign-in screen and the way to the dashboard load
 * with an empty cache, and when the sign-in form can be used on a slow line.
 */
import { gzipSync } from "node:zlib";
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { chromium } = await import("playwright");
const { chromiumPath } = await import("./chromium.mjs");
const { freePort, seed, withServer } = await import("./local-server.mjs");

/** A slow line: 400 kbit/s both ways, 600 ms until an answer begins. */
const slowLine = {
  offline: false,
  latency: 600,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
const rounds = 3;

const print = (figure, value, unit, limit) =>
  console.log(`BENCH ${JSON.stringify({ figure, value, unit, budget: limit })}`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const isText = (type) => /^(?:text\/|application\/(?:javascript|json)|image\/svg)/.test(type);

/** Counts what a page's tab asks for, in bytes as they travel: an answer that the local server sends unpacked counts as the edge packs it. */
async function countingTab(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  const answers = new Map();
  const asked = [];
  line.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (/^https?:/.test(request.url)) asked.push({ requestId, url: request.url });
  });
  line.on("Network.responseReceived", ({ requestId, response }) => answers.set(requestId, response));
  const packed = new Map();
  let travelled = 0;
  const weighing = [];
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    travelled += encodedDataLength;
    const response = answers.get(requestId);
    const type = response?.mimeType ?? "";
    const isPacked = Object.keys(response?.headers ?? {}).some((name) => /^content-encoding$/i.test(name));
    if (isPacked || !isText(type)) {
      packed.set(requestId, encodedDataLength);
      return;
    }
    weighing.push(
      line.send("Network.getResponseBody", { requestId }).then(
        ({ body, base64Encoded }) =>
          packed.set(requestId, gzipSync(Buffer.from(body, base64Encoded ? "base64" : "utf8")).length),
        // The answer of a redirect or of an empty body has nothing to weigh.
        () => packed.set(requestId, encodedDataLength),
      ),
    );
  });
  return {
    page,
    line,
    async soFar() {
      await Promise.all(weighing);
      const rows = asked.map(({ requestId, url }) => ({ url, bytes: packed.get(requestId) ?? 0 }));
      const bytes = rows.reduce((sum, one) => sum + one.bytes, 0);
      return { rows, requests: rows.length, bytes, unpacking: travelled / bytes };
    },
    end: () => context.close(),
  };
}

/** Loads the sign-in screen, signs in, and waits until the dashboard rests. */
async function firstVisit(browser, address, { email, password }) {
  const tab = await countingTab(browser);
  await tab.page.goto(`${address}/auth`, { waitUntil: "networkidle" });
  const signIn = await tab.soFar();
  await tab.page.getByLabel("Email").fill(email);
  await tab.page.getByLabel("Password", { exact: true }).fill(password);
  await tab.page.getByRole("button", { name: "Sign in" }).click();
  await tab.page.waitForURL("**/dashboard");
  await tab.page.getByRole("heading", { level: 1 }).waitFor();
  await tab.page.waitForLoadState("networkidle");
  const dashboard = await tab.soFar();
  await tab.end();
  return { signIn, dashboard };
}

/**
 * Milliseconds until the form is painted, and until it answers by itself, on the slow line.
 * @param unpacking how many times more bytes the local server sends than the edge, which packs: the line is that much faster
 */
async function slowVisit(browser, address, unpacking) {
  const tab = await countingTab(browser);
  await tab.page.addInitScript(() => {
    addEventListener("startup:done", () => Reflect.set(window, "startedAt", performance.now()));
  });
  const downloadThroughput = slowLine.downloadThroughput * unpacking;
  await tab.line.send("Network.emulateNetworkConditions", { ...slowLine, downloadThroughput });
  await tab.page.goto(`${address}/auth`, { waitUntil: "commit", timeout: 120_000 });
  await tab.page.waitForFunction(() => Reflect.has(window, "startedAt"), undefined, { timeout: 120_000 });
  const times = await tab.page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    started: Reflect.get(window, "startedAt"),
  }));
  await tab.end();
  return times;
}

await withServer(await freePort(), async ({ address }, state) => {
  const [{ members }] = (await seed(address, state)).organizations;
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const { signIn, dashboard } = await firstVisit(browser, address, members[0]);
  if (process.argv.includes("--list"))
    for (const { url, bytes } of dashboard.rows) console.log(`${String(bytes).padStart(8)}  ${url}`);
  print("first visit, /auth: requests", signIn.requests, "", "≤ 14");
  print("first visit, /auth: transferred", signIn.bytes / 1024, "KB", "≤ 220");
  print("first visit, to the dashboard: requests", dashboard.requests, "", "≤ 30");
  print("first visit, to the dashboard: transferred", dashboard.bytes / 1024, "KB", "≤ 450");
  const slow = [];
  for (let round = 0; round < rounds; round++) slow.push(await slowVisit(browser, address, signIn.unpacking));
  const seconds = (name) => median(slow.map((times) => times[name])) / 1000;
  print("400 kbit/s, 600 ms: sign-in form painted", seconds("painted"), "s", "");
  print("400 kbit/s, 600 ms: sign-in form usable", seconds("started"), "s", "≤ 5");
  await browser.close();
});
