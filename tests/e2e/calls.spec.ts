/** The list of calls and its filters, and the way from one call to the next. */
import { expect, started, test } from "./visitor.ts";

test("search and filters take two lines, and their dates are one choice", async ({
  page,
  signIn,
  accessible,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn();
  await page.goto("/call-history");
  await started(page);
  const form = page.getByRole("form", { name: "Calls" });
  const lines = async () => {
    const tops = await form
      .locator("input, select")
      .filter({ visible: true })
      .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().top)));
    return new Set(tops).size;
  };
  expect(await lines()).toBe(2);
  const dates = form.getByLabel("Dates");
  await expect(form.getByLabel("From")).toBeHidden();
  await expect(dates.locator("option")).toHaveText([
    "Any date",
    "Today",
    "Last 7 days",
    "Last 30 days",
    "Last 90 days",
    "This month",
    "Custom range",
  ]);
  await dates.selectOption("Last 7 days");
  await expect(page).toHaveURL(/\?range=7$/);
  await expect(page.getByText(/matching calls?\.$/)).toBeVisible();

  // A custom range begins with the days that were shown.
  await dates.selectOption("Custom range");
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expect(form.getByLabel("From")).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  expect(await lines()).toBe(2);
  await accessible();
  await form.getByLabel("From").fill("");
  await form.getByLabel("To").fill("");
  await expect(page).toHaveURL(/\?range=custom$/);
  await expect(dates).toHaveValue("custom");
  await form.getByRole("searchbox").fill("cleaning");
  await expect(page).toHaveURL(/q=cleaning/);
  await expect(page.getByRole("main").locator("mark").first()).toHaveText(/^clean/i);
  await page.getByRole("link", { name: "Show all calls" }).click();
  await expect(dates).toHaveValue("");
  await expect(form.getByLabel("From")).toBeHidden();
});

test("the calls of a list lead from one to the next, and a transcript is copied", async ({
  page,
  context,
  signIn,
  accessible,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn();
  await page.goto("/call-history?outcome=booked");
  await started(page);
  const table = page.getByRole("table");
  await expect(table.getByRole("rowheader").first()).toHaveText(/^(?:Today|Yesterday|\w+day, )/);
  const links = await table
    .locator("tbody a")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("href") ?? ""));
  const [first = "", second = ""] = links;
  expect(first).toContain("?outcome=booked");
  await page.goto(first);
  await expect(page.getByRole("link", { name: "Newer call" })).toHaveCount(0);
  await page.getByRole("link", { name: "Older call" }).click();
  await expect(page).toHaveURL(second);
  await accessible();
  await page.getByRole("button", { name: "Copy transcript" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^0:0\d [\w ]+: .+\n/);
  await page.getByRole("link", { name: "Newer call" }).click();
  await expect(page).toHaveURL(first);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Calls" }).click();
  await expect(page).toHaveURL(/\/call-history\?outcome=booked$/);
});

test("on a phone a call's result stands above its script", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto("/call-history?outcome=booked");
  await page.getByRole("table").locator("tbody a").first().click();
  const top = async (name: string | RegExp) =>
    (await page.getByRole("heading", { level: 2, name }).first().boundingBox())?.y ?? -1;
  await expect(page.getByRole("heading", { name: /^Appointment/ })).toBeVisible();
  expect(await top(/^Appointment/)).toBeLessThan(await top(/^What the caller said/));
  expect(await top(/^What the caller said/)).toBeLessThan(await top(/^Booked/));
  expect(await top(/^Booked/)).toBeLessThan(await top("Behind the scenes"));
});
