/** The frame around every page: found by keyboard, by thumb, by screen reader; in the theme that was chosen; and left for good. */
import { expect, type Page, started, test } from "./visitor.ts";

const side = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

for (const keys of ["Control+k", "Meta+k"])
  test(`${keys} finds a page by a few letters, and Enter goes there`, async ({ page, signIn }) => {
    await signIn();
    await expect(heading(page, /Mara/)).toBeVisible();
    await page.keyboard.press(keys);
    const field = page.getByRole("combobox", { name: "Search or jump to…" });
    await expect(field).toBeFocused();
    await field.fill("transcr");
    await expect(page.getByRole("option").first()).toHaveText("Calls");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/call-history$/);
    await expect(heading(page, "Calls")).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

test("the command menu is walked with the arrows, and Escape gives the focus back", async ({
  page,
  signIn,
}) => {
  await signIn();
  const link = side(page).getByRole("link", { name: "Numbers" });
  await link.focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or jump to…" });
  await expect(field).toBeFocused();
  const marked = page.getByRole("option", { selected: true });
  await expect(marked).toHaveText("Dashboard");
  await page.keyboard.press("ArrowDown");
  await expect(marked).toHaveText("Calls");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(marked).toHaveText("Sign out");
  await field.fill("zzz");
  await expect(page.getByRole("status").filter({ hasText: "No results for “zzz”." })).toBeVisible();
  await expect(page.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("the command menu finds agents, numbers and calls, and leads to them", async ({
  page,
  signIn,
  accessible,
}) => {
  await signIn();
  const field = page.getByRole("combobox", { name: "Search or jump to…" });
  const found = page.getByRole("option");
  const search = async (words: string) => {
    await page.getByRole("button", { name: "Search or jump to…" }).click();
    await field.fill(words);
  };
  await search("booki");
  await expect(found.filter({ hasText: "Booking deskAgent" })).toBeVisible();
  await accessible();
  await page.keyboard.press("Escape");

  await search("555-0142");
  await found.filter({ hasText: "+1 212 555 0142" }).click();
  await expect(page).toHaveURL(/\/call-history\?number=/);
  await expect(page.getByRole("main")).toContainText("match");

  await search("Sofia Mar");
  await expect(found.first()).toHaveText("Search calls for “Sofia Mar”");
  await found.filter({ hasText: "Sofia Marino" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Sofia Marino" })).toBeFocused();

  await search("parking");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/call-history\?q=parking$/);
});

test("a search that cannot be answered leaves the page and its places alone", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn();
  await page.route("**/search.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Search or jump to…" }).click();
  const answered = page.waitForResponse("**/search.data*");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill("agents");
  await answered;
  await expect(page.getByRole("option").first()).toHaveText("Agents");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Agents")).toBeFocused();
  complaints.splice(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the tab bar leads to the pages and marks where one is", async ({ page, signIn }) => {
    await signIn();
    const tabs = page.getByRole("navigation", { name: "Main, small screens" });
    await expect(side(page)).toBeHidden();
    for (const [label, path] of [
      ["Agents", "/agents"],
      ["Numbers", "/numbers"],
      ["Calls", "/call-history"],
    ] as const) {
      await tabs.getByRole("link", { name: label }).click();
      await expect(heading(page, label)).toBeFocused();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(tabs.locator("[aria-current=page]")).toHaveText(label);
    }
  });

  test("the drawer keeps the keyboard inside and gives it back", async ({ page, signIn, accessible }) => {
    await signIn();
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.click();
    const drawer = page.getByRole("dialog", { name: "Navigation" });
    await expect(drawer).toBeVisible();
    await accessible();
    const steps = 2 * (await drawer.locator("a, button").count()) + 1;
    for (let step = 0; step < steps; step++) {
      await page.keyboard.press("Tab");
      await expect(drawer.locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(more).toBeFocused();
    await more.click();
    await drawer.getByRole("link", { name: "Numbers" }).click();
    await expect(heading(page, "Numbers")).toBeFocused();
    await expect(drawer).toHaveCount(0);
  });
});

test("the first stop of the keyboard skips the navigation", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("after a navigation the focus is on the new heading, and a filter moves none", async ({
  page,
  signIn,
}) => {
  await signIn();
  await side(page).getByRole("link", { name: "Agents" }).click();
  await expect(heading(page, "Agents")).toBeFocused();
  await page.goBack();
  await expect(heading(page, /Mara/)).toBeFocused();
  const range = page.getByRole("navigation", { name: "Range" }).getByRole("link", { name: "7 days" });
  await range.click();
  await expect(page).toHaveURL(/range=7/);
  await expect(range).toHaveAttribute("aria-current", "true");
  await expect(range).toBeFocused();
});

test("a chosen theme survives a reload and is in the first bytes of every page", async ({ page, signIn }) => {
  await signIn();
  const document = page.locator("html");
  await side(page).getByRole("button", { name: "Mara Okafor" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(document).toHaveAttribute("data-theme", "dark");
  for (const path of ["/dashboard", "/agents", "/terms"]) {
    const answer = await page.goto(path);
    expect(await answer?.text()).toMatch(/<html[^>]* data-theme="dark"/);
    await expect(document).toHaveAttribute("data-theme", "dark");
  }
  await page.goto("/agents");
  await started(page);
  await side(page).getByRole("button", { name: "Mara Okafor" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeChecked();
  await page.getByRole("menuitemradio", { name: "System" }).click();
  const answer = await page.reload();
  expect(await answer?.text()).toMatch(/<html[^>]* data-theme="system"/);
});

test("at most three toasts are seen at once, in their width, within the page's policy", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto("/agents/new");
  await started(page);
  await page.getByRole("button", { name: "Use Lead qualification" }).click();
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/);
  const toasts = page.locator("[data-sonner-toast]");
  for (const version of [2, 3, 4]) {
    await page.getByLabel("What the agent says", { exact: true }).fill(`Hello, this is version ${version}.`);
    await page.getByRole("button", { name: "Save draft" }).press("Enter");
    await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
    await expect(toasts.filter({ hasText: `Version ${version} is live` })).toHaveCount(1);
    if (version > 2) continue;
    expect((await toasts.first().boundingBox())?.width).toBe(356);
    // What is pointed at stays.
    await toasts.first().hover();
  }
  await expect(page.locator("[data-sonner-toast][data-visible=true]")).toHaveCount(3);
});

test("the same toast is not stacked", async ({ page, complaints }) => {
  await page.goto("/auth?mode=signup");
  await started(page);
  await page.getByLabel("Email").fill("nora@newcomer.test");
  await page.getByLabel("Password", { exact: true }).fill("Tulip-Harbour-47");
  await page.getByLabel("Confirm password").fill("Tulip-Harbour-47");
  for (const _ of ["once", "and again"]) {
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
    await page.getByLabel("Confirm password").press("Enter");
    await answered;
    await expect(page.getByRole("listitem").filter({ hasText: "Please agree to the Terms" })).toHaveCount(1);
  }
  expect(complaints.splice(0).filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("who signs out by the menu cannot look back", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await started(page);
  await side(page).getByRole("button", { name: "Mara Okafor" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\?returnPath=%2Fagents$/);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText("Brightsmile Dental");
});
