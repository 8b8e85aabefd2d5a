/** Every page of the dashboard and of the sandbox: readable by everybody, at any width, in both themes, by every role. */
import { expect, type Page, test } from "./visitor.ts";

const widths = [1280, 390] as const;
const themes = ["light", "dark"] as const;

/** Opens a page by the first link of a list, as its reader does. */
const firstOf = (list: string, address: RegExp) => async (page: Page) => {
  await page.goto(list);
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(address);
};
const at = (path: string) => async (page: Page) => {
  await page.goto(path);
};

const pages: [name: string, open: (page: Page) => Promise<void>, title: RegExp][] = [
  ["the dashboard", at("/dashboard"), /Mara/],
  ["the dashboard of seven days", at("/dashboard?range=7"), /Mara/],
  ["the list of agents", at("/agents"), /^Agents$/],
  ["a new agent", at("/agents/new"), /^New agent$/],
  ["an agent's editor", firstOf("/agents", /\/agents\/[0-9a-f-]{36}$/), /./],
  ["the list of numbers", at("/numbers"), /^Numbers$/],
  ["a number", firstOf("/numbers", /\/numbers\/[0-9a-f-]{36}$/), /\+1/],
  ["the telephony settings", at("/twilio-settings"), /^Telephony$/],
  ["call protection", at("/numbers/protection"), /^Call protection$/],
  ["call transfer", at("/call-transfer"), /^Call transfer$/],
  ["the numbers on sale", at("/numbers/search"), /^Get a number$/],
  ["the call history", at("/call-history"), /^Calls$/],
  ["the text messages", at("/messages"), /^Text messages$/],
  ["the contacts", at("/contacts"), /^Contacts$/],
  ["a contact", firstOf("/contacts", /\/contacts\/[0-9a-f-]{36}$/), /./],
  ["a new contact", at("/contacts/new"), /^New contact$/],
  ["the import of contacts", at("/contacts/import"), /^Import contacts$/],
  ["the lists of contacts", at("/contacts/lists"), /^Lists, segments and fields$/],
  ["the tasks for contacts", at("/contacts/tasks"), /^Tasks$/],
  ["the do-not-call list", at("/contacts/do-not-call"), /^Do-not-call list$/],
  ["the bookings of a week", at("/bookings"), /^Bookings$/],
  ["the list of bookings", at("/bookings?view=list"), /^Bookings$/],
  ["the campaigns", at("/campaigns"), /^Campaigns$/],
  ["a new campaign", at("/campaigns/new"), /^Who is called\?$/],
  ["the workflows", at("/workflows"), /^Workflows$/],
  ["a new workflow", at("/workflows/new"), /^How does it begin\?$/],
  ["booking by hand", at("/bookings/new"), /^Book by hand$/],
  ["the integrations", at("/integrations"), /^Integrations$/],
  ["the setup guide of integrations", at("/integrations/setup-guide"), /^Setup guide$/],
  ["a connected calendar", at("/integrations/google_calendar"), /^Google Calendar$/],
  ["the plan and its usage", at("/subscription"), /./],
  ["the organization's people", at("/users"), /^Users$/],
  ["the API keys", at("/integrations/keys"), /^API keys$/],
  ["the organization's settings", at("/settings"), /^Settings$/],
  ["the webhooks", at("/integrations/webhooks"), /^Webhooks$/],
  ["the events of webhooks", at("/integrations/webhooks/events"), /^Events and signatures$/],
  ["one's own organizations", at("/organizations"), /./],
  ["founding an organization", at("/organizations/new"), /^Create an organization$/],
  ["one's own profile", at("/profile"), /^Profile$/],
  ["one's own security", at("/security"), /^Security$/],
  ["setting up a second factor", at("/mfa-setup"), /./],
  ["a call", firstOf("/call-history", /\/call-history\/[0-9a-f-]{36}$/), /./],
];

/** One h1, one main, and nothing that has to be scrolled to from the side. */
async function isSound(page: Page) {
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  const [needed, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(needed, `${page.url()} at ${room} px`).toBeLessThanOrEqual(room ?? 0);
}

for (const [name, open, title] of pages)
  test(`${name} is accessible and fits, on desks and phones, by day and by night`, async ({
    page,
    goOn,
    accessible,
  }) => {
    // Four readings of a whole page take their time where others compute.
    test.slow();
    await goOn();
    await open(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await isSound(page);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await accessible();
      }
    }
  });

test("the platform's own pages are accessible and fit, and its admin's menu leads there", async ({
  page,
  signIn,
  accessible,
}) => {
  test.slow();
  await signIn("platform admin");
  const foot = page.getByRole("navigation", { name: "Main", exact: true }).getByRole("button").last();
  await foot.click();
  await page.getByRole("menuitem", { name: "Platform" }).click();
  await expect(page).toHaveURL(/\/customer-management$/);
  for (const title of ["Customers", "Security", "Incidents", "Checks"]) {
    await page.getByRole("navigation", { name: "Platform" }).getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await isSound(page);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await accessible();
      }
    }
  }
});

test("the sandbox's pages fit on desks and phones", async ({ page }) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const place of ["", "/inbox", "/phone", "/traffic", "/clock", "/faults"]) {
      await page.goto(`/sandbox${place}`);
      await isSound(page);
    }
  }
  await page.goto("/sandbox/inbox");
  expect(await page.content()).not.toMatch(/srcdoc="[^"]*(?:<|&lt;)script/i);
});

test("a viewer sees every page and nothing that writes", async ({ page, signIn }) => {
  await signIn("viewer");
  const main = page.getByRole("main");
  const writes =
    /New agent|Get a number|^Save|^Use |Call the draft|^Add |Release|^Buy|^Remove|Duplicate|Archive/;
  const shown = [
    at("/dashboard"),
    at("/agents"),
    pages[4]?.[1],
    at("/numbers"),
    at("/call-history"),
    firstOf("/call-history", /\/call-history\/[0-9a-f-]{36}$/),
  ];
  for (const open of shown) {
    await open?.(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const button of await main.getByRole("button", { name: writes }).all())
      await expect(button).toBeDisabled();
    await expect(main.getByRole("link", { name: writes })).toHaveCount(0);
  }
});

test("a viewer who knows the address of a form is refused inside the dashboard", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn("viewer");
  for (const path of ["/agents/new", "/numbers/search"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(403);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You don't have access to this page");
    await expect(page.getByRole("main")).toContainText("Ask an owner");
    await expect(page.getByRole("navigation", { name: "Main", exact: true })).toBeVisible();
  }
  expect(complaints.splice(0).filter((line) => !/status of 403/.test(line))).toEqual([]);
});

test("what is not there says so with the navigation beside it", async ({
  page,
  signIn,
  accessible,
  complaints,
}) => {
  await signIn();
  const nobody = "01940000-0000-7000-8000-00000000dead";
  for (const [list, noun] of [
    ["/agents", "agent"],
    ["/call-history", "call"],
  ]) {
    const answer = await page.goto(`${list}/${nobody}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`This ${noun} doesn't exist`);
    await accessible();
    await page
      .getByRole("navigation", { name: "Main", exact: true })
      .getByRole("link", { name: "Agents" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  }
  expect(complaints.splice(0).filter((line) => !/status of 404/.test(line))).toEqual([]);
});
