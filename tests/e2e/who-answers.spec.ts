/** The page "Who answers" in a browser: by keyboard, on a phone and a laptop, saved, refused, and a tool tried out. */
import type { Page } from "playwright/test";
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

async function opened(page: Page): Promise<void> {
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  await page.getByRole("link", { name: "Who answers" }).click();
  await expect(page.getByRole("heading", { name: "Who answers", level: 1 })).toBeVisible();
  await started(page);
}

test("a model is chosen by keyboard, its price and key are shown, and what is sent is shown before it is saved", async ({
  page,
  signUp,
  accessible,
}) => {
  test.slow();
  await signUp();
  await page.setViewportSize({ width: 1280, height: 900 });
  await opened(page);
  await expect(page.getByLabel("First model")).toBeHidden();
  await page.getByRole("radio", { name: /The built-in agent/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("First model")).toBeVisible();
  await page.getByLabel("First model").selectOption({ label: "Claude Haiku 5.5 ($0.10 in, $0.50 out)" });
  await expect(
    page.getByText("Fastest and cheapest. $0.10 in, $0.50 out for 1,000,000 tokens."),
  ).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  // The estimate follows the form before anything is sent.
  const estimate = page.getByRole("region", { name: "Estimate" });
  await expect(estimate).toContainText(/Claude Haiku 5\.5\$0\.\d+ a minute, first word after 1\.\d seconds/);
  await expect(estimate).toContainText(/Together\$0\.08 a minute/);
  await page.getByLabel("Second model").selectOption({ label: "Another model" });
  await expect(estimate).toContainText("Another model, if it has to answerprice unknown, first word unknown");
  await page.getByLabel("Second model").selectOption({ label: "GPT-5.4 mini ($0.75 in, $4.50 out)" });
  await expect(estimate).toContainText(
    /GPT-5\.4 mini, if it has to answer\$0\.\d+ a minute, first word after up to 3\.9/,
  );
  await page.getByLabel("Seconds to the first word").fill("8");
  await expect(estimate).toContainText(/first word after up to 9\.4 seconds/);
  await page.getByLabel("Seconds to the first word").fill("2.5");
  await page.getByLabel("Second model").selectOption({ label: "None" });
  await expect(estimate).not.toContainText("if it has to answer");
  await page.getByLabel("Rules").fill("Never promise a price.");
  await page.getByRole("button", { name: "Show", exact: true }).press("Enter");
  await expect(page.getByText("As your changes would be sent. They aren't saved yet.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Estimate" })).toContainText(
    /Claude Haiku 5\.5\$0\.\d+ a minute, first word after/,
  );
  await expect(page.getByRole("region", { name: "Instructions" })).toContainText("Never promise a price.");
  await accessible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved. Publish it when callers should meet it.")).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeHidden();
  await expect(page.getByLabel("First model")).toHaveValue("anthropic:claude-haiku-5-5");
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/);
});

test("a tool is laid out on a phone, refused at its field, tried out, and saved with a secret that is never shown", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  test.slow();
  await signUp();
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page);
  await page.getByRole("button", { name: "Add a tool" }).click();
  await page.getByLabel("Name", { exact: true }).fill("check_order");
  await page.getByLabel("What it does, and when to use it").fill("Tells the state of an order.");
  await page.getByLabel("Address").fill("http://pages.sandbox.test/echo");
  await page.getByLabel("Secret (optional)").fill("hush-hush");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Enter a public https address, like https://shop.com/orders")).toBeVisible();
  await expect(page.getByLabel("Address")).toBeFocused();
  await page.getByLabel("Address").fill("https://pages.sandbox.test/echo");
  await page.getByRole("button", { name: "Add a detail" }).click();
  await page.getByLabel("Name", { exact: true }).nth(1).fill("order");
  await page.getByLabel("Type").selectOption({ label: "Choice" });
  await page.getByLabel("Answers to choose from").fill("red, blue");
  await page.getByRole("button", { name: "Test check_order" }).click();
  await expect(page.getByText("It answered with status 200.")).toBeVisible();
  await expect(page.getByText("Bearer hush-hush")).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved. Publish it when callers should meet it.")).toBeVisible();
  await page.getByText("check_order", { exact: true }).click();
  await expect(page.getByText("A secret is kept. Leave blank to keep it.")).toBeVisible();
  await expect(page.getByLabel("Another secret")).toHaveValue("");
  complaints.splice(0);
});
