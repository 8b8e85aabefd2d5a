/** The service worker: what is kept in a browser, what is shown without a connection, and tabs that outlive a deployment. */
import { twoDeployments } from "./deployments.ts";
import { test as base, expect, type Page, started } from "./visitor.ts";

/** Elsewhere workers are blocked, because a test cannot answer for the network what passes through one. */
base.use({ serviceWorkers: "allow" });

const test = base.extend<{ deployments: Awaited<ReturnType<typeof twoDeployments>> }>({
  deployments: async ({ baseURL }, use) => {
    const deployments = await twoDeployments(baseURL ?? "");
    await use(deployments);
    await deployments.end();
  },
});

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const link = (page: Page, label: string) =>
  page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: label });

/** Waits until the worker answers for this page. */
const guarded = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** The addresses in the browser's caches, without their origin. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const kept = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url));
    return (await Promise.all(kept)).flat().map((url) => new URL(url).pathname);
  });

/** Waits until every file of the build is kept: some 150, which a busy machine serves slowly. */
async function keptAll(page: Page): Promise<void> {
  test.slow();
  const missing = () =>
    page.evaluate(async () => {
      const text = await (await fetch("/sw.js")).text();
      const files = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
      const kept = await Promise.all(files.map((file) => caches.match(file)));
      return files.length > 50 ? kept.filter((answer) => answer === undefined).length : files.length;
    });
  await expect.poll(missing, { timeout: 60_000 }).toBe(0);
}

/** Leaves out what a browser says of requests that broke off or were not found. */
const forgive = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/Failed to (?:load|fetch)|Error loading route module/.test(line)),
  );

test("a page that is opened without a connection says so, and comes as soon as the connection is back", async ({
  page,
  context,
  signIn,
  accessible,
  complaints,
}) => {
  await signIn();
  await guarded(page);
  await context.setOffline(true);
  await page.goto("/call-history?q=crown");
  await expect(heading(page, "You're offline")).toBeVisible();
  await expect(page).toHaveTitle("You're offline");
  await accessible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(heading(page, "You're offline")).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page, "Calls")).toBeVisible();
  await expect(page).toHaveURL(/call-history\?q=crown$/);
  forgive(complaints);
});

test("only files of the build are kept, and after signing out nothing of the person can be opened", async ({
  page,
  context,
  signIn,
  complaints,
}) => {
  await signIn();
  await guarded(page);
  await keptAll(page);
  for (const label of ["Calls", "Agents", "Settings"]) {
    await link(page, label).click();
    await expect(heading(page, label)).toBeVisible();
  }
  await page.goto("/auth");
  await page.goto("/profile");
  const kept = await keptPaths(page);
  expect(kept).toContain("/offline");
  expect(kept.filter((path) => !/^\/(?:assets|fonts)\/[\w.-]+$|^\/offline$/.test(path))).toEqual([]);
  const offlinePage = await page.evaluate(async () => (await caches.match("/offline"))?.text());
  expect(offlinePage).toContain("There&#x27;s no connection.");
  expect(offlinePage).not.toMatch(/Mara|Brightsmile|AI Voice Agents|data-owner/);

  await page.getByRole("button", { name: /Mara/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await context.setOffline(true);
  for (const path of ["/dashboard", "/profile", "/auth"]) {
    await page.goto(path);
    await expect(heading(page, "You're offline")).toBeVisible();
  }
  forgive(complaints);
});

test("the worker is looked for every hour", async ({ page, deployments, signUp }) => {
  await page.clock.install();
  await signUp();
  await page.goto(`${deployments.origin}/dashboard`);
  await guarded(page);
  const before = deployments.asked("/sw.js");
  await page.clock.fastForward("01:00:00");
  await expect.poll(() => deployments.asked("/sw.js")).toBeGreaterThan(before);
});

test("after a deployment an open tab offers the new version; another tab goes on with the files that it began with", async ({
  page,
  context,
  deployments,
  signIn,
  complaints,
}) => {
  await page.clock.install();
  await signIn();
  await page.goto(`${deployments.origin}/settings`);
  await started(page);
  await guarded(page);
  await keptAll(page);
  const other = await context.newPage();
  await other.goto(`${deployments.origin}/settings`);
  await started(other);
  await other.getByLabel("Address", { exact: true }).fill("14 Harbour Street");

  deployments.deployNext();
  await page.clock.fastForward("01:00:00");
  const offer = page.locator("[data-sonner-toast]").filter({ hasText: "A new version is ready" });
  await expect(offer).toBeVisible();
  await expect(heading(page, "Settings")).toBeVisible();
  const documents: string[] = [];
  for (const tab of [page, other])
    tab.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(tab === page ? "page" : "other");
    });
  await offer.getByRole("button", { name: "Reload" }).click();
  await expect(page.locator("script[src*='.next.js'], link[href*='.next.js']").first()).toBeAttached();
  await expect(heading(page, "Settings")).toBeVisible();
  expect(documents).toEqual(["page"]);

  await test.step("the old tab opens a page whose code it had not loaded yet", async () => {
    await expect(other.getByLabel("Address", { exact: true })).toHaveValue("14 Harbour Street");
    await other.getByLabel("Address", { exact: true }).fill("");
    await other
      .getByLabel("Address", { exact: true })
      .fill(await other.getByLabel("Address", { exact: true }).evaluate(savedValue));
    await link(other, "Agents").click();
    await expect(other.getByRole("table", { name: "Agents" })).toBeVisible();
    expect(documents).toEqual(["page"]);
  });
  forgive(complaints);
});

