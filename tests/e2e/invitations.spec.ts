/** Invitations as those meet them who are invited: every way in, every way that does not lead in. */
import {
  becomeKnown,
  elsewhere,
  fillNewPassword,
  forget,
  hasJoined,
  invite,
  knownGuest,
  looksRight,
  newAddress,
  organizations,
  password,
} from "./inviting.ts";
import { accessible, expect, started, test } from "./visitor.ts";

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
  await expect(guest.getByText("You've been invited as an admin.")).toBeVisible();
  const locked = guest.getByLabel("Email");
  await expect(locked).toHaveValue(email);
  await expect(locked).not.toBeEditable();
  await looksRight(guest);
  await fillNewPassword(guest);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Verify your email" })).toBeVisible();
  await expect(guest.getByLabel("Verification code")).toBeFocused();
  await looksRight(guest);
  await guest.getByLabel("Verification code").fill(await codeFor(email));
  await guest.getByRole("button", { name: "Verify email" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  await looksRight(guest);
  await hasJoined(guest, 1);
  await page.goto("/users");
  await expect(page.getByRole("main")).toContainText(email);
  await expect(page.getByRole("heading", { name: "Pending invitations" })).toHaveCount(0);
  await started(page);
  // The button goes with what it saved; the keyboard goes on from the list beside it.
  const role = page.getByLabel(`Role of ${email}`);
  await role.selectOption("viewer");
  await page.getByRole("button", { name: "Save role" }).press("Enter");
  await expect(page.getByText("Role changed.").first()).toBeVisible();
  await expect(role).toBeFocused();
  await guest.context().close();
});

test("who has an account signs in through the link, and belongs to both", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const { guest, email } = await knownGuest(browser, codeFor);
  await forget(guest.context());
  await guest.goto(await invite(page, email, "viewer"));
  await expect(guest.getByText("Sign in to your account to accept.")).toBeVisible();
  await started(guest);
  await looksRight(guest);
  await guest.getByLabel("Password", { exact: true }).fill(password);
  await guest.getByLabel("Password", { exact: true }).press("Enter");
  await hasJoined(guest, 2);
  await guest.context().close();
});

test("whoever fills the newcomer's form with an account's password is signed in, and joins", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const { guest, email } = await knownGuest(browser, codeFor);
  await forget(guest.context());
  await guest.goto(await invite(page, email));
  await guest.getByRole("link", { name: "Create account" }).click();
  await fillNewPassword(guest);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await hasJoined(guest, 2);
  await guest.context().close();
});

test("signed in as the invited person it takes one press; what was used leads there again, and is invalid for everybody else", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const { guest, email } = await knownGuest(browser, codeFor);
  const link = await invite(page, email);
  await guest.goto(link);
  await started(guest);
  await looksRight(guest);
  await guest.getByRole("button", { name: "Accept invitation" }).press("Enter");
  await hasJoined(guest, 2);

  await guest.goto(link);
  await guest.waitForURL("**/dashboard");
  await guest.goto("/organizations");
  await guest.getByRole("button", { name: /^Switch to/ }).click();
  await guest.waitForURL("**/dashboard");
  await guest.goto(link);
  await started(guest);
  await expect(guest.getByRole("heading", { level: 1, name: /^You've already joined / })).toBeVisible();
  await looksRight(guest);
  await guest.getByRole("button", { name: "Switch organization" }).click();
  await guest.waitForURL("**/dashboard");
  await guest.goto(link);
  await guest.waitForURL("**/dashboard");
  await guest.context().close();

  const stranger = await elsewhere(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { level: 1, name: "Invalid Invitation" })).toBeVisible();
  await expect(stranger.getByText("This invitation link is invalid or has expired.")).toBeVisible();
  await looksRight(stranger);
  await stranger.getByRole("link", { name: "Try Again" }).click();
  await expect(stranger.getByRole("heading", { level: 1, name: "Invalid Invitation" })).toBeVisible();
  await stranger.getByRole("link", { name: "Go to Login" }).click();
  await expect(stranger.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await stranger.context().close();
});

test("signed in as somebody else one is told so, and goes on as the right person", async ({
  page,
  browser,
  signUp,
  codeFor,
}) => {
  await signUp();
  const { guest } = await knownGuest(browser, codeFor);
  const email = newAddress();
  await guest.goto(await invite(page, email));
  await expect(guest.getByText(`This invitation is for ${email}`)).toBeVisible();
  await started(guest);
  await looksRight(guest);
  await guest.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(guest.getByLabel("Email")).toHaveValue(email);
  await expect(guest.getByRole("button", { name: "Accept invitation" })).toBeVisible();
  await guest.context().close();
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
    await expect(page.getByText("Invitation revoked. The link no longer works.")).toBeVisible();
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
  const { guest, email } = await knownGuest(browser, codeFor);
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
