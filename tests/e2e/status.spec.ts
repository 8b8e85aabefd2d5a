/** /status in a browser: readable by everyone, and what an admin writes there. */
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

const widths = [390, 900, 1280] as const;
const themes = ["light", "dark"] as const;

test("the status page is accessible and fits, on desks and phones, by day and by night", async ({
  page,
  accessible,
}) => {
  test.slow();
  await page.goto("/status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status");
  for (const name of ["Database", "Cache", "Calls", "Billing", "Email"])
    await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeVisible();
  await expect(page.getByText("Our email provider is slow.")).toBeVisible();
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await accessible();
    }
  }
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});

test("an admin posts an incident, resolves it, and deletes it after a question", async ({
  page,
  signIn,
  accessible,
  complaints,
}) => {
  test.slow();
  const title = `Calls drop ${Date.now()}`;
  await signIn("platform admin");
  await page.goto("/admin/incidents");
  const form = page.getByRole("region", { name: "New incident" });
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("Impact").selectOption("Maintenance");
  await form.getByRole("button", { name: "Post incident" }).click();
  await expect(form.getByText("Choose at least one service")).toBeVisible();
  await expect(form.getByLabel("Title")).toHaveValue(title);
  complaints.length = 0;
  await form.getByLabel("Calls").check();
  await form.getByLabel("Update").fill("New lines are being added.");
  await form.getByRole("button", { name: "Post incident" }).click();
  const written = page.getByRole("region", { name: title });
  await expect(written).toContainText("New lines are being added.");
  await expect(form.getByLabel("Title")).toHaveValue("");
  await accessible();
  await written.getByLabel("State").selectOption("Resolved");
  await written.getByLabel("Update").fill("The lines are there.");
  await written.getByRole("button", { name: "Post update" }).click();
  await expect(written).toContainText("The lines are there.");
  await page.goto("/status");
  const posts = page.getByRole("article").filter({ hasText: title });
  await expect(posts).toContainText("Resolved");
  await page.goto("/admin/incidents");
  await written.getByRole("button", { name: `Delete ${title}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete incident" }).click();
  await expect(page.getByText("Incident deleted.")).toBeVisible();
  await expect(written).toHaveCount(0);
});
