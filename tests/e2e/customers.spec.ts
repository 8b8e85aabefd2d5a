/** A platform admin finds a new customer, suspends it with a reason, resumes it, and opens it as support. */
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

test("a customer is found, suspended with a reason, resumed, and opened as support", async ({
  page,
  signUp,
  goOn,
  accessible,
  complaints,
}) => {
  test.slow();
  await signUp();
  await page.goto("/profile");
  const address =
    (await page
      .getByText(/^newcomer\.\S+@newcomer\.test$/)
      .first()
      .textContent()) ?? "";
  await page.context().clearCookies();
  await goOn("platform admin");
  await page.goto("/customer-management");
  await started(page);
  await page.getByRole("searchbox", { name: "Search" }).fill(address);
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await page.getByRole("table").locator("tbody a").first().click();
  const reason = page.locator("#deeds").getByLabel("Reason");
  await expect(reason).toBeVisible();
  await accessible();

  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.locator("#deeds").getByText("Enter a reason")).toBeVisible();
  await reason.fill("Suspected abuse of the trial");
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByRole("status").getByText("Suspended. Members see who to contact")).toBeVisible();
  await expect(page.getByRole("list", { name: "Activity" })).toContainText("Suspected abuse of the trial");

  await reason.fill("It was a misunderstanding");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("status").getByText("Resumed. Everything works as before.")).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);

  await page.locator("#settings-open").getByLabel("Reason").fill("Checking the first agent");
  await page.getByRole("button", { name: /^Open / }).click();
  const bar = page.getByRole("complementary", { name: "Support visit" });
  await expect(bar).toContainText("as support until");
  await bar.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByText("You've left the customer. The visit is over.")).toBeVisible();
  expect(complaints.splice(0).filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("selected customers are changed only with a reason, and a selection", async ({
  page,
  goOn,
  complaints,
}) => {
  await goOn("platform admin");
  await page.goto("/customer-management");
  await started(page);
  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(page.getByText("Select at least one customer")).toBeVisible();
  await expect(page.getByText("Enter a reason")).toBeVisible();
  expect(complaints.splice(0).filter((line) => !/status of 422/.test(line))).toEqual([]);
});
