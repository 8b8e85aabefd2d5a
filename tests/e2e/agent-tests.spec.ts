/** An agent's tests in a browser: written by keyboard, run, a difference marked, and readable at every width. */
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

test("a test is written, run, found to differ, changed and passed", async ({ page, signUp, accessible }) => {
  test.slow();
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}$/);
  await started(page);
  await page.getByRole("link", { name: "Tests" }).click();
  await expect(page.getByRole("heading", { name: "No tests yet" })).toBeVisible();
  await page.getByRole("link", { name: "Write the first test" }).click();
  await page.getByLabel("Test name").fill("Says hello");
  const first = page.getByRole("group", { name: "Line 1" });
  await first.getByLabel("Words").fill("hello");
  await first.getByLabel("Agent says", { exact: true }).fill("purple dragons");
  await page.getByRole("button", { name: "More lines" }).click();
  await expect(page.getByRole("group", { name: "Line 6" })).toBeVisible();
  await expect(first.getByLabel("Words")).toHaveValue("hello");
  // Enter saves.
  await first.getByLabel("Words").press("Enter");
  await expect(page.getByRole("heading", { name: "Says hello", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const builtIn = page.getByRole("region", { name: "Built-in" });
  await expect(builtIn.getByText("Failed", { exact: true })).toBeVisible();
  await expect(builtIn.locator("del")).toHaveText("purple dragons");
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await first.getByLabel("Agent says", { exact: true }).fill("what can I do for you");
  await page.getByRole("button", { name: "Save test" }).click();
  await expect(builtIn.getByText("Not run yet.")).toBeVisible();
  await page.getByRole("link", { name: "Tests", exact: true }).click();
  await page.getByRole("button", { name: "Run all" }).click();
  await expect(page.getByText("1 test · none failed")).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});
