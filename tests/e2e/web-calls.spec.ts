/** Calls from browsers: an agent is called from its page, and talks with visitors of another website, by keyboard alone. */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

/** A new agent, and the page of it that a link leads to. */
async function opened(page: Page, link: string): Promise<void> {
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  await page.getByRole("link", { name: link, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await started(page);
}

/** Shows the widget on a website, and gives the line for it. */
async function placed(page: Page, host: string): Promise<string> {
  await page.getByLabel("Show the widget").check();
  await page.getByLabel("Allowed domains").fill(host);
  await page.getByLabel("Greeting").fill("Hello from the shop!");
  await page.getByRole("button", { name: "Save widget" }).click();
  await expect(page.getByText("Widget saved.")).toBeVisible();
  return (await page.locator("code").filter({ hasText: "widget.js" }).textContent()) ?? "";
}

/** A website of another origin with the line in it, and a policy as strict as websites have. */
async function website(page: Page, host: string, line: string): Promise<void> {
  const own = new URL(/src="([^"]+)"/.exec(line)?.[1] ?? "").origin;
  const socket = own.replace(/^http/, "ws");
  await page.route(`http://${host}/**`, (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: {
        "content-security-policy": `default-src 'none'; script-src ${own}; connect-src ${own} ${socket}`,
      },
      body: `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1><a href="/more">More</a></main>${line}</body></html>`,
    }),
  );
  await page.goto(`http://${host}/`);
}

test("an agent is called in writing from its page, and the call is in the history", async ({
  page,
  signUp,
  accessible,
}) => {
  test.slow();
  await signUp();
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page, "Call this agent");
  await page.getByRole("button", { name: "Call in writing" }).click();
  const log = page.getByRole("log");
  await expect(log).toContainText("Thanks for calling");
  await expect(page.getByLabel("What you say")).toBeFocused();
  await page.keyboard.type("I'd like to leave a message");
  await page.keyboard.press("Enter");
  await expect(log).toContainText("You: I'd like to leave a message");
  await expect(log.locator("p").nth(2)).toContainText(/Agent: \S+/);
  await accessible();
  await page.getByRole("button", { name: "End call" }).click();
  await expect(page.getByText("The call has ended.")).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("link", { name: "call history", exact: true }).click();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /message|caller/i })
      .first(),
  ).toBeVisible();
});

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const)
  test(`a visitor of another website talks with the agent by keyboard, ${width} wide`, async ({
    page,
    signUp,
    accessible,
  }) => {
    test.slow();
    await signUp();
    await page.setViewportSize({ width, height });
    await opened(page, "Website widget");
    const line = await placed(page, "www.harbor-shop.test");
    await accessible();
    expect(await faultsAtEveryWidth(page)).toEqual([]);

    await website(page, "www.harbor-shop.test", line);
    const opener = page.getByRole("button", { name: /^Talk to / });
    await expect(opener).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Hello from the shop!");
    await expect(dialog).toContainText("You'll talk with an AI assistant.");
    await expect(dialog.getByRole("button", { name: "Start in writing" })).toBeFocused();
    await accessible();
    await page.keyboard.press("Enter");
    const log = dialog.getByRole("log");
    await expect(log).toContainText("Thanks for calling");
    await expect(dialog.getByLabel("Your message")).toBeFocused();
    await page.keyboard.type("I'd like to leave a message");
    await page.keyboard.press("Enter");
    await expect(log.locator("p.caller")).toContainText("I'd like to leave a message");
    await expect(log.locator("p.agent").nth(1)).toContainText(/Assistant: \S+/);
    await accessible();
    const box = await dialog.boundingBox();
    expect(
      box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height,
    ).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: "End" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("The conversation has ended.");
    await expect(dialog.getByRole("button", { name: "Start again" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await page.goto("/call-history");
    await expect(page.getByRole("main")).toContainText(/Browser|message/i);
  });

test("the script is small, any website may load it, and it names no one", async ({ request }) => {
  const answer = await request.get("/widget.js");
  const { etag, ...headers } = answer.headers();
  expect(etag).toBeDefined();
  expect(headers).toMatchObject({
    "cache-control": "public, max-age=600",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  expect(headers["content-type"]).toMatch(/javascript/);
  const script = await answer.text();
  expect(gzipSync(script).length).toBeLessThan(15_360);
  expect(script).not.toMatch(/switchboard|6366f1/i);
  const again = await request.get("/widget.js", { headers: { "if-none-match": etag ?? "" } });
  expect(again.status()).toBe(304);
});

test("a website that is not allowed shows nothing, and works", async ({ page, signUp, complaints }) => {
  test.slow();
  await signUp();
  await opened(page, "Website widget");
  const line = await placed(page, "www.harbor-shop.test");
  await website(page, "evil-www.harbor-shop.test", line);
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Shop" })).toBeVisible();
  // The browser says that it was refused.
  expect(complaints.filter((one) => !/CORS|403|Failed to load resource/.test(one))).toEqual([]);
  complaints.length = 0;
});
