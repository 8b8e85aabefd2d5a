/** The page that asks whether to go on as the person who is signed in on the main host: how it looks, and the way through it with a mouse and with the keyboard alone. */
import type { Browser } from "playwright/test";
import { z } from "zod";
import { inviteToClinic } from "./inviting.ts";
import { accessible, type Demo, expect, type Page, started, test } from "./visitor.ts";

let people = 0;
/** Long enough to break a narrow screen that does not break it. */
const newAddress = () =>
  `continuing.fernandez.montenegro.${Date.now()}.${++people}@northside-dental-practice.test`;

const inside = z.object({ user_id: z.string() });
const made = z.object({ token: z.string() });

/** A person who is invited to a tenant's organization joins it through the main host, and asks there for a link that crosses over: its address. */
async function linkOver(page: Page, own: string, demo: Demo, email: string): Promise<string> {
  await page.goto(`${own}${await inviteToClinic(page, demo, email)}`);
  await started(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByLabel("Google account").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(`${own}/dashboard`);
  await page.goto("/privacy");
  const ask = (name: string, body: object): Promise<unknown> =>
    page.evaluate(
      async ([path, content]) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(path ?? "", { method: "POST", headers, body: content ?? "" });
        return answer.json();
      },
      [`/functions/${name}`, JSON.stringify(body)],
    );
  const { user_id } = inside.parse(await ask("refresh-session", {}));
  const { token } = made.parse(await ask("generate-auth-token", { userId: user_id, expiresIn: 300 }));
  return `${own}/auth/callback?token=${token}&returnPath=%2Fagents`;
}

/** Another browser without a session. */
async function elsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(() =>
    addEventListener("startup:done", () => Reflect.set(window, "hasStarted", true)),
  );
  return context.newPage();
}

const ownHost = (demo: { organizations: { host: string | null }[] }, baseURL: string | undefined): string => {
  const host = demo.organizations[0]?.host;
  if (!host) throw new Error("the demo has no domain");
  return `http://${host}:${new URL(baseURL ?? "").port}`;
};

/** On this machine a tenant's domain has no certificate, and browsers say which headers they leave out there. */
const forgiveInsecure = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter(
      (line) => !/Cross-Origin-Opener-Policy header has been ignored|insecure origins/.test(line),
    ),
  );

test("the page names the account whole, at every width and in both themes, and is good once", async ({
  page,
  browser,
  demo,
  baseURL,
  complaints,
}) => {
  const own = ownHost(demo, baseURL);
  const email = newAddress();
  const other = await elsewhere(browser);
  const address = await linkOver(page, own, demo, email);
  await other.goto(address);
  await started(other);
  await expect(other.getByRole("heading", { level: 1, name: "Is this your account?" })).toBeVisible();
  const press = other.getByRole("button", { name: `Continue as ${email}` });
  for (const width of [1280, 390, 320])
    for (const colorScheme of ["light", "dark"] as const) {
      await other.setViewportSize({ width, height: 844 });
      await other.emulateMedia({ colorScheme });
      await accessible(other);
      const broad = await other.evaluate(() => document.documentElement.scrollWidth);
      expect(broad).toBeLessThanOrEqual(width);
      const column = await other.getByRole("main").boundingBox();
      const button = await press.boundingBox();
      expect(button?.width, `button wider than its column at ${width}`).toBeLessThanOrEqual(
        column?.width ?? 0,
      );
    }
  await press.click();
  await expect(other).toHaveURL(`${own}/agents`);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Agents");
  const late = await elsewhere(browser);
  await late.goto(address);
  await expect(late.getByRole("heading", { level: 1, name: "Sign-in failed" })).toBeVisible();
  forgiveInsecure(complaints);
});

test("with the keyboard alone the first stop goes on, and the second goes to the sign-in screen", async ({
  page,
  browser,
  demo,
  baseURL,
  complaints,
}) => {
  const own = ownHost(demo, baseURL);
  const email = newAddress();
  const address = await linkOver(page, own, demo, email);
  const other = await elsewhere(browser);
  await other.goto(address);
  await started(other);
  await other.keyboard.press("Tab");
  await expect(other.getByRole("button", { name: `Continue as ${email}` })).toBeFocused();
  await other.keyboard.press("Tab");
  await expect(other.getByRole("link", { name: "Go to Login" })).toBeFocused();
  await other.keyboard.press("Enter");
  await expect(other.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();

  await other.goto(address);
  await started(other);
  await other.keyboard.press("Tab");
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(`${own}/agents`);
  forgiveInsecure(complaints);
});

test("who has no access to a tenant's domain reads so on the main one, and goes on or signs out there", async ({
  page,
  signUp,
  demo,
  baseURL,
  complaints,
}) => {
  await signUp();
  const own = ownHost(demo, baseURL);
  const heading = page.getByRole("heading", { level: 1, name: /^You don't have access to / });
  await page.goto(`${own}/agents`);
  await started(page);
  await expect(heading).toBeVisible();
  expect(new URL(page.url()).origin).toBe(baseURL);
  await expect(page.getByRole("main")).toContainText("You're signed in as");
  for (const width of [1280, 390, 320])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await accessible(page);
      const broad = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(broad).toBeLessThanOrEqual(width);
    }
  const address = page.url();
  await page.getByRole("link", { name: "Go to your dashboard" }).click();
  await expect(page).toHaveURL(`${baseURL}/dashboard`);
  await page.goto(address);
  await started(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page).toHaveURL(address);
  forgiveInsecure(complaints);
  // The screen is an answer of 403, which the browser logs.
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !/status of 403/.test(line)));
});
