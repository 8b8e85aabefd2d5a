/** A transcript on paper: what was said and what came of it, and nothing that is pressed. */
import { expect, started, test } from "./visitor.ts";

test("a call is printed light, with every line of its transcript and without the frame", async ({
  page,
  goOn,
  accessible,
}) => {
  await goOn("owner");
  // One that was booked has a transcript; the newest may be one that was hung up on.
  await page.goto("/call-history?outcome=booked");
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/call-history\/[0-9a-f-]{36}/);
  await started(page);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    Reflect.set(window, "print", () => Reflect.set(window, "hasPrinted", true));
  });
  await page.getByRole("button", { name: "Print" }).click();
  expect(await page.evaluate(() => Reflect.get(window, "hasPrinted"))).toBe(true);
  const lines = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.locator("time") });
  const spoken = await lines.count();
  expect(spoken).toBeGreaterThan(1);

  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(lines).toHaveCount(spoken);
  for (let at = 0; at < spoken; at++) await expect(lines.nth(at)).toBeVisible();
  for (const hidden of ["button", "navigation", "textbox"] as const)
    await expect(page.getByRole(hidden)).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light");
  await expect(main).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await accessible();
  // Nothing is cut off at the right.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
});
