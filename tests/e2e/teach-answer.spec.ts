/** A callers' question without an answer: one press leads to the field for its answer. */
import { expect, test } from "./visitor.ts";

test("the Answer button leads into the field for the answer, and once saved the question is gone", async ({
  page,
  signIn,
  accessible,
}) => {
  await signIn();
  const link = page.getByRole("link", { name: /^Answer “/ }).first();
  const name = (await link.getAttribute("aria-label")) ?? "";
  const question = name.slice("Answer “".length, -1);
  const href = (await link.getAttribute("href")) ?? "";
  await link.click();
  const answer = page.getByLabel("What the agent answers").last();
  await expect(answer).toBeFocused();
  await expect(page.getByLabel("What callers ask").last()).toHaveValue(question);
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await accessible();
  await page.keyboard.type("Yes, we do.");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await expect(page.getByText("Not saved yet")).toBeHidden();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByRole("heading", { name: "Unanswered questions" })).toBeVisible();
  // The same words may stand there for another agent; this one's question has its own address.
  await expect(page.locator(`a[href="${href}"]`)).toHaveCount(0);
});
