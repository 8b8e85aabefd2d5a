/** Invitations in two browsers, the inviting one and the invited one: every way in, every way that does not lead in. */
import type { Browser, BrowserContext } from "playwright/test";
import { z } from "zod";
import { accessible, expect, type Page, started, test } from "./visitor.ts";

const password = "Tulip-Harbour-47";
const inbox = z.array(z.object({ text: z.string() }));
let people = 0;
/** Long enough to break a narrow screen that does not break it. */
const newAddress = () =>
  `nadia.fernandez.montenegro.${Date.now()}.${++people}@northside-dental-practice.test`;

/** The path in the newest invitation to an address, once there are `count`. */
async function linkFor(page: Page, email: string, count = 1): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const answer = await page.request.get(`/sandbox/inbox?to=${encodeURIComponent(email)}`, {
      headers: { accept: "application/json" },
    });
    const links = inbox
      .parse(await answer.json())
      .flatMap(({ text }) => text.match(/\/auth\?token=\S+/) ?? []);
    expect(links.length).toBeGreaterThanOrEqual(count);
    link = links[0];
  }).toPass({ timeout: 10_000 });
  return link ?? "";
}

async function invite(page: Page, email: string, role = "member"): Promise<string> {
  await page.goto("/users");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption(role);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
  return linkFor(page, email);
}

/** Another browser, of somebody whom the first one does not know. */
async function elsewhere(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  await context.addInitScript(() =>
    addEventListener("startup:done", () => Reflect.set(window, "hasStarted", true)),
  );
  return context.newPage();
}

async function fillNewPassword(page: Page) {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
}

/** Signs somebody up with an address of their choice; they have an organization of their own then. */
async function becomeKnown(page: Page, email: string, codeFor: (email: string) => Promise<string>) {
  await page.goto("/auth?mode=signup");
  await page.getByLabel("Email").fill(email);
  await fillNewPassword(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Verification code").fill(await codeFor(email));
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  await page.goto("/dashboard");
}

const organizations = (page: Page) => page.getByText(/^You are (?:owner|admin|member|viewer|billing)$/);
const forget = (context: BrowserContext) => context.clearCookies();

/** A screen as both sizes and both themes show it: accessible, and nothing reaches over its edge. */
async function looksRight(page: Page) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await accessible(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  }
}

test("a newcomer signs up through the link, proves the address, and joins the inviting organization alone", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const email = newAddress();
  const link = await invite(page, email, "admin");
  await looksRight(page);
  const guest = await elsewhere(browser);
  await guest.goto(link);
  await started(guest);
  await expect(guest.getByText("You are invited as admin.")).toBeVisible();
  const locked = guest.getByLabel("Email");
  await expect(locked).toHaveValue(email);
  await expect(locked).not.toBeEditable();
  await looksRight(guest);
  await fillNewPassword(guest);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Verify your email" })).toBeFocused();
  await looksRight(guest);
  await guest.getByLabel("Verification code").fill(await codeFor(email));
  await guest.getByRole("button", { name: "Verify email" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  await looksRight(guest);
  await guest.waitForURL("**/dashboard");
  await guest.goto("/organizations");
  await expect(organizations(guest)).toHaveCount(1);
  await page.goto("/users");
  await expect(page.getByRole("main")).toContainText(email);
  await expect(page.getByRole("heading", { name: "Pending invitations" })).toHaveCount(0);
  await guest.context().close();
});

test("who has an account signs in through the link, and belongs to both", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const guest = await elsewhere(browser);
  const email = newAddress();
  await becomeKnown(guest, email, codeFor);
  await forget(guest.context());
  await guest.goto(await invite(page, email, "viewer"));
  await expect(guest.getByText("Sign in to your account to accept.")).toBeVisible();
  await started(guest);
  await looksRight(guest);
  await guest.getByLabel("Password", { exact: true }).fill(password);
  await guest.getByLabel("Password", { exact: true }).press("Enter");
  await guest.waitForURL("**/dashboard");
  await guest.goto("/organizations");
  await expect(organizations(guest)).toHaveCount(2);
  await guest.context().close();
});

test("whoever fills the newcomer's form with an account's password is signed in, and joins", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const guest = await elsewhere(browser);
  const email = newAddress();
  await becomeKnown(guest, email, codeFor);
  await forget(guest.context());
  await guest.goto(await invite(page, email));
  await guest.getByRole("link", { name: "Create account" }).click();
  await fillNewPassword(guest);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL("**/dashboard");
  await guest.goto("/organizations");
  await expect(organizations(guest)).toHaveCount(2);
  await guest.context().close();
});

