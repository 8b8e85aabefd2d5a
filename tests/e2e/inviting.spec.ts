/** Inviting on /users in a browser: by keyboard, again, not any more, and what cannot be invited. */
import { elsewhere, linkFor, looksRight, newAddress } from "./inviting.ts";
import { expect, started, test } from "./visitor.ts";

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
  await expect(said.filter({ hasText: "The previous link no longer works." })).toBeVisible();
  const second = await linkFor(page, email, 2);
  expect(second).not.toBe(first);

  await page.getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: `Revoke the invitation for ${email}?` });
  await expect(question).toBeVisible();
  await looksRight(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Revoke" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(said.filter({ hasText: "Invitation revoked. The link no longer works." })).toBeVisible();
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
