/** Errors in a real browser: reported by the page itself, seen by its members, and dealt with. */
import { expect, started, test } from "./visitor.ts";

const heading = { level: 1 } as const;

test("an error in the browser is on /error-logs a moment later, is resolved, and comes back", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  const fail = () =>
    page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError("the 17th row is missing");
      });
    });
  const open = page.getByRole("link", { name: /RangeError: the 17th row is missing/ });
  await page.goto("/numbers");
  await started(page);
  await fail();
  await expect(async () => {
    await page.goto("/error-logs");
    await expect(open).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("table")).toContainText("Browser");
  await accessible();
  await open.click();
  await expect(page.getByRole("heading", { ...heading, name: /the 17th row is missing/ })).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(page.getByText("Marked as resolved.")).toBeVisible();
  await page.goto("/error-logs");
  await expect(page.getByText("No open errors")).toBeVisible();
  await page.goto("/numbers");
  await started(page);
  await fail();
  await expect(async () => {
    await page.goto("/error-logs");
    await expect(page.getByText("Came back")).toBeVisible({ timeout: 1000 });
  }).toPass();
  complaints.splice(0);
});

test("what an extension throws, and a request that breaks off offline, is no error of ours", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/numbers");
  await started(page);
  await page.context().setOffline(true);
  await page.evaluate(() => {
    const foreign = new Error("of an extension");
    foreign.stack = "Error: of an extension\n    at x (chrome-extension://abcdef/content.js:1:2)";
    Promise.reject(foreign);
    Promise.reject(new TypeError("Failed to fetch"));
    Promise.reject(new DOMException("The user aborted a request.", "AbortError"));
  });
  await page.context().setOffline(false);
  await page.evaluate(() => Promise.reject(new Error("of our own")).catch(reportError));
  await expect(async () => {
    await page.goto("/error-logs");
    await expect(page.getByRole("link", { name: /Error: of our own/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(1);
  complaints.splice(0);
});

test("a page whose code throws while it starts is reported by the document itself", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.route("**/assets/entry.client-*.js", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `throw new Error("no start");${await answer.text()}` });
  });
  const report = page.waitForRequest("**/reports/errors");
  await page.goto("/numbers");
  await expect(page.getByRole("heading", { name: "App Initialization Failed" })).toBeVisible();
  expect((await report).postDataJSON()).toMatchObject({ kind: "startup", message: "Error: no start" });
  complaints.splice(0);
});

test("platform admins find the errors of every organization", async ({ page, goOn, accessible }) => {
  await goOn("platform admin");
  await page.goto("/admin/error-logs");
  await expect(page.getByRole("heading", { ...heading, name: "Errors" })).toBeVisible();
  await accessible();
  await page.getByLabel("Source").selectOption("Schedule");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("link", { name: /the resolver did not answer/ }).click();
  await expect(page.getByRole("heading", { level: 2, name: /the resolver did not answer/ })).toBeVisible();
  await accessible();
});
