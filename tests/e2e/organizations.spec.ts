/** Several organizations in one browser: going over by the menu, and two tabs that show two of them. */
import { expect, type Page, started, test } from "./visitor.ts";

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
  await page.getByRole("button", { name: "Save changes" }).click();
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
  await page.getByRole("menuitem", { name: "All organizations" }).press("Enter");
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
  const items = page.getByRole("menuitemradio");
  await expect(items).toHaveCount(2);
  await expect(items.first()).toBeChecked();
  await expect(items.first()).toContainText("Northside Dental");
  await expect(items.last()).not.toBeChecked();
  await accessible();
  await items.last().press("Enter");
  await expect(menu).not.toHaveText(/Northside Dental/);
  await started(page);
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Northside Dental" }).click();
  await expect(menu).toHaveText(/Northside Dental/);
});

test("the organization's menu stands beside the navigation and leads to a new one and to the settings", async ({
  page,
  signUp,
}) => {
  await signUp();
  const frame = page.getByRole("navigation", { name: "Main", exact: true });
  const button = frame.getByRole("button").first();
  await button.click();
  const right = (await frame.boundingBox())?.width ?? 0;
  expect((await page.getByRole("menu").boundingBox())?.x).toBeGreaterThanOrEqual(right - 12);
  await page.getByRole("menuitem", { name: "Organization settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await button.click();
  await page.getByRole("menuitem", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create an organization" })).toBeVisible();
});

test("on a phone the organizations open in their place in the drawer, and cover no page of it", async ({
  page,
  signUp,
  accessible,
}) => {
  await signUp();
  await page.goto("/organizations");
  await started(page);
  await page.getByLabel("Name").fill("Northside Dental");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.waitForURL("**/dashboard");
  await started(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  await drawer.locator("summary").press("Enter");
  await expect(drawer.locator('[aria-current="true"]')).toContainText("Northside Dental");
  await expect(drawer.getByRole("link", { name: "Create organization" })).toBeVisible();
  await drawer.getByRole("link", { name: "Agents" }).click({ trial: true });
  await accessible();
  await drawer.getByRole("button").first().click();
  await page.waitForURL("**/dashboard");
  await expect(page.locator("#navigation")).not.toContainText("Northside Dental");
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

test("closed days are rows that are added, named and removed, and saved with what else changed, also without scripts", async ({
  page,
  browser,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const bar = page.getByRole("form", { name: "Unsaved changes" });
  await expect(bar).toHaveCount(0);
  await page.getByRole("button", { name: "Add a closed day" }).press("Enter");
  const first = page.getByLabel("Closed day 1", { exact: true });
  await expect(first).toBeFocused();
  await expect(bar).toContainText("Unsaved changes in Closed days");
  await page.getByLabel("Name of closed day 1").fill("Christmas");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Choose a date", { exact: true })).toBeVisible();
  await expect(first).toBeFocused();
  await expect(bar).toContainText("Closed days: Choose a date");
  await accessible();
  await first.fill("2026-12-25");
  await page.getByLabel("Keep transcripts for").scrollIntoViewIfNeeded();
  await page.getByLabel("Keep transcripts for").selectOption("90 days");
  await expect(bar).toContainText("Unsaved changes in Closed days and Data retention");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Settings saved.").first()).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.locator("body")).not.toBeFocused();
  await page.getByRole("button", { name: "Remove closed day 1" }).click();
  await expect(first).toHaveCount(0);
  await page
    .getByRole("navigation", { name: "Main", exact: true })
    .getByRole("link", { name: "Agents" })
    .click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(first).toHaveValue("2026-12-25");
  await expect(page.getByLabel("Name of closed day 1")).toHaveValue("Christmas");
  await expect(bar).toHaveCount(0);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
  });
  const plain = await context.newPage();
  await plain.goto("/settings");
  await plain.getByRole("button", { name: "Add a closed day" }).click();
  await plain.getByLabel("Closed day 2", { exact: true }).fill("2027-01-01");
  await plain.getByRole("button", { name: "Save closed days" }).click();
  await expect(plain.getByLabel("Closed day 2", { exact: true })).toHaveValue("2027-01-01");
  await plain.getByLabel("Keep transcripts for").selectOption("180 days");
  await plain.getByRole("button", { name: "Save data retention" }).click();
  await expect(plain.getByLabel("Keep transcripts for")).toHaveValue("180");
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
  await expect(from).toHaveCount(0);
  const monday = page.getByRole("group", { name: "Monday" });
  await monday.getByRole("button", { name: "Open this day" }).press("Enter");
  await expect(from).toBeFocused();
  await from.fill("18:00");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Closing time must be after opening time", { exact: true })).toBeVisible();
  await expect(from).toHaveValue("18:00");
  await accessible();
  await from.fill("08:15");
  // The lunch break, by keyboard; ranges that overlap are told of at their day.
  await monday.getByRole("button", { name: "Add hours" }).press("Enter");
  await expect(from.nth(1)).toBeFocused();
  await from.nth(1).fill("13:00");
  await page.getByLabel("Monday until").nth(1).fill("18:00");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(monday.getByText("These hours overlap")).toBeVisible();
  await accessible();
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByLabel("Monday until").first().fill("12:00");
  await page.getByRole("button", { name: "Copy to Tuesday–Friday" }).press("Enter");
  await expect(page.getByLabel("Friday from")).toHaveCount(2);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Opening hours saved.").first()).toBeVisible();
  await expect(from.first()).toHaveValue("08:15");
  await expect(page.getByLabel("Friday until").nth(1)).toHaveValue("18:00");
  await page.setViewportSize({ width: 1280, height: 800 });

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
  });
  const plain = await context.newPage();
  await plain.goto("/settings");
  await expect(plain.getByLabel("Monday from").first()).toHaveValue("08:15");
  await expect(plain.getByLabel("Sunday until")).toHaveCount(0);
  const sunday = plain.getByRole("group", { name: "Sunday" });
  await sunday.getByRole("button", { name: "Open this day" }).click();
  await plain.getByLabel("Sunday until").fill("12:30");
  await plain.getByRole("button", { name: "Save opening hours" }).click();
  await expect(plain.getByLabel("Sunday until")).toHaveValue("12:30");
  await plain.getByLabel("Default test number").fill("12");
  await plain.getByRole("button", { name: "Save test calls" }).click();
  await expect(plain.getByText("Use a full number, like +1 415 555 0100")).toBeVisible();
  await plain.getByLabel("Default test number").fill("+1 (415) 555-0100");
  await plain.getByRole("button", { name: "Save test calls" }).click();
  await expect(plain.getByLabel("Default test number")).toHaveValue("+1 415 555 0100");
  await plain.goto("/agents/new");
  await plain.getByRole("button", { name: "Use Receptionist" }).click();
  await expect(plain.getByLabel("Monday from").first()).toHaveValue("08:15");
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
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("118 West 72nd Street");
  await address.press("Enter");
  await expect(page.getByText("Profile saved.")).toBeInViewport();
  await expect(address).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("Northside Dental");
  await page.getByRole("button", { name: "Save changes" }).press("Enter");
  await expect(page.getByRole("navigation", { name: "Main", exact: true })).toContainText("Northside Dental");
  await expect(page.locator("body")).not.toBeFocused();
  const kept = page.getByLabel("Keep transcripts for");
  await kept.scrollIntoViewIfNeeded();
  await kept.selectOption("90 days");
  await page.getByRole("button", { name: "Save changes" }).press("Enter");
  const said = page.locator("[data-sonner-toast]").filter({ hasText: "Older data is deleted" });
  await expect(said).toBeInViewport();
  await page.goto("/mfa-setup");
  await started(page);
  await page.getByRole("button", { name: "Set up an authenticator app" }).press("Enter");
  await expect(page.getByLabel("Authentication code")).toBeFocused();
});

test("the settings' index leads to its sections and marks the one that is read", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const index = page.getByRole("navigation", { name: "Sections" });
  const marked = index.locator('[aria-current="true"]');
  await expect(index.getByRole("link")).toHaveText([
    "Profile",
    "Hours",
    "Calls",
    "Data",
    "Security",
    "Danger zone",
  ]);
  await expect(marked).toHaveText("Profile");
  await index.getByRole("link", { name: "Hours" }).press("Enter");
  await expect(marked).toHaveText("Hours");
  await expect(page.getByRole("heading", { name: "Opening hours" })).toBeInViewport();
  await index.getByRole("link", { name: "Security" }).click();
  await expect(marked).toHaveText("Security");
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, -100_000);
  await expect(marked).toHaveText("Profile");
  await page.mouse.wheel(0, 100_000);
  await expect(marked).toHaveText("Danger zone");
});

for (const width of [1280, 390])
  test(`at ${width} px an error scrolls its field, label and words clear of the bars`, async ({
    page,
    signUp,
    complaints,
  }) => {
    await signUp();
    await page.setViewportSize({ width, height: 640 });
    await page.goto("/settings");
    await started(page);
    const website = page.getByLabel("Website");
    await website.fill("notaurl");
    await page.getByLabel("Keep transcripts for").selectOption("90 days");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(website).toBeFocused();
    const words = page.getByText("Enter an address that starts with https://", { exact: true });
    await expect(words).toBeVisible();
    const topOf = async (locator: ReturnType<Page["locator"]>) => (await locator.boundingBox())?.y ?? 0;
    const bar = page.getByRole("form", { name: "Unsaved changes" });
    const bottom = (await words.boundingBox()) ?? { y: 0, height: 0 };
    expect(await topOf(page.getByText("Website", { exact: true }))).toBeGreaterThanOrEqual(52);
    expect(bottom.y + bottom.height).toBeLessThanOrEqual(await topOf(bar));
    // And the other way round: what is wrong far below the window.
    await website.fill("https://northside.test");
    await page.getByLabel("Default test number").fill("12");
    await website.focus();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByLabel("Default test number")).toBeFocused();
    const refused = page.getByText("Use a full number, like +1 415 555 0100", { exact: true });
    const box = (await refused.boundingBox()) ?? { y: 0, height: 0 };
    expect(box.y + box.height).toBeLessThanOrEqual(await topOf(bar));
    await bar.getByRole("button", { name: /^Test calls: / }).press("Enter");
    await expect(page.getByLabel("Default test number")).toBeFocused();
    complaints.splice(0);
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

  const address = page.getByLabel("Address", { exact: true });
  await address.fill("118 West 72nd Street");
  await page.getByRole("button", { name: "Save changes" }).click();
  const refusal = page.getByText(
    `This page belongs to ${name}, but you're in Northside Dental now. Nothing was changed.`,
  );
  await expect(refusal).toBeVisible();
  await expect(address).toHaveValue("118 West 72nd Street");
  await accessible();
  await page.getByRole("button", { name: "Switch back" }).click();
  await expect(page.getByText("You're back in this organization.")).toBeVisible();
  await expect(address).toHaveValue("118 West 72nd Street");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main").getByText("Profile saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await expect(address).toHaveValue("118 West 72nd Street");
  await other.reload();
  await expect(other.getByRole("navigation", { name: "Main", exact: true })).toContainText(name);
  expect(complaints.splice(0).filter((line) => !/status of 409/.test(line))).toEqual([]);
});
