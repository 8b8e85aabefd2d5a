/** Several organizations in one browser: going over by the menu, and two tabs that show two of them. */
import { expect, started, test } from "./visitor.ts";

test("two tabs of two organizations: the older one changes neither, and leads back", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/organizations");
  await started(page);
  await accessible();
  await page.getByLabel("Name").fill("Northside Dental");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/settings");
  await started(page);
  await accessible();

  const other = await page.context().newPage();
  await other.goto("/organizations");
  await started(other);
  await other.getByRole("button", { name: /^Switch to / }).click();
  await expect(other).toHaveURL(/\/dashboard$/);

  await page.getByLabel("Name", { exact: true }).fill("Never saved");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText(/This page belongs to Northside Dental/)).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: "Switch back" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/settings");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Northside Dental");
  await page.goto("/users");
  await started(page);
  await accessible();
  complaints.splice(0);
});

test("two tabs of two organizations: the older one is shown nothing of the other, and says where it is", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/organizations");
  await started(page);
  await page.getByLabel("Name").fill("Northside Dental");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await started(page);
  const frame = page.getByRole("navigation", { name: "Main", exact: true });
  const goTo = (name: string) => frame.getByRole("link", { name, exact: true }).click();
  await goTo("Agents");
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto("/organizations");
  await started(other);
  await other.getByRole("button", { name: /^Switch to / }).click();
  await expect(other).toHaveURL(/\/dashboard$/);

  await goTo("Numbers");
  await expect(page.getByText(/This page belongs to Northside Dental, and you look at/)).toBeVisible();
  await expect(frame.getByRole("button").first()).toHaveText(/Northside Dental/);
  await expect(page.getByRole("button", { name: "Switch back" })).toBeVisible();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page).toHaveURL(/\/numbers/);
  await expect(frame.getByRole("button").first()).not.toHaveText(/Northside Dental/);
  complaints.splice(0);
});

test("the organization's menu leads to all of them by keyboard", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await started(page);
  await page.getByRole("navigation", { name: "Main", exact: true }).getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Organizations" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Organizations" })).toBeVisible();
});

test("the organization's menu goes over to another one by keyboard, and back", async ({
  page,
  signUp,
  accessible,
}) => {
  await signUp();
  await page.goto("/organizations");
  await started(page);
  await page.getByLabel("Name").fill("Northside Dental");
  await page.getByRole("button", { name: "Create organization" }).click();
  const menu = page.getByRole("navigation", { name: "Main", exact: true }).getByRole("button").first();
  await expect(menu).toHaveText(/Northside Dental/);
  await started(page);
  await menu.focus();
  await page.keyboard.press("Enter");
  const items = page.getByRole("menuitem");
  const first = (await items.first().textContent()) ?? "";
  expect(first).not.toMatch(/Northside/);
  await accessible();
  await page.keyboard.press("ArrowDown");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu).not.toHaveText(/Northside Dental/);
  await started(page);
  await menu.click();
  await page.getByRole("menuitem", { name: "Northside Dental" }).click();
  await expect(menu).toHaveText(/Northside Dental/);
});
