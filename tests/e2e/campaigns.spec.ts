/** A campaign is set up in a browser, with and without scripts. */
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

test("a campaign is set up step by step, and reviewed", async ({ page, goOn, accessible, complaints }) => {
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

  // What is refused is said at its field, and the field has the focus.
  await page.getByLabel("From").fill("22:00");
  await page.getByLabel("Until").fill("23:30");
  await next(page, "attempts");
  await expect(page.getByText("people may be called from 8 am to 9 pm their time")).toBeInViewport();
  await expect(page.getByLabel("From")).toBeFocused();
  // The browser says of the refusal that it is one.
  expect(complaints.splice(0).filter((words) => !words.includes(" 422 "))).toEqual([]);
});

test("a file is uploaded in the setup, and its people are in the audience", async ({
  page,
  goOn,
  accessible,
}) => {
  test.slow();
  await goOn("owner");
  const name = `Leads ${Date.now()}`;
  await page.goto("/campaigns/new");
  await page.getByLabel("Campaign name").fill(name);
  await page.getByLabel(/Also people with another consent/).check();
  await page.getByRole("button", { name: "Upload a CSV file" }).click();
  await expect(heading(page, "Import contacts")).toBeVisible();
  await page.getByLabel("CSV file").setInputFiles({
    name: "leads.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name,Mobile,Consent date\nIda Lovell,(212) 555-0187,2024-03-05\nBroken,12,\n"),
  });
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.waitForURL(/\/contacts\/imports\/[0-9a-f-]{36}\?campaign=/);
  await expect(page.getByLabel("Consent date")).toHaveValue("consent_on");
  await expect(page.getByLabel("Or to a new list")).toHaveValue(name);
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("They agreed").selectOption("express_written");
  await page.getByLabel("Where").fill("Web form");
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(heading(page, "Who is called?")).toBeVisible();
  await expect(page.getByLabel("Campaign name")).toHaveValue(name);
  await expect(page.getByLabel(/Also people with another consent/)).toBeChecked();
  await expect(page.getByRole("checkbox", { name })).toBeChecked();
  await expect(page.getByText(/: Done, .*1 with errors/)).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("link", { name: "leads.csv" }).click();
  await page.getByRole("link", { name: "Back to the campaign" }).click();
  await expect(heading(page, "Who is called?")).toBeVisible();
});

test("the demo's dialer has called: one campaign is over, one is held, and one goes on tomorrow", async ({
  page,
  goOn,
  accessible,
}) => {
  test.slow();
  await goOn("owner");
  await page.goto("/campaigns");
  for (const [name, status] of [
    ["Autumn recall", "Running"],
    ["Whitening offer", "Paused"],
    ["Checkup reminders", "Finished"],
  ] as const)
    await expect(page.getByRole("row").filter({ hasText: name }).first()).toContainText(status);
  await page.setViewportSize({ width: 390, height: 844 });
  const folded = page.getByRole("row").filter({ hasText: "Checkup reminders" });
  await expect(folded).toHaveText(/answered.*spent.*changed/);
  // The first figure of the line has no dot before it.
  const firstOf = folded.locator("td.below:not(:has(> .blank))").first();
  expect(await firstOf.evaluate((cell) => getComputedStyle(cell, "::before").content)).toBe("none");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Autumn recall" }).click();
  await expect(heading(page, "Autumn recall")).toBeVisible();
  await expect(page.getByText(/The next call is due/)).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.goto("/campaigns");
  await page.getByRole("link", { name: "Checkup reminders" }).click();
  await expect(page.getByText("Everyone was called, or can't be.")).toBeVisible();
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
