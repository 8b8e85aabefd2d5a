/** The editor by keyboard and on a phone: what is wrong stays marked, saving stays in reach, and the draft's phone gives the focus back. */
import type { Page } from "playwright/test";
import { expect, started, test } from "./visitor.ts";

async function receptionist(page: Page): Promise<void> {
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
}

test("a call to the draft makes the page no longer, and whoever hangs up goes on from the button for the next one", async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.setViewportSize({ width: 390, height: 844 });
  await receptionist(page);
  await page.getByRole("button", { name: "Call the draft", exact: true }).click();
  const said = page.getByLabel("Say something");
  const log = page.getByRole("log", { name: "Conversation with the draft" });
  await expect(log).toContainText("Agent:");
  for (const words of ["Do you have parking?", "I would like to leave a message", "Mara Lind"]) {
    const before = await log.getByText("Agent:").count();
    await said.fill(words);
    await said.press("Enter");
    await expect(log.getByText("Agent:").nth(before)).toBeAttached();
  }
  const below = () =>
    page.evaluate(() => {
      const end = document.querySelector("main")?.getBoundingClientRect().bottom ?? 0;
      return document.documentElement.scrollHeight - window.scrollY - end;
    });
  expect(await below()).toBeLessThan(2);
  await page.getByRole("button", { name: "Hang up" }).press("Enter");
  const again = page.getByRole("button", { name: /^Call the draft/ });
  await expect(again).toBeFocused();

  await again.press("Enter");
  await expect(said).toBeFocused();
  await said.fill("No thanks, goodbye");
  await said.press("Enter");
  await expect(again).toBeFocused();
});

test("saving is in reach when the page's own button is under the bar", async ({ page, signUp }) => {
  await signUp();
  await receptionist(page);
  const own = page.getByRole("button", { name: "Save draft" });
  const inBar = page.getByRole("button", { name: "Save", exact: true });
  await expect(inBar).toHaveCount(0);
  await own.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().bottom - 34));
  await expect(inBar).toBeInViewport();
});

test("what was refused stays marked while questions and answers are added and taken away", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await receptionist(page);
  await page.getByLabel("What the agent says").first().fill("");
  await page.getByRole("button", { name: "Save draft" }).click();
  const parts = page.getByRole("navigation", { name: "Parts of the agent" });
  await expect(parts.getByRole("link", { name: /^Conversation/ })).toContainText("1 error");
  await page.getByRole("button", { name: "Add a question" }).click();
  await expect(parts.getByRole("link", { name: /^Conversation/ })).toContainText("1 error");
  await expect(page.getByLabel("What the agent says").first()).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(parts.getByRole("link", { name: /^Conversation/ })).toContainText(/[2-9] errors/);
  complaints.splice(0);
});
