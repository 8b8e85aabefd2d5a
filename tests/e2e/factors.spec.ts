/** Second factors in a real browser: an authenticator set up and asked for, with the keyboard and without scripts, and passkeys on a virtual device. */
import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateTOTP } from "@oslojs/otp";
import { expect, type Page, started, test } from "./visitor.ts";

const codeOf = (secret: string) => generateTOTP(decodeBase32IgnorePadding(secret.replaceAll(" ", "")), 30, 6);

/** The next step's code, which is taken too: one that was used is not. */
const nextCodeOf = (secret: string) => {
  const moment = Date.now;
  try {
    Date.now = () => moment() + 30_000;
    return codeOf(secret);
  } finally {
    Date.now = moment;
  }
};

/** Sets an authenticator up and keeps the recovery codes. */
async function enrol(page: Page) {
  await page.goto("/mfa-setup");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = await page.locator("main code").innerText();
  await page.getByLabel("Authentication code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Verify" }).click();
  const shown = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  return { secret, codes: await shown.allInnerTexts() };
}

/** Another day: no session, and no open page that would notice. */
async function forget(page: Page) {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

async function signOutAndIn(page: Page, email: string) {
  await forget(page);
  await page.goto("/auth?returnPath=/agents");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Tulip-Harbour-47");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function emailOf(page: Page): Promise<string> {
  const email = await page.evaluate(
    () => document.body.innerText.match(/newcomer\.[\w.]+@newcomer\.test/)?.[0],
  );
  return email ?? "";
}

test("an authenticator is set up, asked for at the next sign-in, and a recovery code stands in", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  const email = await emailOf(page);
  await page.goto("/mfa-setup");
  await accessible();
  const { secret, codes } = await enrol(page);
  await accessible();
  await page.getByRole("link", { name: "I've saved them" }).click();
  await expect(page.getByText("10 of 10 recovery codes left.")).toBeVisible();

  await signOutAndIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Two-factor authentication" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await accessible();
  }
  const failure = "MFA Challenge Failed: That code is wrong or has already been used.";
  const right = nextCodeOf(secret);
  await page.getByLabel("Authentication code").fill(right === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.locator("[data-sonner-toast]")).toHaveText(failure);
  await expect(page.locator("main").getByText(failure)).toBeVisible();
  expect(complaints.splice(0).filter((line) => !/status of 422/.test(line))).toEqual([]);
  await page.getByLabel("Authentication code").fill(right);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/agents");

  await signOutAndIn(page, email);
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/agents");
});

test("the two-factor step is passed with the keyboard alone", async ({ page, signUp }) => {
  await signUp();
  const email = await emailOf(page);
  const { secret } = await enrol(page);
  await signOutAndIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Two-factor authentication" })).toBeVisible();
  await page.getByLabel("Authentication code").focus();
  await page.keyboard.type(nextCodeOf(secret));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/agents");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an authenticator is set up and asked for", async ({ page, codeFor }) => {
    const email = `scriptless.${Date.now()}@newcomer.test`;
    await page.goto("/auth?mode=signup");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("Tulip-Harbour-47");
    await page.getByLabel("Confirm password").fill("Tulip-Harbour-47");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Verification code").fill(await codeFor(email));
    await page.getByRole("button", { name: "Verify email" }).click();
    await page.goto("/mfa-setup");
    await expect(page.getByText("This browser can't add one.")).toBeVisible();
    const { secret } = await enrol(page);
    await signOutAndIn(page, email);
    await page.getByLabel("Authentication code").fill(nextCodeOf(secret));
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page).toHaveURL(/\/agents$/);
  });
});

test("a browser without passkeys is offered none, and is told why where they are added", async ({
  page,
  signUp,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await signUp();
  await page.goto("/mfa-setup");
  await expect(page.getByText("This browser can't add one.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toBeHidden();
  await forget(page);
  await page.goto("/auth");
  await started(page);
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await page.getByLabel("Email").focus();
  await expect(page.getByText("couldn't use a passkey")).toHaveCount(0);
});

test("a passkey is made, signs in alone, stands in for the code, and is removed", async ({
  page,
  signUp,
}) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signUp();
  const email = await emailOf(page);
  await page.goto("/mfa-setup");
  await started(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("textbox", { name: "Name" }).fill("My laptop");
  await page.getByRole("button", { name: "Rename Passkey 1" }).click();
  await expect(page.getByRole("button", { name: "Rename My laptop" })).toBeVisible();

  // The first factor: this device answers as soon as the sign-in screen offers its passkeys.
  await forget(page);
  await page.goto("/auth?returnPath=/agents");
  await page.waitForURL("**/agents");

  // In place of the code, when its owner says so.
  await enrol(page);
  const isThere = (enabled: boolean) =>
    browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  await isThere(false);
  await signOutAndIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Two-factor authentication" })).toBeVisible();
  await isThere(true);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/agents");

  await page.goto("/mfa-setup");
  await page.getByRole("button", { name: "Remove My laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toHaveCount(0);
});
