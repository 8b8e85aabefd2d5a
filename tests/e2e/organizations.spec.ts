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
  await expect(page.getByText("You're back in this organization.")).toBeVisible();
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
  await expect(page.getByText(/This page belongs to Northside Dental, but you're in/)).toBeVisible();
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

test("an owner deletes an organization, sees until when, and restores it", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const name = await page.getByLabel("Name", { exact: true }).inputValue();
  const danger = page.getByLabel(`Type “${name}” to delete it`);
  await danger.fill("Something else");
  await page.getByRole("button", { name: "Delete organization" }).click();
  await expect(page.getByText(`That's not “${name}”`)).toBeVisible();
  await danger.fill(name);
  await page.getByRole("button", { name: "Delete organization" }).click();
  const heading = page.getByRole("heading", { level: 1, name: `${name} was deleted` });
  await expect(heading).toBeVisible();
  await expect(page.getByText(/It can be restored until \w+ \d+/)).toBeVisible();
  for (const path of ["/agents", "/call-history", "/users"]) {
    await page.goto(path);
    await expect(heading, path).toBeVisible();
  }
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await accessible();
  }
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(heading).toBeFocused();
  await page.getByRole("button", { name: `Restore ${name}` }).press("Enter");
  await expect(page).toHaveURL(/\/dashboard\?done=restored$/);
  const said = page.getByRole("status").filter({ hasText: "The organization was restored." });
  await expect(said).toBeFocused();
  await expect(heading).toBeHidden();
  await page.goto("/settings");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  expect(complaints.splice(0).filter((line) => !/status of (?:410|422)/.test(line))).toEqual([]);
});

test("closed days and how long calls are kept are saved, also without scripts", async ({
  page,
  browser,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const days = page.getByLabel("Holidays and closures");
  await days.fill("25.12.2026");
  await page.getByRole("button", { name: "Save closed days" }).click();
  await expect(page.getByText("Line 1: start with a date like 2026-12-25")).toBeVisible();
  await expect(days).toHaveValue("25.12.2026");
  await accessible();
  await days.fill("2026-12-25 Christmas");
  await page.getByRole("button", { name: "Save closed days" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(days).toHaveValue("2026-12-25 Christmas");

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
  });
  const plain = await context.newPage();
  await plain.goto("/settings");
  await plain.getByLabel("Keep transcripts for").selectOption("90 days");
  await plain.getByRole("button", { name: "Save data retention" }).click();
  await expect(plain.getByLabel("Keep transcripts for")).toHaveValue("90");
  await context.close();
  expect(complaints.splice(0).filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("calling hours and the default test number are saved, and a new agent has them, also without scripts", async ({
  page,
  browser,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const from = page.getByLabel("Monday from");
  await expect(from).toBeHidden();
  await page.getByRole("switch", { name: "Monday" }).check();
  await from.fill("18:00");
  await page.getByRole("button", { name: "Save calling hours" }).click();
  await expect(page.getByText("Closing time must be after opening time")).toBeVisible();
  await expect(from).toHaveValue("18:00");
  await accessible();
  await from.fill("08:15");
  await page.getByRole("button", { name: "Save calling hours" }).click();
  await expect(page.getByText("Calling hours saved.").first()).toBeVisible();
  await expect(from).toHaveValue("08:15");

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
  });
  const plain = await context.newPage();
  await plain.goto("/settings");
  await expect(plain.getByLabel("Monday from")).toHaveValue("08:15");
  await expect(plain.getByLabel("Sunday until")).toBeHidden();
  await plain.getByRole("switch", { name: "Sunday" }).check();
  await plain.getByLabel("Sunday until").fill("12:30");
  await plain.getByRole("button", { name: "Save calling hours" }).click();
  await expect(plain.getByLabel("Sunday until")).toHaveValue("12:30");
  await plain.getByLabel("Default test number").fill("12");
  await plain.getByRole("button", { name: "Save test number" }).click();
  await expect(plain.getByText("Use a full number, like +1 415 555 0100")).toBeVisible();
  await plain.getByLabel("Default test number").fill("+1 (415) 555-0100");
  await plain.getByRole("button", { name: "Save test number" }).click();
  await expect(plain.getByLabel("Default test number")).toHaveValue("+1 415 555 0100");
  await plain.goto("/agents/new");
  await plain.getByRole("button", { name: "Use Receptionist" }).click();
  await expect(plain.getByLabel("Monday from")).toHaveValue("08:15");
  await expect(plain.getByLabel("Sunday until")).toHaveValue("12:30");
  await context.close();
  expect(complaints.splice(0).filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("what was saved, changed or taken away is said where one has scrolled, and the focus stays in the page", async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  await page.getByLabel("Address").fill("118 West 72nd Street");
  await page.getByRole("button", { name: "Save profile" }).press("Enter");
  await expect(page.getByText("Profile saved.")).toBeInViewport();
  await expect(page.locator("body")).not.toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Northside Dental");
  await page.getByRole("button", { name: "Save profile" }).press("Enter");
  await expect(page.getByRole("navigation", { name: "Main", exact: true })).toContainText("Northside Dental");
  await page.getByRole("button", { name: "Save closed days" }).press("Enter");
  const said = page.locator("[data-sonner-toast]").filter({ hasText: "Closed days saved." });
  await expect(said).toBeInViewport();
  await page.goto("/mfa-setup");
  await started(page);
  await page.getByRole("button", { name: "Set up an authenticator app" }).press("Enter");
  await expect(page.getByLabel("Authentication code")).toBeFocused();
});

test("a form of a tab that shows another organization is refused where it stands, and sent again after switching back", async ({
  page,
  context,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const name = await page.getByLabel("Name", { exact: true }).inputValue();
  const other = await context.newPage();
  await other.goto("/organizations/new");
  await started(other);
  await other.getByLabel("Name", { exact: true }).fill("Northside Dental");
  await other.getByRole("button", { name: /^Create/ }).click();
  await other.waitForURL("**/dashboard");

  const address = page.getByLabel("Address");
  await address.fill("118 West 72nd Street");
  await page.getByRole("button", { name: "Save profile" }).click();
  const refusal = page.getByText(
    `This page belongs to ${name}, but you're in Northside Dental now. Nothing was changed.`,
  );
  await expect(refusal).toBeVisible();
  await expect(address).toHaveValue("118 West 72nd Street");
  await accessible();
  await page.getByRole("button", { name: "Switch back" }).click();
  await expect(page.getByText("You're back in this organization.")).toBeVisible();
  await expect(address).toHaveValue("118 West 72nd Street");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(address).toHaveValue("118 West 72nd Street");
  await other.reload();
  await expect(other.getByRole("navigation", { name: "Main", exact: true })).toContainText(name);
  expect(complaints.splice(0).filter((line) => !/status of 409/.test(line))).toEqual([]);
});
