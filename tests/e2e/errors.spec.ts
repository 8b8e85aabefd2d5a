/** When the network is slow or breaks: the page that was there stays, something moves, and what failed is said. */
import { expect, type Page, started, test } from "./visitor.ts";

const link = (page: Page, label: string) =>
  page.getByRole("navigation", { name: "Main", exact: true }).getByRole("link", { name: label });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("a slow answer leaves the page where it is, under a line that moves", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await started(page);
  let answer = () => {};
  const held = new Promise<void>((release) => {
    answer = release;
  });
  await page.route("**/numbers.data*", async (route) => {
    await held;
    await route.continue();
  });
  await link(page, "Numbers").click();
  const line = page.locator(".animate-progress");
  await expect(line).toBeAttached();
  await expect(heading(page, "Agents")).toBeVisible();
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  answer();
  await expect(heading(page, "Numbers")).toBeFocused();
  await expect(line).toHaveCount(0);
});

test("a document whose code does not arrive is loaded once more and then says so", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn();
  let documents = 0;
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "document") documents++;
  });
  await page.route("**/assets/agents.route-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/agents");
  await expect(page.getByRole("heading", { name: "App Initialization Failed" })).toBeVisible();
  expect(documents).toBe(2);
  await page.unroute("**/assets/agents.route-*.js");
  await page.getByRole("button", { name: "Reload Page" }).click();
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  complaints.splice(0);
});

test("a link whose code does not arrive loads the page that is shown anew, once, and leads there when the code is back", async ({
  page,
  signIn,
  complaints,
}) => {
  await signIn();
  await page.goto("/numbers");
  await started(page);
  let documents = 0;
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "document") documents++;
  });
  await page.route("**/assets/agents.route-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  const reloaded = page.waitForEvent("load");
  await link(page, "Agents").click();
  await reloaded;
  await started(page);
  await expect(heading(page, "Numbers")).toBeVisible();
  expect(documents).toBe(1);
  await page.unroute("**/assets/agents.route-*.js");
  await link(page, "Agents").click();
  await expect(page.getByRole("table", { name: "Agents" })).toBeVisible();
  expect(documents).toBe(1);
  complaints.splice(0);
});
