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
  await page.getByRole("link", { name: "Invite people" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await expect(dialog.getByLabel("Email addresses")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("viewer");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const said = page.getByRole("status");
  await expect(said.filter({ hasText: `An invitation is on its way to ${email}.` })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const first = await linkFor(page, email);

  const more = page.getByRole("button", { name: `More for ${email}` });
  await more.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Resend" }).press("Enter");
  await expect(said.filter({ hasText: "The previous link no longer works." })).toBeVisible();
  const second = await linkFor(page, email, 2);
  expect(second).not.toBe(first);

  await more.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Revoke" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: `Revoke the invitation for ${email}?` });
  await expect(question).toBeVisible();
  await looksRight(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Revoke" }).press("Enter");
  await expect(question).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(said.filter({ hasText: "Invitation revoked. The link no longer works." })).toBeVisible();
  await expect(more).toHaveCount(0);

  const guest = await elsewhere(browser);
  for (const link of [first, second]) {
    await guest.goto(link);
    await expect(guest.getByRole("heading", { level: 1, name: "Invalid Invitation" })).toBeVisible();
  }
  await guest.getByRole("link", { name: "Go to Login" }).click();
  await expect(guest.getByRole("heading", { level: 1, name: /^Sign in/ })).toBeVisible();
  await guest.context().close();
});

test("several addresses are answered one by one, and what is left can be corrected", async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto("/users");
  await started(page);
  await page.getByRole("link", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  const [first, second] = [newAddress(), newAddress()];
  const addresses = dialog.getByLabel("Email addresses");
  await addresses.fill(`Nadia Ruiz <${first}>, nadia@\n${second}`);
  await dialog.getByLabel("Role", { exact: true }).selectOption("viewer");
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  const answers = dialog.getByRole("listitem");
  await expect(answers).toHaveText([
    new RegExp(`${first} Invited`),
    /nadia@ Invalid email address/,
    new RegExp(`${second} Invited`),
  ]);
  await expect(addresses).toHaveValue("nadia@");
  await expect(addresses).toBeFocused();
  await expect(dialog.getByLabel("Role", { exact: true })).toHaveValue("viewer");
  await looksRight(page);
  const third = newAddress();
  await addresses.fill(third);
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`An invitation is on its way to ${third}.`)).toBeVisible();
});

test("what each role can do is one press away", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/users");
  await started(page);
  await page.getByRole("link", { name: "What each role can do" }).click();
  const dialog = page.getByRole("dialog", { name: "What each role can do" });
  const row = dialog.getByRole("row", { name: /^Invite people and change roles/ });
  await expect(row.getByLabel("Yes")).toHaveCount(2);
  await looksRight(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the page itself has the form, the table of roles and the rows' buttons", async ({ page, demo }) => {
    const owner = demo.organizations[0]?.members.find(({ role }) => role === "owner");
    await page.goto("/auth");
    await page.getByLabel("Email").fill(owner?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(owner?.password ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.goto("/users");
    await expect(page.getByRole("table", { name: "What each role can do" })).toBeVisible();
    const email = newAddress();
    await page.getByLabel("Email addresses").fill(`${email}, nadia@`);
    await page.getByRole("button", { name: "Send invitations" }).click();
    await expect(page.getByText("nadia@ Invalid email address")).toBeVisible();
    const row = page.getByRole("listitem").filter({ hasText: email }).filter({ hasText: "Expires" });
    await row.getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("Invitation revoked. The link no longer works.")).toBeVisible();
  });
});
