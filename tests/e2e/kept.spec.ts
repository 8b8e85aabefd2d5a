/** What is sent from a page of the dashboard and does not arrive: the page stays, with every word typed there. */
import { expect, type Page, started, test } from "./visitor.ts";

/** Until the returned function is called, whatever is posted to an address dies on its way. */
async function breakPosts(page: Page, to: string): Promise<() => Promise<void>> {
  await page.route(to, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  return () => page.unroute(to);
}

const brokeOff = "The connection was lost, so we don't know whether it was saved. Please try again.";
const notice = (page: Page) => page.getByRole("main").getByRole("alert").filter({ hasText: brokeOff });

/** Leaves out what a browser says of requests that broke off, and of routes that it could not ask for. */
const forgive = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/Failed to (?:load|fetch)|Error loading route module/.test(line)),
  );

test("a connection that breaks off while saving keeps the settings as they were typed, and the next press saves", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const mend = await breakPosts(page, "**/settings.data*");
  await page.getByLabel("Address", { exact: true }).fill("14 Harbour Street");
  await page.getByLabel("Website").fill("https://harbour.test");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(notice(page)).toBeInViewport();
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: brokeOff })).toBeVisible();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("14 Harbour Street");
  await expect(page.getByLabel("Website")).toHaveValue("https://harbour.test");
  await accessible();
  await mend();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main").getByText("Profile saved.")).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("14 Harbour Street");
  forgive(complaints);
});

test("a connection that breaks off while an agent is saved keeps every change, and the next press saves them", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/agents/new");
  await started(page);
  await page.getByRole("button", { name: "Use Appointment booking" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  const mend = await breakPosts(page, "**/agents/*.data*");
  const greeting = page.getByLabel("What the agent says").first();
  await greeting.fill("Harbour Dental, good morning.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(notice(page)).toBeVisible();
  await expect(greeting).toHaveValue("Harbour Dental, good morning.");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await mend();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await expect(greeting).toHaveValue("Harbour Dental, good morning.");
  await expect(notice(page)).toHaveCount(0);
  forgive(complaints);
});

test("a connection that breaks off while somebody is invited keeps the address", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/users");
  await started(page);
  const mend = await breakPosts(page, "**/users.data*");
  await page.getByRole("link", { name: "Invite people" }).click();
  await page.getByLabel("Email addresses").fill("theo@harbour.test");
  await page.getByRole("button", { name: "Send invitations" }).click();
  // The dialog covers the page's own notice: the toast stands above both.
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: brokeOff })).toBeVisible();
  await expect(page.getByLabel("Email addresses")).toHaveValue("theo@harbour.test");
  await page.keyboard.press("Escape");
  await expect(notice(page)).toBeVisible();
  await mend();
  // What was said of one page is not said of the next.
  await page
    .getByRole("navigation", { name: "Main", exact: true })
    .getByRole("link", { name: "Agents" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  forgive(complaints);
});

