/** Signing in with Google and crossing over to a tenant's own domain, in a real browser, with and without scripts. */
import { inviteToClinic } from "./inviting.ts";
import { expect, type Page, started, test } from "./visitor.ts";

let people = 0;
const newAddress = () => `googler.${Date.now()}.${++people}@newcomer.test`;

/** Says at the sandbox's Google who one is. */
async function beAtGoogle(page: Page, email: string, decision = "Continue") {
  await expect(page.getByRole("heading", { level: 1, name: "Sign in with Google" })).toBeVisible();
  await page.getByLabel("Google account").fill(email);
  await page.getByRole("button", { name: decision, exact: true }).click();
}

/** The page that says that it failed is an answer of 400, which the browser logs. */
const forgive = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/Failed to load resource/.test(line)),
  );

test("a newcomer continues with Google, comes back signed in, and comes again", async ({ page }) => {
  const email = newAddress();
  for (const visit of ["first", "second"]) {
    await page.goto("/auth?returnPath=/agents");
    await started(page);
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await beAtGoogle(page, email);
    await expect(page, visit).toHaveURL(/\/agents$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agents");
    // No page is open that would notice that its session is gone.
    await page.goto("about:blank");
    await page.context().clearCookies();
  }
});

test("who changes their mind at Google reads what happened, and both ways on are there", async ({
  page,
  accessible,
  complaints,
}) => {
  await page.goto("/auth");
  await started(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await beAtGoogle(page, newAddress(), "Cancel");
  await expect(page.getByRole("heading", { level: 1, name: "Google sign-in failed" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "Authentication Error: Failed to complete authentication. Please try again.",
  );
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await accessible();
    }
  }
  await page.getByRole("link", { name: "Go to Login" }).click();
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Try Again" }).click();
  await beAtGoogle(page, newAddress());
  await expect(page).toHaveURL(/\/dashboard$/);
  forgive(complaints);
});

/** On this machine a tenant's domain has no certificate, and browsers say which headers they leave out there. */
const forgiveInsecure = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter(
      (line) => !/Cross-Origin-Opener-Policy header has been ignored|insecure origins/.test(line),
    ),
  );

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a stranger on a tenant's domain signs in on the main one and arrives where they wanted, and is signed out on both at once", async ({
      page,
      demo,
      baseURL,
      complaints,
    }) => {
      const { port } = new URL(baseURL ?? "");
      const host = demo.organizations[0]?.host;
      const member = demo.organizations[0]?.members.find(({ role }) => role === "owner");
      if (!host || !member) throw new Error("the demo has no domain");
      const own = `http://${host}:${port}`;
      await page.goto(`${own}/agents`);
      await expect(page).toHaveURL(`${baseURL}/auth?ref=${host}&returnPath=%2Fagents`);
      if (javaScriptEnabled) await started(page);
      await page.getByLabel("Email").fill(member.email);
      await page.getByLabel("Password", { exact: true }).fill(member.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(`${own}/agents`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agents");
      await page.goto("/agents");
      await expect(page).toHaveURL(`${baseURL}/agents`);
      forgiveInsecure(complaints);
      // Without scripts it is a button of the page; with them it is in a menu, which its own tests press.
      if (javaScriptEnabled) return;
      await page.goto(`${own}/agents`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page).toHaveURL(/\/auth$/);
      await page.goto("/agents");
      await expect(page).toHaveURL(/\/auth\?/);
      forgiveInsecure(complaints);
    });

    test("Google leads from a tenant's domain back to it", async ({ page, demo, baseURL, complaints }) => {
      const { port } = new URL(baseURL ?? "");
      const own = `http://${demo.organizations[0]?.host}:${port}`;
      const email = newAddress();
      await page.goto(`${own}${await inviteToClinic(page, demo, email)}&returnPath=/agents`);
      if (javaScriptEnabled) await started(page);
      await page.getByRole("button", { name: "Continue with Google" }).click();
      await beAtGoogle(page, email);
      await expect(page).toHaveURL(`${own}/agents`);
      forgiveInsecure(complaints);
    });
  });
