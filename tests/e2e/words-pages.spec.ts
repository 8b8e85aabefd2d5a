/** Pages of words in a browser: readable by everybody at every width and by day and night, without framework scripts; what browsers keep is what /cookies says. */
import { keptInBrowser } from "#app/pages/kept-in-browser.ts";
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

const pages = [
  ["/help", "Help"],
  ["/help?q=number", "Help"],
  ["/help?q=xyzzyqwv", "Help"],
  ["/help/roles", "What each role can do"],
  ["/help/first-answered-call", "Get your first call answered"],
  ["/help/keyboard-shortcuts", "Keyboard shortcuts"],
  ["/terms", "Terms of Service"],
  ["/privacy", "Privacy Policy"],
  ["/privacy?version=2026-11-01", "Privacy Policy"],
  ["/cookies", "Cookie Policy"],
  ["/api", "API"],
] as const;

for (const [path, title] of pages)
  test(`${path} is accessible and whole at every width, by day and by night`, async ({
    page,
    accessible,
  }) => {
    test.slow();
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    expect(await faultsAtEveryWidth(page)).toEqual([]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await accessible({ landmarks: true });
    }
  });

test("a question is typed, an article opened, its picture loaded for the theme alone", async ({ page }) => {
  await page.goto("/help");
  await page.getByRole("searchbox", { name: "Search help" }).fill("first call");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Get your first call answered" }).click();
  await expect(page).toHaveURL(/\/help\/first-answered-call$/);
  const shown = page.getByRole("main").getByRole("img").first();
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1400);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".webp") ? [name] : [])),
  );
  expect(loaded).toHaveLength(1);
});

test("the article about shortcuts lists what the sheet lists", async ({ page, goOn }) => {
  await goOn();
  await page.goto("/agents");
  await started(page);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  const inSheet = await sheet.getByRole("term").allInnerTexts();
  expect(inSheet.length).toBeGreaterThan(4);
  await page.goto("/help/keyboard-shortcuts");
  const inArticle = await page.getByRole("main").getByRole("cell").allInnerTexts();
  expect(inArticle.sort()).toEqual(inSheet.sort());
});

test("a person who signs up and looks around has nothing in the browser that /cookies does not list", async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  for (const path of ["/agents", "/subscription", "/settings", "/security", "/help", "/status"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("We remember the link that brought you here")).toHaveCount(0);
  }
  await page.goto("/dashboard");
  await page.getByRole("navigation", { name: "Main", exact: true }).getByRole("button").last().click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  const cookies = (await page.context().cookies()).map(({ name }) => name.replace(/^__Host-/, ""));
  const items = await page.evaluate(async () => ({
    databases: (await indexedDB.databases()).length,
    files: await caches.keys(),
    browser: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
  }));
  const listed = (where: string) =>
    keptInBrowser.filter((one) => one.where === where).flatMap(({ names }) => names);
  expect(cookies).toEqual(expect.arrayContaining(["sid", "theme"]));
  expect(cookies.filter((name) => !listed("cookie").includes(name))).toEqual([]);
  expect(items.browser.filter((name) => !listed("browser").includes(name))).toEqual([]);
  expect(items.databases).toBe(0);
  expect(items.files.filter((name) => !name.startsWith("files-"))).toEqual([]);
  expect(items.tab.filter((name) => !listed("tab").includes(name))).toEqual([]);
});

test("the account's menu leads to the help pages", async ({ page, goOn }) => {
  await goOn();
  await page.goto("/agents");
  await page.getByRole("navigation", { name: "Main", exact: true }).getByRole("button").last().click();
  await page.getByRole("menuitem", { name: "Help" }).click();
  await expect(page).toHaveURL(/\/help$/);
});
