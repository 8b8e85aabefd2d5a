/** Workflows in a browser: one is made of a template and tried out, and its run tells by itself how far it is. */
import { expect, test } from "./visitor.ts";
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
  await expect(page.getByText("Done", { exact: true })).toHaveCount(3, { timeout: 120_000 });
  await expect(page.getByText("Dry run: nothing was done")).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("link", { name: "Sort callers by how long they talked" }).click();
  await expect(page.getByRole("list", { name: "Runs" }).getByText("Done", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Archive workflow" }).click();
  await expect(page.getByRole("heading", { name: "Workflows", level: 1 })).toBeVisible();
});
