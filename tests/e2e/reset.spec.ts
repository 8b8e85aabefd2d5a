/** A forgotten password in a browser: from "Forgot password?" to being signed in with another, with a mouse, with the keyboard alone, and without scripts. */
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateTOTP } from "@oslojs/otp";
import type { Browser } from "playwright/test";
import { z } from "zod";
import { accessible, expect, type Page, started, test } from "./visitor.ts";

const first = "Tulip-Harbour-47";
const next = "Amber-lighthouse-61";
const inbox = z.array(z.object({ text: z.string() }));
let people = 0;
/** Long enough to break a narrow screen that does not break it. */
const newAddress = () =>
  `forgetful.fernandez.montenegro.${Date.now()}.${++people}@northside-dental-practice.test`;

/** The path of the newest link to set a password, once there are `count`. */
async function linkFor(page: Page, email: string, count = 1): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const answer = await page.request.get(`/sandbox/inbox?to=${encodeURIComponent(email)}`, {
      headers: { accept: "application/json" },
    });
    const links = inbox
      .parse(await answer.json())
      .flatMap(({ text }) => text.match(/\/auth\?\S*reset=\S+/) ?? []);
    expect(links.length).toBeGreaterThanOrEqual(count);
    link = links[0];
  }).toPass({ timeout: 10_000 });
  return link ?? "";
}

type CodeFor = (email: string) => Promise<string>;

/** Signs a person up and in. */
async function becomeKnown(page: Page, codeFor: CodeFor): Promise<string> {
  const email = newAddress();
  await page.goto("/auth?mode=signup");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(first);
  await page.getByLabel("Confirm password").fill(first);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Verification code").fill(await codeFor(email));
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  return email;
}

