/** Workflows in a browser: one is made of a template and tried out, and its run tells by itself how far it is. */
import { expect, type Page, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

test("a workflow of a template is tried out, and its run is seen to be done", async ({
  page,
  goOn,
  accessible,
}) => {
  test.slow();
  await goOn("owner");
  await page.goto("/workflows/new");
  await accessible();
  await page.getByRole("button", { name: "Use Sort callers by how long they talked" }).click();
  await expect(page.getByRole("heading", { name: "Steps as a graph" })).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(page.getByRole("heading", { name: "What happened: A call ended" })).toBeVisible();
  // The demo's past stands before it in the queue.
  await expect(page.getByText("Would be done", { exact: true })).toHaveCount(2, { timeout: 120_000 });
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
  await expect(page.getByText("Dry run: nothing was done")).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("link", { name: "Sort callers by how long they talked" }).click();
  await expect(page.getByRole("list", { name: "Runs" }).getByText("Done", { exact: true })).toBeVisible();
  await archive(page);
});

/** Makes a workflow of a template and waits until its graph is drawn. */
async function madeOf(page: Page, template: string): Promise<void> {
  await page.goto("/workflows/new");
  await page.getByRole("button", { name: `Use ${template}` }).click();
  await expect(page.getByRole("application")).toBeVisible();
}

async function archive(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Archive workflow" }).click();
  await expect(page.getByRole("heading", { name: "Workflows", level: 1 })).toBeVisible();
}

test("by keyboard, steps are walked through in order, moved for good, opened, parted and joined", async ({
  page,
  goOn,
}) => {
  await goOn("owner");
  await madeOf(page, "Text back after a missed call");
  const trigger = page.getByRole("group", { name: "Trigger: A call was missed" });
  const text = page.getByRole("group", { name: "1. Send a text message", exact: true });
  const way = page.getByRole("group", { name: "From A call was missed to 1. Send a text message" });

  await page.getByLabel("Name", { exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(trigger).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription(/Enter to go to its fields.*Space, then the arrow keys/);
  await expect(text).not.toHaveAccessibleDescription(/delete/i);

  const across = page.locator('input[name="s.s1.x"]');
  await page.keyboard.press("Space");
  for (const key of ["ArrowRight", "ArrowRight", "Shift+ArrowRight"]) await page.keyboard.press(key);
  await expect(across).toHaveValue("30");
  await expect(text).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Save workflow" }).click();
  await expect(page.getByText("Version 2.", { exact: false })).toBeVisible();
  await page.reload();
  await expect(across).toHaveValue("30");

  const first = page.getByLabel("First step");
  for (const key of ["Delete", "Backspace"]) {
    await expect(first).toHaveValue("s1");
    await way.focus();
    await expect(way).toHaveAccessibleDescription(/Enter, then Delete/);
    await page.keyboard.press("Enter");
    await page.keyboard.press(key);
    await expect(first).toHaveValue("");
    await expect(way).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Trigger", { exact: true })).toBeFocused();
    await first.selectOption("s1");
    await expect(way).toHaveCount(1);
  }
  await archive(page);
});

test("a condition is one row with its labels seen, and a field by its path stands behind a word of its own", async ({
  page,
  goOn,
  accessible,
}) => {
  await goOn("owner");
  await madeOf(page, "Text back after a missed call");
  const row = page.getByRole("group", { name: "Only if" });
  const parts = ["Field", "Comparison", "Value"];
  const boxes = async () =>
    await Promise.all(parts.map((part) => row.getByLabel(`${part} 1`, { exact: true }).boundingBox()));
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(new Set((await boxes()).map((box) => box?.y)).size).toBe(1);
  for (const part of parts) {
    const label = row.locator("label", { hasText: part }).first();
    expect((await label.boundingBox())?.height).toBeGreaterThan(10);
  }
  await page.setViewportSize({ width: 390, height: 900 });
  expect(new Set((await boxes()).map((box) => box?.x)).size).toBe(1);

  const path = row.getByLabel("Path 1", { exact: true });
  await expect(path).toBeHidden();
  await row.getByText("Another field, by its path").click();
  await path.fill("customer.city");
  await row.getByLabel("Value 1", { exact: true }).fill("Boston");
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  // A step that is moved draws the fields anew: what was typed into them stays.
  await page.getByRole("group", { name: "1. Send a text message", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(row.getByLabel("Field 1", { exact: true })).toHaveValue("event.customer.city");
  await row.getByText("Another field, by its path").click();
  await row.getByLabel("Path 2", { exact: true }).pressSequentially("customer.zip");
  await page.getByRole("button", { name: "Save workflow" }).click();
  await expect(row.getByLabel("Field 2", { exact: true })).toHaveValue("event.customer.zip");
  await expect(row.getByLabel("Value 1", { exact: true })).toHaveValue("Boston");
  await archive(page);
});
