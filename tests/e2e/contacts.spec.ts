/** Contacts in a browser: a file with its columns, the contacts of it, one of them changed and kept from being called. */
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

test("a file is uploaded, its columns are confirmed, and its contacts are there", async ({
  page,
  signUp,
  accessible,
}) => {
  test.slow();
  await signUp();
  await page.goto("/contacts");
  await expect(page.getByText("Your contacts appear here")).toBeVisible();
  await accessible();
  await page.getByRole("link", { name: "Import" }).click();
  await expect(page.getByRole("heading", { name: "Import contacts", level: 1 })).toBeVisible();
  await accessible();
  await page.getByLabel("CSV file").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Name,Mobile,Plan\nIda Lovell,(212) 555-0187,gold\nBen Ode,(212) 555-0188,\nBroken,12,\n",
    ),
  });
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.waitForURL(/\/contacts\/imports\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel("Mobile")).toHaveValue("number");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("name");
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByLabel("Plan").selectOption("field");
  await page.getByLabel("Or to a new list").fill("Spring");
  await page.getByRole("button", { name: "Start import" }).click();
  await expect(page.getByText("3 rows read: 2 new, 1 with errors.")).toBeVisible();
  await expect(page.getByText("Every row was read.")).toBeVisible();
  await expect(page.getByText("Started.")).toBeHidden();
  await accessible();
  await page.getByRole("link", { name: "To the contacts" }).click();
  await expect(page.getByRole("link", { name: /Ida Lovell/ })).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: /Ida Lovell/ }).click();
  await expect(page.getByRole("heading", { name: "Ida Lovell", level: 1 })).toBeVisible();
  await expect(page.getByText("gold")).toBeVisible();
  await accessible();
  await page.getByLabel("Why not").fill("Asked by letter");
  await page.getByRole("button", { name: "Add to do-not-call list" }).click();
  await expect(page.getByText("On the list")).toBeVisible();
  await page.getByLabel("Write a note").fill("Prefers mornings");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("list", { name: "What happened" }).getByText("Prefers mornings")).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Company").fill("Lovell & Sons");
  await page.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByText("Lovell & Sons")).toBeVisible();
});
