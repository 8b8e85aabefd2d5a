/** Numbers and the editor by keyboard: whoever changes something stays where they were, and hears what came of it. */
import { expect, test } from "./visitor.ts";

test("who answers is chosen and a number is released without losing the place on the page", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Start with receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);

  await page.goto("/numbers/search?area_code=1");
  await expect(page.getByText("An area code has three digits, such as 415")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("No number like that");
  // The browser says that the search was refused, which is what it should have been.
  complaints.splice(0);
  await page.goto("/numbers/search?area_code=312");
  await page.getByRole("button", { name: /^Buy/ }).first().click();
  await page.waitForURL(/\/numbers\?/);

  const who = page.getByLabel(/^Who answers \+1 312/);
  await expect(who).toHaveValue(/^[0-9a-f-]{36}$/);
  await who.focus();
  await who.selectOption({ label: "Nobody" });
  await expect(page.getByRole("main")).toContainText("Nobody answers this number yet");
  await expect(who).toBeFocused();
  await expect(who).toHaveValue("");
  await expect(page.getByText(/^Nobody answers \+1 312 555 \d{4} now\.$/)).toBeVisible();
  await accessible();

  await page.getByRole("button", { name: "Release", exact: true }).click();
  await page.getByRole("button", { name: /^Release \+1 312/ }).click();
  const notice = page.getByRole("status").filter({ hasText: "went back to the phone carrier" });
  await expect(notice).toBeFocused();
  await expect(page.getByRole("heading", { name: "Your numbers will be here" })).toBeVisible();
});

test("an agent that does not book asks nothing about booking", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await page.getByRole("link", { name: "Booking desk" }).first().click();
  await page.getByRole("link", { name: "Actions" }).click();
  await page.getByLabel("Ask what it is for").check();
  await expect(page.getByLabel("Days ahead")).toBeVisible();
  await page.getByLabel("Book appointments").uncheck();
  await expect(page.getByLabel("Days ahead")).toBeHidden();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
});
