/** The browser's memory of pages: what was seen a moment ago is there at once, and nothing old survives a change. */
import { expect, type Page, started, test } from "./visitor.ts";

/** The pages whose data is asked for, from now on. */
function asked(page: Page): string[] {
  const pages: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) pages.push(pathname);
  });
  return pages;
}

/** Goes by the navigation, and is there when the heading has the focus. */
async function go(page: Page, label: string) {
  await page
    .getByRole("navigation", { name: "Main", exact: true })
    .getByRole("link", { name: label })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: label })).toBeFocused();
}

test("a page that was seen a moment ago is shown again without asking", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await started(page);
  const requests = asked(page);
  await go(page, "Numbers");
  expect(requests).toEqual(["/numbers.data"]);
  await go(page, "Agents");
  await go(page, "Numbers");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeFocused();
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  expect(requests).toEqual(["/numbers.data"]);
});

test("half a minute later the page is shown at once and asked for again", async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await page.goto("/agents");
  await started(page);
  await go(page, "Numbers");
  await page.clock.fastForward(31_000);
  let answer = () => {};
  const held = new Promise<void>((release) => {
    answer = release;
  });
  await page.route("**/agents.data*", async (route) => {
    await held;
    await route.continue();
  });
  const request = page.waitForRequest("**/agents.data*");
  await go(page, "Agents");
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  const response = (await request).response();
  answer();
  expect((await response)?.ok()).toBe(true);
});

test("a saved agent says so, and every page is asked for anew", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await started(page);
  await go(page, "Numbers");
  await go(page, "Agents");
  await page.getByRole("link", { name: "New agent" }).click();
  await page.getByRole("button", { name: "Use Lead qualification" }).click();
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/);
  await go(page, "Numbers");
  await page.goBack();
  await page.getByLabel("What the agent says", { exact: true }).fill("Hello, this is {organization}.");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved. Publish it when callers should meet it.")).toBeVisible();
  await expect(page.getByText("Draft: 1 change not published")).toBeVisible();
  for (const [label, data] of [
    ["Numbers", "**/numbers.data*"],
    ["Agents", "**/agents.data*"],
  ] as const) {
    const request = page.waitForRequest(data);
    await go(page, label);
    await request;
  }
});