/** What a field was drawn with. */
function savedValue(field: Element): string {
  return field instanceof HTMLInputElement ? field.defaultValue : "";
}

test("an old tab whose files were never kept reloads once after a deployment, and is on the wanted page", async ({
  page,
  deployments,
  signIn,
  complaints,
}) => {
  await signIn();
  await page.goto(`${deployments.origin}/numbers`);
  await started(page);
  await guarded(page);
  await keptAll(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  deployments.deployNext();
  const documents: string[] = [];
  page.on("response", (answer) => {
    if (answer.request().isNavigationRequest()) documents.push(new URL(answer.url()).pathname);
  });
  await link(page, "Agents").press("Enter");
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  await expect(page).toHaveURL(/\/agents$/);
  await started(page);
  expect(documents.length).toBeLessThanOrEqual(2);
  await link(page, "Calls").click();
  await expect(heading(page, "Calls")).toBeVisible();
  expect(documents.length).toBeLessThanOrEqual(2);
  forgive(complaints);
});

test("a new tab beside an old worker and its cache gets the new version", async ({
  page,
  context,
  deployments,
  signIn,
}) => {
  await signIn();
  await page.goto(`${deployments.origin}/dashboard`);
  await guarded(page);
  await keptAll(page);
  deployments.deployNext();
  const fresh = await context.newPage();
  await fresh.goto(`${deployments.origin}/agents`);
  await started(fresh);
  await expect(fresh.getByRole("table", { name: "Agents" })).toBeVisible();
  await expect(fresh.locator("link[href*='.next.js']").first()).toBeAttached();
  await link(fresh, "Numbers").click();
  await expect(heading(fresh, "Numbers")).toBeVisible();
});

test("with a full disk everything works, nothing is kept, and signing out ends the session", async ({
  page,
  context,
  signIn,
  baseURL,
}) => {
  const browser = await context.newCDPSession(page);
  await browser.send("Storage.overrideQuotaForOrigin", { origin: baseURL ?? "", quotaSize: 1 });
  await signIn();
  await guarded(page);
  await link(page, "Agents").click();
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  await page.reload();
  await started(page);
  expect(await keptPaths(page)).toEqual([]);
  await page.getByRole("button", { name: /Mara/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth/);
});

test("a private window without any storage signs in, works, keeps a theme, and signs out", async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: refuse, configurable: true });
  });
  await signIn();
  await link(page, "Calls").click();
  await expect(heading(page, "Calls")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill("theme");
  await page.keyboard.press("Enter");
  const theme = await page.locator("html").getAttribute("data-theme");
  await page.reload();
  await started(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme ?? "");
  await page.getByRole("button", { name: /Mara/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
});
