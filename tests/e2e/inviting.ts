/** Invitations in two browsers: sent in one, followed in another; and screens looked at in both sizes and themes. */
import type { Browser, BrowserContext } from "playwright/test";
import { z } from "zod";
import { accessible, type Demo, expect, type Page } from "./visitor.ts";

export const password = "Tulip-Harbour-47";
const inbox = z.array(z.object({ text: z.string() }));
let people = 0;
/** Long enough to break a narrow screen that does not break it. */
export const newAddress = () =>
  `nadia.fernandez.montenegro.${Date.now()}.${++people}@northside-dental-practice.test`;

/** The path in the newest invitation to an address, once there are `count`. */
export async function linkFor(page: Page, email: string, count = 1): Promise<string> {
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

export async function invite(page: Page, email: string, role = "member"): Promise<string> {
  await page.goto("/users");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption(role);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("main").getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
  return linkFor(page, email);
}

/** Another browser, of a person whom the first one does not know. */
export async function elsewhere(browser: Browser, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  await context.addInitScript(() =>
    addEventListener("startup:done", () => Reflect.set(window, "hasStarted", true)),
  );
  return context.newPage();
}

/** Makes the demo's clinic, which has its own domain, invite a viewer: the path of the link there. */
export async function inviteToClinic(page: Page, demo: Demo, email: string): Promise<string> {
  const [clinic] = demo.organizations;
  const owner = clinic?.members.find(({ role }) => role === "owner");
  if (!clinic || !owner) throw new Error("the demo has no owner");
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("the page has no browser");
  // Posted without a page, which would cost a browser's time.
  const { origin } = new URL((await context.request.get("/health")).url());
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { origin, "sec-fetch-site": "same-origin" };
    const answer = await context.request.post(path, { form, headers, maxRedirects: 0 });
    expect(answer.status(), path).toBeLessThan(400);
  };
  await post("/auth", { intent: "sign-in", email: owner.email, password: owner.password });
  await post("/users", { intent: "invite", email, role: "viewer", organization_id: clinic.id });
  await context.close();
  return linkFor(page, email);
}

export async function fillNewPassword(page: Page) {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
}

/** Signs a person up with an address of their choice; they then have an organization of their own. */
export async function becomeKnown(page: Page, email: string, codeFor: (email: string) => Promise<string>) {
  await page.goto("/auth?mode=signup");
  await page.getByLabel("Email").fill(email);
  await fillNewPassword(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Verification code").fill(await codeFor(email));
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  await page.goto("/dashboard");
}

/** A person with an account and an organization of their own, signed in in another browser. */
export async function knownGuest(browser: Browser, codeFor: (email: string) => Promise<string>) {
  const guest = await elsewhere(browser);
  const email = newAddress();
  await becomeKnown(guest, email, codeFor);
  return { guest, email };
}

/** A person who accepted lands on the dashboard, and belongs to `count` organizations. */
export async function hasJoined(guest: Page, count: number) {
  await guest.waitForURL("**/dashboard");
  await guest.goto("/organizations");
  await expect(organizations(guest)).toHaveCount(count);
}

export const organizations = (page: Page) =>
  page.getByText(/^Your role: (?:Owner|Admin|Member|Viewer|Billing)$/);
export const forget = (context: BrowserContext) => context.clearCookies();

/** A screen as both sizes and both themes show it: accessible, and nothing reaches over its edge. */
export async function looksRight(page: Page) {
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
