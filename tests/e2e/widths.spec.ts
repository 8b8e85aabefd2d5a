/** Every page of the navigation at every width: nothing cut, nothing on top of something else, no scrolling sideways. */
import { expect, test } from "./visitor.ts";
import { faultsOf, widths } from "./widths.ts";

const pages = [
  "/dashboard",
  "/dashboard?range=7",
  "/dashboard?range=30",
  "/agents",
  "/agents/new",
  "/numbers",
  "/numbers/search",
  "/call-history",
  "/subscription",
  "/users",
  "/settings",
  "/organizations",
  "/security",
] as const;

for (const path of pages)
  test(`${path} is whole at every width`, async ({ page, signIn }) => {
    test.slow();
    await signIn();
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const faults: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const fault of await faultsOf(page)) faults.push(`${width}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
