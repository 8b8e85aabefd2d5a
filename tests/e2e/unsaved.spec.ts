/** Leaving the editor with something unsaved. */
import { expect, started, test } from "./visitor.ts";

test("whoever leaves the editor with something unsaved is asked, stays with it, or leaves it", async ({
  page,
  signIn,
  accessible,
}) => {
  await signIn();
  await page.getByRole("link", { name: "Agents" }).first().click();
  await page.getByRole("main").getByRole("link", { name: "Booking desk" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Booking desk" })).toBeVisible();
  await started(page);
  const greeting = page.getByLabel("What the agent says").first();
  await greeting.fill("Something that nobody saves");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  const away = page.getByRole("link", { name: "Calls", exact: true }).first();
  await away.click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await accessible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(greeting).toHaveValue("Something that nobody saves");
  await away.click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/call-history$/);
});
