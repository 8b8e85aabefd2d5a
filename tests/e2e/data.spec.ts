/** An organization's data in a browser: exported in the background, a person erased after a question, the receipt read without scripts. */
import { readFile } from "node:fs/promises";
import { becomeKnown, looksRight, newAddress } from "./inviting.ts";
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

test("an export goes on while its page is left, and is downloaded when it is ready", async ({
  page,
  codeFor,
}) => {
  await becomeKnown(page, newAddress(), codeFor);
  await page.goto("/settings");
  await started(page);
  await page.getByRole("link", { name: "Export or erase data" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Data" })).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await looksRight(page);
  await page.getByRole("button", { name: "Export all data" }).click();
  await expect(page.getByRole("main").getByRole("status").first()).toContainText("Export started.");
  await page.goto("/dashboard");
  await page.goto("/settings/data");
  const line = page.getByRole("list", { name: "Exports" }).getByRole("listitem");
  await expect(line).toHaveCount(1);
  await expect(line.getByText("Ready")).toBeVisible({ timeout: 30_000 });
  await looksRight(page);
  const arriving = page.waitForEvent("download");
  await line.getByRole("link", { name: /^Download the export of/ }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toMatch(/^export-\d{4}-\d\d-\d\d\.zip$/);
  expect((await readFile(await file.path())).subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
});

test("a person is found, erased after a question, and the receipt tells whom it is about", async ({
  page,
  browser,
  codeFor,
}) => {
  await becomeKnown(page, newAddress(), codeFor);
  await page.goto("/settings/data");
  await started(page);
  await page.getByLabel("Phone number or email").fill("+1 415 555 0177");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("No contact has +1 415 555 0177.")).toBeVisible();
  await page.getByRole("button", { name: "Erase permanently" }).click();
  const question = page.getByRole("alertdialog", { name: "Erase +1 415 555 0177?" });
  await expect(question).toBeVisible();
  await looksRight(page);
  await question.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Erased. The receipt is below.");
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  const receipt = page.getByRole("link", { name: /^Receipt of/ });
  const address = (await receipt.getAttribute("href")) ?? "";

  const context = await browser.newContext({ javaScriptEnabled: false });
  const stranger = await context.newPage();
  await stranger.goto(address);
  await expect(stranger.getByText("This receipt is genuine")).toBeVisible();
  await stranger.getByLabel("Phone number or email").fill("+1 415 555 0177");
  await stranger.getByRole("button", { name: "Check" }).click();
  await expect(stranger.getByRole("alert")).toHaveText("Yes. This receipt is about +1 415 555 0177.");
  await context.close();
  await page.goto(address);
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await looksRight(page);
});
