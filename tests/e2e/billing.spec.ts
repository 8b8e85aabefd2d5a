/** A person buys a plan in a browser: the form inside our page, cards that fail, and the plan afterwards. */
import type { FrameLocator } from "playwright/test";
import { expect, type Page, started, test } from "./visitor.ts";
import { faultsOf } from "./widths.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

/** Stripe's form, as this machine plays it. */
const formIn = (page: Page): FrameLocator => page.frameLocator("iframe[title='Secure payment form']");

async function fillIn(form: FrameLocator, says: string): Promise<void> {
  // The frame's own script may still be on its way.
  await expect(async () => {
    await form.getByRole("button", { name: says }).click();
    await expect(form.getByLabel("Card number")).not.toHaveValue("", { timeout: 500 });
  }).toPass();
  await form.getByRole("button", { name: /Subscribe|Start trial/ }).click();
}

/** From the list of plans to the open form of one. */
async function choose(page: Page, plan: string): Promise<void> {
  await page.goto("/subscription");
  await started(page);
  await page.getByRole("link", { name: `Start trial: ${plan}` }).click();
  await page.waitForURL("**/checkout?price=*");
  await expect(formIn(page).getByLabel("Card number")).toBeVisible();
}

for (const size of sizes)
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size });

    test("a trial is started with a card that is declined first", async ({
      page,
      signUp,
      accessible,
      complaints,
    }) => {
      await signUp();
      await choose(page, "Growth");
      await expect(page.getByRole("heading", { name: "Start your 14-day trial" })).toBeVisible();
      expect(await faultsOf(page)).toEqual([]);
      await accessible();
      await fillIn(formIn(page), "Is declined");
      await expect(formIn(page).getByText("Your card was declined.")).toBeVisible();
      // The browser reports the 402 of the form's own request.
      complaints.length = 0;
      await fillIn(formIn(page), "Succeeds");
      await page.waitForURL("**/checkout/return?*");
      await expect(page.getByRole("heading", { name: "Your Growth trial has started" })).toBeVisible();
      await expect(page.getByText("Nothing was charged.")).toBeVisible();
      expect(await faultsOf(page)).toEqual([]);
      await accessible();
      await page.getByRole("link", { name: "See plan and usage" }).click();
      await expect(page.getByText("Your trial ends on")).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: "Your plan" })).toContainText("Growth");
      expect(await faultsOf(page)).toEqual([]);
      await accessible();
    });

    test("a plan is changed with its price shown first, canceled and resumed", async ({
      page,
      signUp,
      accessible,
    }) => {
      await signUp();
      await choose(page, "Starter");
      await fillIn(formIn(page), "Succeeds");
      await page.waitForURL("**/checkout/return?*");
      await page.goto("/subscription");
      await started(page);
      await page.getByRole("link", { name: "Upgrade: Growth" }).click();
      await expect(page.getByRole("heading", { name: "Switch your trial to Growth" })).toBeVisible();
      await expect(page.getByText("Your trial keeps the minutes it began with")).toBeVisible();
      expect(await faultsOf(page)).toEqual([]);
      await accessible();
      await page.getByRole("button", { name: "Switch to Growth" }).click();
      await expect(page.getByText("Plan changed.")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Growth plan" })).toBeVisible();
      await page.getByRole("button", { name: "Cancel plan" }).click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: "Keep plan" }).click();
      await expect(question).toBeHidden();
      await expect(page.getByText("you won't be charged")).toBeHidden();
      await page.getByRole("button", { name: "Cancel plan" }).click();
      await question.getByRole("button", { name: "Cancel plan" }).click();
      await expect(page.getByText("you won't be charged")).toBeVisible();
      await page.getByRole("button", { name: "Keep my plan" }).click();
      await expect(page.getByText("Your plan goes on.")).toBeVisible();
      await expect(page.getByText("Your trial ends on")).toBeVisible();
    });
  });

test("3-D Secure is asked for, and a reload keeps the same form", async ({ page, signUp }) => {
  await signUp();
  await choose(page, "Growth");
  const kept = () => page.evaluate(() => sessionStorage.getItem("checkout_client_secret"));
  const secret = await kept();
  expect(secret).toContain("_secret_");
  await page.reload();
  await expect(formIn(page).getByLabel("Card number")).toBeVisible();
  expect(await kept()).toBe(secret);
  await fillIn(formIn(page), "Asks for 3-D Secure");
  await formIn(page).getByRole("button", { name: "Complete authentication" }).click();
  await page.waitForURL("**/checkout/return?*");
  await expect(page.getByRole("heading", { name: "Your Growth trial has started" })).toBeVisible();
  await expect.poll(kept).toBeNull();
});

test("when the form cannot begin, the page says so and tries again", async ({ page, signUp, complaints }) => {
  await signUp();
  await page.route("**/functions/create-checkout", (route) => route.abort(), { times: 1 });
  await page.goto("/subscription");
  await started(page);
  await page.getByRole("link", { name: "Start trial: Growth" }).click();
  await expect(page.getByText("Failed to initialize checkout. Please try again.")).toBeVisible();
  complaints.length = 0;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(formIn(page).getByLabel("Card number")).toBeVisible();
});

test("a checkout without a price goes on with what the tab had open", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await choose(page, "Growth");
  await page.goto("/checkout");
  await page.waitForURL("**/checkout?price=*");
  await expect(formIn(page).getByLabel("Card number")).toBeVisible();
  // The browser reports the 400 of the address without a price.
  complaints.length = 0;
});

test("a spending cap that is no amount is refused at its field, and saved once it is one", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn();
  await page.goto("/subscription");
  await started(page);
  const amount = page.getByLabel(/Cap per billing period/);
  await amount.fill("12,50");
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("Use a number like 50 or 49.99")).toBeVisible();
  await expect(amount).toHaveValue("12,50");
  // The browser reports the 422 of the form.
  complaints.length = 0;
  await amount.fill("250");
  await expect(page.getByText("Use a number like 50 or 49.99")).toBeHidden();
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("Spending cap saved.")).toBeVisible();
  await page.getByLabel(/Cap per billing period/).fill("");
  await page.getByRole("button", { name: "Save cap" }).click();
  await expect(page.getByText("No cap: minutes beyond the plan")).toBeVisible();
});
