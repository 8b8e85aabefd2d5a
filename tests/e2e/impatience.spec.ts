/** The impatient visitor: types before the page has come to life, and before the next form is there; nothing is lost. */
import { expect, type Page, started, test } from "./visitor.ts";

const password = "Violet-harbor-27";

async function fillAndTick(page: Page) {
  await page.getByLabel("Email").fill("nora@newcomer.test");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
}

async function expectAllKept(page: Page) {
  await expect(page.getByRole("main")).toContainText("Strong.");
  await expect(page.getByRole("main")).not.toContainText("Passwords don't match");
  await expect(page.getByLabel("Email")).toHaveValue("nora@newcomer.test");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
  await expect(page.getByLabel("Confirm password")).toHaveValue(password);
  await expect(page.getByRole("checkbox")).toBeChecked();
}

test("a form filled before its scripts have come is understood when they have", async ({ page }) => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/auth?mode=signup", { waitUntil: "commit" });
  await fillAndTick(page);
  await page.getByLabel("Confirm password").focus();
  arrive();
  await expect(page.getByRole("main")).toContainText("Strong.");
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("checkbox").check();
  await expectAllKept(page);
});

test("the box is ticked by the press that leaves a password field with a slip in it", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await started(page);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await expect(page.getByRole("main")).toContainText("Strong.");
  await page.getByLabel("Confirm password").fill("Violet-harbor-28");
  await page.getByRole("checkbox").check();
  await expect(page.getByRole("main")).toContainText("Passwords don't match");
  await expect(page.getByRole("checkbox")).toBeChecked();
});

test("what was typed while the other form was on its way stands in that form", async ({ page }) => {
  await page.goto("/auth");
  await started(page);
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/auth.data?*", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/auth.data?*");
  await page.getByRole("link", { name: "Create account" }).click();
  await asked;
  await page.getByLabel("Email").fill("nora@newcomer.test");
  await page.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.type(password.slice(0, 6));
  arrive();
  await expect(page.getByLabel("Confirm password")).toBeVisible();
  await page.keyboard.type(password.slice(6));
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await expectAllKept(page);
});

test("the button is pressed by the press that leaves a password that breaks a rule", async ({
  page,
  complaints,
}) => {
  await page.goto("/auth");
  await started(page);
  await page.getByLabel("Email").fill("nobody@newcomer.test");
  await page.getByLabel("Password", { exact: true }).fill("short");
  const posted = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Sign in" }).click({ position: { x: 40, y: 3 } });
  await posted;
  await expect(page.getByRole("alert")).toBeVisible();
  complaints.splice(0, complaints.length);
});
