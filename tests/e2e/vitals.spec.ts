/** Web vitals in a browser: measured once the page is idle, warned of, and sent when the page is left; and the admins' Checks. */
import { expect, type Page, started, test } from "./visitor.ts";

type Report = { path: string; device: string; release: string; vitals: { name: string; value: number }[] };

/** Keeps what the page sends by beacon: Playwright does not show the body of one. */
const listening = (page: Page) =>
  page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      if (body instanceof Blob && String(address) === "/reports/vitals")
        void body.text().then((text) => Reflect.set(window, "told", text));
      return send(address, body);
    };
  });

/** Hides the page, as another tab in front does, and gives what it sent. */
async function hidden(page: Page): Promise<Report> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  const told = await page.waitForFunction(() => Reflect.get(window, "told"));
  return JSON.parse(String(await told.jsonValue()));
}

/** Waits until the measuring code runs: its file is asked for when the page is idle. */
const measuring = (page: Page) => page.waitForResponse("**/assets/watch-vitals-*.js");

test("a page's first view loads nothing to measure it; once idle it measures, and tells when it is left", async ({
  page,
  goOn,
}) => {
  await goOn();
  await listening(page);
  const order: string[] = [];
  page.on("load", () => order.push("load"));
  page.on("request", (request) => {
    if (request.url().includes("/assets/watch-vitals-")) order.push("vitals");
  });
  const loaded = measuring(page);
  await page.goto("/agents");
  await started(page);
  await loaded;
  expect(order).toEqual(["load", "vitals"]);
  const html = await (await page.request.get("/agents")).text();
  expect(html).not.toContain("watch-vitals");
  await page.getByRole("heading", { level: 1, name: "Agents" }).click();
  // The browser tells of the first input after the next paint.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: "first-input", buffered: true });
      }),
  );
  const report = await hidden(page);
  expect(report).toMatchObject({ path: "/agents", device: "desktop" });
  const names = report.vitals.map(({ name }) => name);
  for (const name of ["TTFB", "FCP", "LCP", "CLS", "FID"]) expect(names).toContain(name);
  expect(new Set(names).size).toBe(names.length);
});

/** A network that holds an answer back for so long. */
const slow = (page: Page, glob: string, ms: number) =>
  page.route(glob, async (route) => {
    await new Promise((later) => setTimeout(later, ms));
    await route.continue();
  });

test("a value above its critical limit and a slow file are warnings in the console, each once", async ({
  page,
  goOn,
}) => {
  await goOn();
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await slow(page, "**/agents", 1600);
  await slow(page, "**/fonts/*.woff2", 1100);
  const loaded = measuring(page);
  await page.goto("/agents");
  await started(page);
  await loaded;
  const those = (start: string) => warnings.filter((text) => text.startsWith(start));
  await expect.poll(() => those("Web vitals: TTFB is ").length).toBe(1);
  await expect.poll(() => those("Slow resource: /fonts/geist.woff2 took ").length).toBe(1);
  expect(those("Slow resource: ").every((text) => !text.includes("?"))).toBe(true);
});

test("an admin reads what browsers reported, and what this tab measures", async ({
  page,
  signIn,
  accessible,
}) => {
  await signIn("platform admin");
  const loaded = measuring(page);
  await page.goto("/admin/web-vitals");
  await started(page);
  await loaded;
  await expect(page.getByRole("region", { name: "This tab" }).getByText("TTFB")).toBeVisible();
  // Leaving the page sends what it measured, and the answer to the beacon is waited for by nothing.
  const link = page.getByRole("link", { name: "/admin/web-vitals", exact: true });
  await expect(async () => {
    await page.goto("/admin/web-vitals");
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  await link.click();
  await expect(page.getByRole("heading", { level: 2, name: "/admin/web-vitals" })).toBeVisible();
  await accessible();
});

test("an admin pings providers, chats with an agent, and lets many callers ring at once", async ({
  page,
  signIn,
  demo,
  accessible,
}) => {
  await signIn("platform admin");
  await page.goto("/testing");
  await started(page);
  await page.getByRole("button", { name: "Ping providers" }).click();
  await expect(page.getByRole("table", { name: "Providers" })).toContainText("Operational");
  const clinic = demo.organizations[0]?.name ?? "";
  await page.getByLabel("Organization").fill(clinic);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("list", { name: "Organizations found" }).getByRole("link", { name: clinic }).click();
  await page
    .getByRole("link", { name: /^Chat with / })
    .first()
    .click();
  const chat = page.getByRole("complementary", { name: "Try it" });
  await chat.getByRole("button", { name: /^Call / }).click();
  await expect(chat.getByRole("log")).toContainText("Agent:");
  await chat.getByLabel("Say something").fill("What are your opening hours?");
  await chat.getByLabel("Say something").press("Enter");
  await expect(chat.getByRole("log")).toContainText("You: What are your opening hours?");
  await page.getByLabel("Callers", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText(/^3 of 3 calls over/)).toBeVisible();
  const measured = page.getByRole("table", { name: "How long callers waited" });
  await expect(measured.getByRole("row", { name: /First words/ })).toContainText(/\d+ ms/);
  await accessible();
});
