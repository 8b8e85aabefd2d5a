/** A campaign from its first step to its end in a browser, by keyboard where it counts, with and without scripts. */
import type { Page } from "playwright/test";
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

const next = async (page: Page, to: string) => {
  await page.getByRole("button", { name: `Continue to ${to}` }).click();
};
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** Sets a campaign up that calls every contact, up to its review. */
async function setUp(page: Page, name: string): Promise<void> {
  await page.goto("/campaigns/new");
  await expect(heading(page, "Who is called?")).toBeVisible();
  await page.getByLabel("Campaign name").fill(name);
  await page.getByLabel("All contacts").check();
  await page.getByLabel(/Also people with another consent/).check();
  await next(page, "agent");
  await expect(heading(page, "Who calls them?")).toBeVisible();
  await page.getByRole("radio").first().check();
  await next(page, "caller numbers");
  await expect(heading(page, "From which numbers?")).toBeVisible();
  await page.getByRole("group", { name: "Caller numbers" }).getByRole("checkbox").first().check();
  await next(page, "schedule");
  await expect(heading(page, "On which days, at which hours?")).toBeVisible();
  await page.getByLabel("Saturday").check();
  await next(page, "attempts");
  await expect(heading(page, "How often is someone tried?")).toBeVisible();
  await next(page, "pace and budget");
  await expect(heading(page, "How fast, and up to which cost?")).toBeVisible();
  await page.getByLabel("Calls a minute").fill("4");
  await next(page, "review");
  await expect(heading(page, "What will happen?")).toBeVisible();
}

test("a campaign is set up step by step, reviewed, started and stopped", async ({
  page,
  goOn,
  accessible,
}) => {
  test.slow();
  await goOn("owner");
  const name = `Recall ${Date.now()}`;
  await setUp(page, name);
  await expect(page.getByText("Will be called")).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);

  await page
    .getByRole("button", { name: "Back to" })
    .or(page.getByRole("link", { name: "Back to pace" }))
    .click();
  await expect(page.getByLabel("Calls a minute")).toHaveValue("4");
  await page.getByRole("button", { name: "Back to attempts" }).click();
  await page.getByRole("button", { name: "Back to schedule" }).click();
  await expect(page.getByLabel("Saturday")).toBeChecked();
  await accessible();

  await page.getByRole("link", { name: /Review/ }).click();
  await page.getByRole("button", { name: "Start campaign" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Start campaign" }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText(/^Started\./)).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused. Running calls go on to their end.")).toBeVisible();
  await page.getByRole("link", { name: "Change schedule" }).click();
  await page.getByLabel("Until").fill("17:30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. It counts from the next call on.")).toBeVisible();
  await expect(page.getByText(/9:00 am–5:30 pm/)).toBeVisible();

  await page.getByRole("link", { name: "Everyone in it" }).click();
  await expect(heading(page, `People in ${name}`)).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("link", { name }).click();

  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop campaign" }).click();
  await expect(page.getByText("Stopped. No one else is called.")).toBeVisible();
  await page.goto("/campaigns");
  await expect(page.getByRole("link", { name: new RegExp(name) })).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every step is kept, on and back", async ({ page, goOn }) => {
    test.slow();
    await goOn("owner");
    await setUp(page, `Plain ${Date.now()}`);
    await page.getByRole("link", { name: "Back to pace and budget" }).click();
    await expect(page.getByLabel("Calls a minute")).toHaveValue("4");
    await page.getByRole("button", { name: "Back to attempts" }).click();
    await page.getByRole("button", { name: "Back to schedule" }).click();
    await expect(page.getByLabel("Saturday")).toBeChecked();
  });
});
