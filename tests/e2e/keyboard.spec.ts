/** The day's work by keyboard alone: the dashboard, the calls and their filters, one call, and back. */
import type { Locator } from "playwright/test";
import { expect, type Page, test } from "./visitor.ts";

/** Goes on with Tab until the place is reached; every stop on the way is in sight and shows that it has the focus. */
async function tabTo(page: Page, place: Locator) {
  const isThere = () => place.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press("Tab");
    const stop = page.locator(":focus");
    // The calendar's button in a date field is the browser's own, and is marked by it.
    if ((await stop.count()) === 0) continue;
    await expect(stop).toBeInViewport();
    // A field may draw the ring around itself and what stands in it.
    const isMarked = await stop.evaluate((element) => {
      const around = [element, element.parentElement, element.nextElementSibling];
      return around.some((one) => {
        if (!one) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
      });
    });
    const name = await stop.evaluate((element) => element.outerHTML.slice(0, 120));
    expect(isMarked, `the focus shows at ${name}`).toBe(true);
    if (await isThere()) return;
  }
  throw new Error(`sixty stops of the keyboard do not lead to ${place}`);
}

test("the dashboard's range, the calls, their filters and a call are reached and left by keyboard alone", async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
  const main = page.getByRole("main");
  await tabTo(page, page.getByRole("navigation", { name: "Range" }).getByRole("link", { name: "7 days" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/range=7/);
  await expect(page.getByRole("link", { name: "7 days" })).toHaveAttribute("aria-current", "true");

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or jump to…" })).toBeFocused();
  await page.keyboard.type("calls");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeFocused();

  await tabTo(page, main.getByRole("searchbox", { name: "Search" }));
  await page.keyboard.type("cleaning");
  await expect(page).toHaveURL(/q=cleaning/);
  await expect(main.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await expect(main.getByRole("searchbox", { name: "Search" })).toHaveValue("cleaning");

  const outcome = main.getByRole("form", { name: "Calls" }).getByLabel("Outcome");
  await tabTo(page, outcome);
  await page.keyboard.press("b");
  await expect(page).toHaveURL(/outcome=booked/);
  await expect(outcome).toBeFocused();

  await tabTo(page, main.getByRole("link", { name: "Show all calls" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/call-history\?*$/);
  await expect(main.getByRole("searchbox", { name: "Search" })).toHaveValue("");

  const call = main.getByRole("table").getByRole("link").first();
  await main.getByRole("searchbox", { name: "Search" }).focus();
  await tabTo(page, call);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/call-history\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Calls" })).toBeVisible();
});