/** Another browser without a session. */
async function elsewhere(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  await context.addInitScript(() =>
    addEventListener("startup:done", () => Reflect.set(window, "hasStarted", true)),
  );
  return context.newPage();
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function signIn(page: Page, email: string, password: string) {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

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

test("a forgotten password is replaced by the link, which ends what is open elsewhere and is good once", async ({
  page,
  browser,
  codeFor,
}) => {
  // Ten looks at pages in two sizes and themes.
  test.slow();
  const email = await becomeKnown(page, codeFor);
  // No page is open that would notice how the session ends, and say so before anybody looks.
  await page.goto("about:blank");
  const other = await elsewhere(browser);
  await other.goto("/auth?returnPath=/agents");
  await started(other);
  await other.getByLabel("Email").fill(email);
  await looksRight(other);
  await other.getByRole("link", { name: "Forgot password?" }).click();
  await expect(heading(other, "Forgot your password?")).toBeVisible();
  // What was typed before goes along.
  await expect(other.getByLabel("Email")).toHaveValue(email);
  await looksRight(other);
  await other.getByRole("button", { name: "Send reset link" }).click();
  await expect(heading(other, "Check your email")).toBeFocused();
  await expect(other.getByRole("main")).toContainText(email);
  await looksRight(other);

  const link = await linkFor(other, email);
  await other.goto(link);
  await started(other);
  await expect(heading(other, "Set a new password")).toBeVisible();
  await looksRight(other);
  await other.getByLabel("Password", { exact: true }).fill("violet");
  await expect(other.getByRole("main")).toContainText("Weak. Password must be at least 8 characters long.");
  await other.getByLabel("Confirm password").fill("violet");
  await other.getByRole("button", { name: "Set new password" }).click();
  await expect(other.getByText("Password must be at least 8 characters long")).toBeVisible();
  await looksRight(other);
  await other.getByLabel("Password", { exact: true }).fill(next);
  await other.getByLabel("Confirm password").fill(next);
  await other.getByRole("button", { name: "Set new password" }).click();
  await other.waitForURL("**/agents?done=new-password");
  await expect(other.getByRole("status")).toContainText([
    "Your password was changed, and all other devices were signed out.",
  ]);
  await looksRight(other);

  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth$/);
  await expect(
    page.getByRole("status").getByText("You were signed out. Sign in again to continue."),
  ).toBeVisible();
  await looksRight(page);
  await signIn(page, email, next);
  await page.waitForURL("**/dashboard");

  const late = await elsewhere(browser);
  await late.goto(link);
  await started(late);
  await expect(heading(late, "This link has expired")).toBeVisible();
  await looksRight(late);
  await late.getByRole("link", { name: "Request a new link" }).click();
  await expect(heading(late, "Forgot your password?")).toBeVisible();
});

test("the whole way is gone with the keyboard alone", async ({ page, browser, codeFor }) => {
  const email = await becomeKnown(page, codeFor);
  const other = await elsewhere(browser);
  await other.goto("/auth");
  await started(other);
  await other.getByLabel("Password", { exact: true }).focus();
  await other.keyboard.press("Tab");
  await other.keyboard.press("Tab");
  await expect(other.getByRole("link", { name: "Forgot password?" })).toBeFocused();
  await other.keyboard.press("Enter");
  await expect(heading(other, "Forgot your password?")).toBeFocused();
  await other.keyboard.press("Tab");
  await other.keyboard.type(email);
  await other.keyboard.press("Enter");
  await expect(heading(other, "Check your email")).toBeFocused();
  await other.goto(await linkFor(other, email));
  await started(other);
  await other.getByLabel("Password", { exact: true }).focus();
  await other.keyboard.type(next);
  await other.keyboard.press("Tab");
  await other.keyboard.press("Tab");
  await other.keyboard.type(next);
  await other.keyboard.press("Enter");
  await other.waitForURL("**/dashboard?done=new-password");
});

test("the whole way is gone without scripts", async ({ page, browser, codeFor }) => {
  const email = await becomeKnown(page, codeFor);
  const other = await elsewhere(browser, false);
  await other.goto("/auth?returnPath=/agents");
  await other.getByRole("link", { name: "Forgot password?" }).click();
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send reset link" }).click();
  await expect(heading(other, "Check your email")).toBeVisible();
  await other.goto(await linkFor(other, email));
  await other.getByLabel("Password", { exact: true }).fill(next);
  await other.getByLabel("Confirm password").fill("Amber-lighthouse-62");
  await other.getByRole("button", { name: "Set new password" }).click();
  await expect(other.getByText("Passwords don't match")).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill(next);
  await other.getByLabel("Confirm password").fill(next);
  await other.getByRole("button", { name: "Set new password" }).click();
  await expect(other).toHaveURL(/\/agents\?done=new-password$/);
  await expect(
    other.getByText("Your password was changed, and all other devices were signed out."),
  ).toBeVisible();
});

test("with an authenticator the link leads to its step", async ({ page, browser, codeFor }) => {
  const email = await becomeKnown(page, codeFor);
  await page.goto("/mfa-setup");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = (await page.locator("main code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Authentication code").fill(generateTOTP(decodeBase32IgnorePadding(secret), 30, 6));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  // No page is open that would notice how the session ends.
  await page.goto("about:blank");

  const other = await elsewhere(browser);
  await other.goto("/auth?mode=forgot");
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send reset link" }).click();
  await expect(heading(other, "Check your email")).toBeVisible();
  await other.goto(await linkFor(other, email));
  await other.getByLabel("Password", { exact: true }).fill(next);
  await other.getByLabel("Confirm password").fill(next);
  await other.getByRole("button", { name: "Set new password" }).click();
  await expect(heading(other, "Two-factor authentication")).toBeVisible();
  await other.goto("/dashboard");
  await expect(other).toHaveURL(/\/auth/);
});

test("R6: after signing out nothing of the person is left in the storage of the tab or the browser", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.getByRole("link", { name: "Agents" }).first().click();
  await page.waitForURL("**/agents");
  await page.getByRole("button", { name: "Mara Okafor" }).first().click();
  const signedOut = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/sign-out");
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  expect((await (await signedOut).allHeaders())["clear-site-data"]).toBe('"cache"');
  await expect(page).toHaveURL(/\/auth$/);
  const kept = await page.evaluate(() => ({
    tab: Object.entries(sessionStorage).filter(([name]) => name !== "react-router-scroll-positions"),
    browser: Object.keys(localStorage).filter((name) => name !== "theme"),
    cookies: document.cookie,
    // How far pages were scrolled, by keys that name none of them.
    scrolled: sessionStorage.getItem("react-router-scroll-positions"),
  }));
  expect(kept).toMatchObject({ tab: [], browser: [] });
  expect(kept.cookies).not.toMatch(/sid|active_organization/);
  expect(kept.scrolled ?? "").not.toMatch(/[/@]/);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth/);
});