test("signed in as the invited person it takes one press; what was used is shown as invalid then", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const guest = await elsewhere(browser);
  const email = newAddress();
  await becomeKnown(guest, email, codeFor);
  const link = await invite(page, email);
  await guest.goto(link);
  await started(guest);
  await looksRight(guest);
  await guest.getByRole("button", { name: "Accept invitation" }).press("Enter");
  await guest.waitForURL("**/dashboard");
  await guest.goto("/organizations");
  await expect(organizations(guest)).toHaveCount(2);

  await guest.goto(link);
  await expect(guest.getByRole("heading", { level: 1, name: "Invalid Invitation" })).toBeVisible();
  await expect(guest.getByText("This invitation link is invalid or has expired.")).toBeVisible();
  await looksRight(guest);
  await guest.getByRole("link", { name: "Try Again" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Invalid Invitation" })).toBeVisible();
  await guest.getByRole("link", { name: "Go to Login" }).click();
  await guest.waitForURL("**/dashboard");
  await guest.context().close();
});

test("signed in as somebody else one is told so, and goes on as the right person", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const guest = await elsewhere(browser);
  await becomeKnown(guest, newAddress(), codeFor);
  const email = newAddress();
  await guest.goto(await invite(page, email));
  await expect(guest.getByText(`This invitation is for ${email}`)).toBeVisible();
  await started(guest);
  await looksRight(guest);
  await guest.getByRole("button", { name: "Sign out and go on" }).click();
  await expect(guest.getByLabel("Email")).toHaveValue(email);
  await expect(guest.getByRole("button", { name: "Accept invitation" })).toBeVisible();
  await guest.context().close();
});

test("whoever invites does all of it with the keyboard: asks in, asks again, takes back", async ({
  page,
  browser,
  signUp,
}) => {
  await signUp();
  await page.goto("/users");
  await started(page);
  const email = newAddress();
  await page.getByLabel("Email", { exact: true }).focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("viewer");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const said = page.getByRole("status");
  await expect(said.filter({ hasText: `An invitation is on its way to ${email}.` })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("");
  const first = await linkFor(page, email);

  await page.getByRole("button", { name: `Resend to ${email}` }).focus();
  await page.keyboard.press("Enter");
  await expect(said.filter({ hasText: "The link before is dead." })).toBeVisible();
  const second = await linkFor(page, email, 2);
  expect(second).not.toBe(first);

  await page.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: `Take the invitation of ${email} back?` });
  await expect(question).toBeVisible();
  await looksRight(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Revoke" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(said.filter({ hasText: "The invitation was taken back. Its link is dead." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke" })).toHaveCount(0);

  const guest = await elsewhere(browser);
  for (const link of [first, second]) {
    await guest.goto(link);
    await expect(guest.getByRole("heading", { level: 1, name: "Invalid Invitation" })).toBeVisible();
  }
  await guest.getByRole("link", { name: "Go to Login" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: /^Sign in/ })).toBeVisible();
  await guest.context().close();
});

test("an address that cannot be invited keeps what was typed and says what is wrong at its field", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/users");
  await started(page);
  const email = page.getByLabel("Email", { exact: true });
  await email.fill("nadia@");
  await page.getByLabel("Role", { exact: true }).selectOption("viewer");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await expect(email).toHaveValue("nadia@");
  await expect(page.getByLabel("Role", { exact: true })).toHaveValue("viewer");
  await expect(email).toBeFocused();
  await looksRight(page);
  complaints.splice(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("inviting, joining as a newcomer and taking back work with forms alone", async ({
    page,
    browser,
    codeFor,
  }) => {
    await becomeKnown(page, newAddress(), codeFor);
    const email = newAddress();
    const link = await invite(page, email);
    const guest = await elsewhere(browser, false);
    await guest.goto(link);
    await fillNewPassword(guest);
    await guest.getByRole("button", { name: "Accept invitation" }).click();
    await guest.getByLabel("Verification code").fill(await codeFor(email));
    await guest.getByRole("button", { name: "Verify email" }).click();
    await guest.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(guest).toHaveURL(/\/dashboard$/);
    await guest.goto("/organizations");
    await expect(organizations(guest)).toHaveCount(1);

    const other = newAddress();
    const dead = await invite(page, other);
    await page.getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("The invitation was taken back. Its link is dead.")).toBeVisible();
    await guest.context().clearCookies();
    await guest.goto(dead);
    await expect(guest.getByRole("heading", { level: 1, name: "Invalid Invitation" })).toBeVisible();
    await guest.context().close();
  });
});

test("a connection that breaks while somebody accepts costs nothing: they press again", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const guest = await elsewhere(browser);
  const email = newAddress();
  await becomeKnown(guest, email, codeFor);
  await guest.goto(await invite(page, email));
  await started(guest);
  await guest.route("**/auth.data*", (route) => route.abort("connectionreset"));
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByText("Failed to join organization. Please try again.")).toBeVisible();
  await accessible(guest);
  await guest.unroute("**/auth.data*");
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL("**/dashboard");
  await guest.context().close();
});
