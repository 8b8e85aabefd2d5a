/** Measures the pages of the running production build: what each costs by its `Server-Timing`, how long a navigation takes, what pages of words weigh. */
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { chromium } = await import("playwright");
const { budget } = await import("./bundle.mjs");
const { chromiumPath } = await import("./chromium.mjs");
const { freePort, seed, withServer } = await import("./local-server.mjs");
const { measureNavigation } = await import("./bench-navigation.mjs");
const { weighWords } = await import("./words.mjs");

const loads = 5;
const costs = [
  ["d1", "D1 trips", 2],
  ["rows", "D1 rows", 10],
  ["kv", "KV reads", 2],
  ["objects", "trips to the object", 1],
];

const print = (figure, value, unit, limit) =>
  console.log(`BENCH ${JSON.stringify({ figure, value, unit, budget: limit })}`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const count = (header, metric) =>
  Number(new RegExp(`(?:^|[ ,])${metric};desc="(\\d+)"`).exec(header)?.[1] ?? Number.NaN);

/** What one page costs: for each metric the median of several loads. */
async function costOf(request, path) {
  const headers = [];
  for (let load = 0; load < loads; load++) {
    const answer = await request.get(path, { maxRedirects: 0 });
    if (answer.status() !== 200) throw new Error(`${path} answered ${answer.status()}`);
    headers.push(answer.headers()["server-timing"] ?? "");
  }
  return Object.fromEntries(
    costs.map(([metric]) => [metric, median(headers.map((header) => count(header, metric)))]),
  );
}

async function measure({ address }, state) {
  const [{ members }] = (await seed(address, state)).organizations;
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const stranger = await browser.newContext({ baseURL: address });
  const page = await browser.newPage({ baseURL: address });
  await page.goto("/auth");
  await page.getByLabel("Email").fill(members[0].email);
  await page.getByLabel("Password", { exact: true }).fill(members[0].password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  const firstOf = async (list) => {
    await page.goto(list);
    return page.locator(`main a[href^="${list}/0"]`).first().getAttribute("href");
  };
  const examples = { ":callId": await firstOf("/call-history"), ":agentId": await firstOf("/agents") };

  const measured = [];
  for (const [path, { words }] of Object.entries(budget().pages)) {
    if (words) continue;
    const [parameter] = /:\w+/.exec(path) ?? [];
    const example = parameter ? examples[parameter] : path;
    if (!example) throw new Error(`nothing stands for ${path}`);
    // A page that redirects strangers is for members.
    const open = await stranger.request.get(example, { maxRedirects: 0 });
    const asking = open.status() === 200 ? stranger.request : page.request;
    const answer = await asking.get(example, { maxRedirects: 0 });
    // A redirect, or the screen of an invalid link, has nothing to measure.
    if (answer.status() === 200) measured.push([path, await costOf(asking, example)]);
    else if (answer.status() >= 500) throw new Error(`${path} answered ${answer.status()}`);
  }
  const told = costs.flatMap(([metric, name, limit]) =>
    measured.map(([path, cost]) => ({ figure: `${path}: ${name}`, value: cost[metric], limit })),
  );
  for (const { figure, value, limit } of told)
    if (!Number.isNaN(value)) print(figure, value, "", `≤ ${limit}`);
  for (const { path, bytes, budget: limit } of await weighWords(address))
    print(`JavaScript of ${path}`, bytes / 1024, "KB gzip", `≤ ${limit / 1024}`);
  for (const { figure, value, unit, limit } of await measureNavigation(page, examples))
    print(figure, value, unit, limit);
  await browser.close();
}

await withServer(await freePort(), measure);
