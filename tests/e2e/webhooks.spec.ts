/** Webhooks in a browser: the demo's endpoint with its log, and one that is added, tested, given another secret and deleted. */
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

const shots = process.env.SHOTS;

test("a webhook is added, tested and deleted, and the demo's has a log", async ({
  page,
  goOn,
  accessible,
}) => {
  test.slow();
  await goOn("owner");
  const shot = async (name: string) => {
    if (shots === undefined) return;
    for (const scheme of ["light", "dark"] as const)
      for (const width of [390, 900, 1280]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png`, fullPage: true });
      }
  };
  await page.goto("/integrations/webhooks");
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await shot("list");
  await page.getByRole("link", { name: "Practice software" }).click();
  await expect(page.getByRole("heading", { name: "Practice software", level: 1 })).toBeVisible();
  const log = page.getByRole("list", { name: "Deliveries" });
  await expect(log.getByText("Delivered").first()).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await shot("endpoint");
  await log.getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Attempts" })).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await shot("delivery");

  await page.goto("/integrations/webhooks");
  await page.getByLabel("Name").fill("Trial");
  await page.getByLabel("Address").fill("https://hooks.sandbox.test/trial");
  // The demo's past is told of for a while after its start: this one hears of nothing that it holds.
  await page.getByLabel("Call ended").uncheck();
  await page.getByLabel("Booking made").uncheck();
  await page.getByLabel("Number released").check();
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await accessible();
  await shot("secret");
  await page.getByRole("link", { name: "Open the webhook" }).click();
  await expect(page.getByText("Nothing was sent yet.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByRole("heading", { name: /\(test\)$/, level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Trial" }).click();
  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("button", { name: "Create secret" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expect(page.getByText("The secret before also signs until", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Trial" })).toHaveCount(0);

  await page.goto("/integrations/webhooks/events");
  await page.getByText("Call ended").click();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await shot("events");
});