test("calling the draft without a connection says so on its phone, and the editor keeps every change and every word", async ({
  page,
  context,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/agents/new");
  await started(page);
  await page.getByRole("button", { name: "Use Appointment booking" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  const phone = page.getByRole("complementary", { name: "Try it" });
  const greeting = page.getByLabel("What the agent says").first();
  await greeting.fill("Harbour Dental, good morning.");
  await context.setOffline(true);
  await phone.getByRole("button", { name: "Call the draft" }).click();
  await expect(phone.getByRole("alert")).toContainText("You're offline.");
  await expect(greeting).toHaveValue("Harbour Dental, good morning.");
  await accessible();
  await context.setOffline(false);
  await phone.getByRole("button", { name: "Call the draft" }).click();
  await expect(phone.getByText("Harbour Dental, good morning.")).toBeVisible();
  await expect(phone.getByRole("alert")).toHaveCount(0);

  const mend = await breakPosts(page, "**/agents/*.data*");
  const words = phone.getByLabel("Say something");
  await words.fill("Do you take children?");
  await words.press("Enter");
  await expect(phone.getByRole("alert")).toContainText("The connection was lost.");
  await expect(words).toHaveValue("Do you take children?");
  await expect(greeting).toHaveValue("Harbour Dental, good morning.");
  await mend();
  await words.press("Enter");
  await expect(phone.getByText("Do you take children?")).toBeVisible();
  await expect(words).toHaveValue("");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  forgive(complaints);
});

test("what is saved without a connection is saved when it is back, with what was typed since", async ({
  page,
  context,
  signUp,
  complaints,
}) => {
  await signUp();
  const toasts = page.waitForResponse(/\/assets\/toaster-/);
  await page.goto("/settings");
  await toasts;
  await started(page);
  await expect(
    page.locator("[data-sonner-toaster], section[aria-label^=Notifications]").first(),
  ).toBeAttached();
  const saved: string[][] = [];
  page.on("request", (request) => {
    const form = new URLSearchParams(request.postData() ?? "");
    if (request.method() === "POST" && form.get("intent") === "save") saved.push(form.getAll("changed"));
  });
  await context.setOffline(true);
  await page.getByLabel("Address", { exact: true }).fill("14 Harbour Street");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByLabel("Time zone").fill("Europe/Lisbon");
  await page.getByLabel("Website").fill("https://harbour.test");
  await expect(page.getByText("Changes will be saved when you reconnect.")).toBeVisible();
  expect(saved).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => saved).toEqual([["profile", "region"]]);
  await expect(page.getByRole("main").getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("14 Harbour Street");
  await expect(page.getByLabel("Website")).toHaveValue("https://harbour.test");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Lisbon");
  forgive(complaints);
});

test("whose session ended elsewhere keeps what was typed, signs in in another tab, and saves", async ({
  page,
  context,
  signIn,
  accessible,
  complaints,
}) => {
  await signIn();
  await page.goto("/settings");
  await started(page);
  const address = page.getByLabel("Address", { exact: true });
  const before = await address.inputValue();
  const cookies = await context.cookies();
  await context.clearCookies();
  await address.fill("14 Harbour Street");
  await page.getByRole("button", { name: "Save changes" }).click();
  const words = page.getByRole("alert").filter({ hasText: "You were signed out." });
  await expect(words).toBeInViewport();
  await expect(words.getByRole("link", { name: "Sign in" })).toHaveAttribute("target", "_blank");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(address).toHaveValue("14 Harbour Street");
  await accessible();
  await context.addCookies(cookies);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main").getByText("Profile saved.")).toBeVisible();
  await address.fill(before);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main").getByText("Profile saved.")).toBeVisible();
  forgive(complaints);
});

test("an error goes when the value that it was about is changed, and the hint comes back", async ({
  page,
  signUp,
  complaints,
}) => {
  await page.goto("/auth?mode=signup");
  await started(page);
  await page.getByRole("button", { name: "Create account" }).click();
  const email = page.getByLabel("Email");
  const password = page.getByLabel("Password", { exact: true });
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await email.fill("theo@harbour.test");
  await password.fill("Tulip-Harbour-47");
  await expect(page.getByText("Strong.")).toBeVisible();
  await expect(email).not.toHaveAttribute("aria-invalid", "true");
  await expect(password).not.toHaveAttribute("aria-invalid", "true");

  await signUp();
  await page.goto("/settings");
  await started(page);
  const website = page.getByLabel("Website");
  await website.fill("notaurl");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(website).toHaveAttribute("aria-invalid", "true");
  await website.fill("https://harbour.test");
  await expect(website).not.toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main").getByText("Profile saved.")).toBeVisible();
  await expect(website).not.toHaveAttribute("aria-invalid", "true");
  await website.fill("notaurl again");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(website).toHaveAttribute("aria-invalid", "true");
  forgive(complaints);
});

test("whoever saves far down on a page stays there, and reads there that it is saved", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/settings");
  await started(page);
  const kept = page.getByLabel("Keep call records for");
  await kept.scrollIntoViewIfNeeded();
  await kept.selectOption({ index: 1 });
  const save = page.getByRole("button", { name: "Save changes" });
  // The pointer may have to scroll to a bar that is still coming in.
  await save.hover();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  const stood = (await kept.boundingBox())?.y ?? 0;
  await save.click();
  await expect(page).toHaveURL(/done=/);
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "Saved." })).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(120);
  expect(Math.abs(((await kept.boundingBox())?.y ?? 0) - stood)).toBeLessThan(120);

  await page.goto("/security");
  await started(page);
  await page.getByLabel("Current password").fill("Tulip-Harbour-47");
  await page.getByLabel("New password").fill("Tulip-Harbour-48");
  await page.getByLabel("Confirm password").fill("Tulip-Harbour-48");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/done=password/);
  await expect(page.getByRole("button", { name: "Change password" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Change password" })).toBeInViewport();
  forgive(complaints);
});

test("a link that cannot open without a connection says so in place, and what was typed stays", async ({
  page,
  context,
  signIn,
  complaints,
}) => {
  await signIn();
  const frame = page.getByRole("navigation", { name: "Main", exact: true });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await frame.getByRole("link", { name: "Numbers" }).click();
  await expect(heading("Numbers")).toBeVisible();
  await frame.getByRole("link", { name: "Settings" }).click();
  await expect(heading("Settings")).toBeVisible();
  // The menu's code comes with its first opening.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeVisible();
  await page.keyboard.press("Escape");
  // So does the code of the question before leaving, with the first change.
  const question = page.waitForResponse(/leave-question/);
  await page.getByLabel("Address", { exact: true }).fill("14 Harbour Street");
  await question;
  await context.setOffline(true);
  await frame.getByRole("link", { name: "Users" }).click();
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "You're offline" })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("14 Harbour Street");

  await test.step("by the command menu, too", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or jump to…" }).fill("users");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByLabel("Address", { exact: true })).toHaveValue("14 Harbour Street");
  });

  await test.step("a page that is remembered opens all the same", async () => {
    await frame.getByRole("link", { name: "Numbers" }).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await expect(heading("Numbers")).toBeVisible();
  });

  await context.setOffline(false);
  await frame.getByRole("link", { name: "Users" }).click();
  await expect(heading("Users")).toBeVisible();
  forgive(complaints);
});
