/** The sign-in screen as people meet it: with a keyboard, without scripts, without a connection, with code that does not arrive. */
import { expect, type Page, started, test } from "./visitor.ts";

const password = "Violet-harbor-27";
let people = 0;
const newAddress = () => `visitor.${Date.now()}.${++people}@newcomer.test`;

async function fillSignUp(page: Page, email: string) {
  // Sign-in has fields of the same names: the form must stand before one of them is filled.
  await expect(page.getByLabel("Confirm password")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
}

/** Refusals are answers, and the browser logs them as errors. */
const forgive = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter(
      (line) => !/Failed to load resource|Failed to fetch dynamically imported module/.test(line),
    ),
  );

test("every screen of signing in is accessible, in both themes", async ({ page, accessible }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ["/auth", "/auth?mode=signup", "/email-verified", "/terms", "/privacy"]) {
      await page.goto(path);
      await accessible();
    }
  }
});

test("the foot that a tenant's brand gives the sign-in screen is accessible and fits, in both themes", async ({
  page,
  demo,
  accessible,
}) => {
  const host = demo.organizations.find((organization) => organization.host !== null)?.host;
  await page.goto(`/auth?ref=${host}`);
  const foot = page.getByRole("contentinfo");
  for (const network of ["X", "LinkedIn", "Facebook", "Instagram"])
    await expect(foot.getByRole("link", { name: network, exact: true })).toBeVisible();
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await accessible();
    }
    const [needed, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(needed).toBeLessThanOrEqual(room ?? 0);
  }
});

test("a newcomer comes all the way in with the keyboard alone", async ({ page, codeFor }) => {
  const email = newAddress();
  await page.goto("/auth?mode=signup");
  await started(page);
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Verify your email" })).toBeVisible();
  await expect(page.getByLabel("Verification code")).toBeFocused();
  await page.keyboard.type(await codeFor(email));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  await page.waitForURL("**/dashboard");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a newcomer comes all the way in and out again", async ({ page, codeFor }) => {
    const email = newAddress();
    await page.goto("/auth?mode=signup&returnPath=/agents");
    await fillSignUp(page, email);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Verification code").fill(await codeFor(email));
    await page.getByRole("button", { name: "Verify email" }).click();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page).toHaveURL(/\/agents$/);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });
});

test("the strength of a password and what it lacks are said while it is typed", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await started(page);
  const field = page.getByLabel("Password", { exact: true });
  const main = page.getByRole("main");
  await field.fill("violet");
  await expect(main).toContainText("Weak. Password must be at least 8 characters long.");
  await field.fill("Violets7");
  await expect(main).toContainText("Fair. Password must contain at least one special character.");
  await field.fill(password);
  await expect(main).toContainText("Strong.");
  await page.getByLabel("Confirm password").fill("Violet-harbor-28");
  await page.getByLabel("Confirm password").blur();
  await expect(main).toContainText("Passwords don't match");
});

test("a password can be looked at, and hidden again", async ({ page }) => {
  await page.goto("/auth");
  await started(page);
  const field = page.getByLabel("Password", { exact: true });
  await field.fill(password);
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("without the box ticked nothing is sent off, everything typed stays, and a toast says why", async ({
  page,
  complaints,
}) => {
  await page.goto("/auth?mode=signup");
  await started(page);
  const email = newAddress();
  await fillSignUp(page, email);
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Please agree to the terms to continue")).toBeVisible();
  await expect(page.getByText("Please agree to the Terms of Service and Privacy Policy")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
  forgive(complaints);
});

test("without a connection the button says so, and nothing typed is lost", async ({
  page,
  context,
  complaints,
}) => {
  await page.goto("/auth");
  await started(page);
  await page.getByLabel("Email").fill("mara@brightsmile.test");
  await context.setOffline(true);
  await expect(page.getByRole("button", { name: "No Internet Connection" })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await expect(page.getByLabel("Email")).toHaveValue("mara@brightsmile.test");
  forgive(complaints);
});

test("a connection that breaks while a form is sent is said in the form, and nothing typed is lost", async ({
  page,
  complaints,
}) => {
  await page.route("**/auth.data*", (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.continue(),
  );
  await page.goto("/auth");
  await started(page);
  await page.getByLabel("Email").fill("mara@brightsmile.test");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Sign in failed: The connection was lost. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("mara@brightsmile.test");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);

  await page.getByRole("link", { name: "Create account" }).click();
  const email = newAddress();
  await fillSignUp(page, email);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Sign up failed: The connection was lost. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByRole("checkbox")).toBeChecked();
  await page.unroute("**/auth.data*");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verify your email" })).toBeVisible();
  forgive(complaints);
});

test("whose session ended elsewhere is sent to sign in, in place of the page they came from", async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.getByRole("link", { name: "Agents" }).first().click();
  await page.waitForURL("**/agents");
  const pages = await page.evaluate(() => history.length);
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Calls", exact: true }).first().click();
  await expect(page).toHaveURL(/\/auth\?returnPath=%2Fcall-history$/);
  expect(await page.evaluate(() => history.length)).toBe(pages);
});

test("losing the connection and getting it back is said, once each", async ({
  page,
  context,
  complaints,
}) => {
  const toasts = page.waitForResponse(/\/assets\/toaster-/);
  await page.goto("/auth");
  await toasts;
  await expect(
    page.locator("[data-sonner-toaster], section[aria-label^=Notifications]").first(),
  ).toBeAttached();
  await context.setOffline(true);
  await expect(page.getByText("Connection lost")).toHaveCount(1);
  await expect(page.getByText("Some features may not work until you're back online")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Back online!")).toHaveCount(1);
  await expect(page.getByText("Connection lost")).toHaveCount(0);
  forgive(complaints);
});

test("a lost connection is said for 10 seconds, another toast for 4", async ({
  page,
  context,
  complaints,
}) => {
  await page.clock.install();
  const toasts = page.waitForResponse(/\/assets\/toaster-/);
  await page.goto("/auth?mode=signup");
  await toasts;
  await started(page);
  await fillSignUp(page, newAddress());
  await page.getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Create account" }).click();
  const terms = page.getByText("Please agree to the Terms of Service and Privacy Policy");
  await expect(terms).toBeVisible();
  await page.clock.fastForward(4500);
  await expect(terms).toHaveCount(0);
  await context.setOffline(true);
  const lost = page.getByText("Connection lost");
  await expect(lost).toBeVisible();
  await page.clock.fastForward(4500);
  await expect(lost).toBeVisible();
  await page.clock.fastForward(6000);
  await expect(lost).toHaveCount(0);
  forgive(complaints);
});

test("what is saved without a connection is kept, and saved once when it is back", async ({
  page,
  context,
  signIn,
  complaints,
}) => {
  await signIn();
  const toasts = page.waitForResponse(/\/assets\/toaster-/);
  await page.goto("/agents/new");
  await toasts;
  await expect(
    page.locator("[data-sonner-toaster], section[aria-label^=Notifications]").first(),
  ).toBeAttached();
  const posts: string[] = [];
  // The plan is watched beside it.
  page.on("request", (request) => {
    const isWatch = request.url().endsWith("/functions/check-subscription");
    if (request.method() === "POST" && !isWatch) posts.push(request.url());
  });
  await context.setOffline(true);
  await page.getByRole("button", { name: /receptionist/i }).click();
  await expect(page.getByText("No internet connection", { exact: true })).toBeVisible();
  await expect(page.getByText("Changes will be saved when you reconnect.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New agent");
  expect(posts).toEqual([]);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/);
  expect(posts).toHaveLength(1);
  forgive(complaints);
});

test("a rule that a refused password breaks is said once, and so is why nothing was sent off", async ({
  page,
  complaints,
}) => {
  await page.goto("/auth?mode=signup");
  await fillSignUp(page, newAddress());
  await page.getByLabel("Password", { exact: true }).fill("violet");
  await page.getByRole("checkbox").uncheck();
  for (let press = 0; press < 3; press++) {
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Please agree to the terms to continue")).toBeVisible();
  }
  await expect(page.getByText("Password must be at least 8 characters long")).toHaveCount(1);
  await expect(page.getByText("Please agree to the Terms of Service and Privacy Policy")).toHaveCount(1);
  forgive(complaints);
});

test("code that does not come while there is no connection ends no page", async ({ page, complaints }) => {
  await page.route("**/assets/toaster-*.js", (route) => route.abort("internetdisconnected"));
  await page.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
  const missing = page.waitForEvent("requestfailed", (request) => /toaster-/.test(request.url()));
  await page.goto("/auth");
  await page.getByLabel("Email").fill("mara@brightsmile.test");
  await missing;
  await expect(page.getByRole("button", { name: "No Internet Connection" })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("mara@brightsmile.test");
  forgive(complaints);
});

test("the way to another form keeps where the person wanted to go", async ({ page }) => {
  await page.goto("/auth?returnPath=/agents");
  await page.getByRole("link", { name: "Create account" }).click();
  await expect(page).toHaveURL(/returnPath=%2Fagents/);
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sign in");
  await expect(page).toHaveURL(/returnPath=%2Fagents/);
});

for (const [what, file] of [
  ["the app's entry", "**/assets/entry.client-*.js"],
  ["a module that it needs", "**/assets/root-*.js"],
] as const)
  test(`when ${what} does not arrive, the page is loaded once more and then says so`, async ({
    page,
    complaints,
  }) => {
    let documents = 0;
    page.on("response", (answer) => {
      if (answer.request().resourceType() === "document") documents++;
    });
    await page.route(file, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto("/auth");
    await expect(page.getByRole("heading", { name: "App Initialization Failed" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Reload Page" })).toBeVisible();
    expect(documents).toBe(2);
    await page.unroute(file);
    await page.getByRole("button", { name: "Reload Page" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
    forgive(complaints);
  });

test("when the app's own code throws while it starts, the page says so", async ({ page, complaints }) => {
  await page.route("**/assets/entry.client-*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "throw new Error('broken')" }),
  );
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "App Initialization Failed" })).toBeVisible();
  complaints.splice(0, complaints.length);
});

test("an address that is nothing says so and leads home, without a script", async ({ page, complaints }) => {
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page doesn't exist");
  expect(await page.locator("script[src], link[rel=modulepreload]").count()).toBe(0);
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  forgive(complaints);
});

test("the strength meter never praises what the server would refuse, and nothing moves when it does", async ({
  page,
  complaints,
}) => {
  await page.goto("/auth?mode=signup");
  await started(page);
  const main = page.getByRole("main");
  const password = page.getByLabel("Password", { exact: true });
  const common = "Weak. This password is too common and easily guessed.";
  await page.getByLabel("Email").fill("brightsmile@northside-dental.test");
  await password.fill("Password1!");
  await expect(main).toContainText(common);
  await password.fill("Brightsmile-27!");
  await expect(main).toContainText(common);
  await password.fill("Northside-Dental-27!");
  await expect(main).toContainText(common);
  await page.getByLabel("Email").fill("mara@elsewhere.test");
  await expect(main).toContainText("Strong.");
  await password.fill("Password1!");
  await page.getByLabel("Confirm password").fill("Password1!");
  const button = page.getByRole("button", { name: "Create account" });
  const place = () => button.evaluate((one) => Math.round(one.getBoundingClientRect().top + window.scrollY));
  const before = await place();
  await button.click();
  await expect(page.getByText("Please agree to the terms to continue")).toBeVisible();
  await expect(main).not.toContainText("Strong.");
  expect(await place()).toBe(before);
  complaints.splice(0);
});

test("the toast of a refused sign-up is gone on the next step", async ({ page, complaints }) => {
  await page.goto("/auth?mode=signup");
  await started(page);
  await page.getByLabel("Email").fill(newAddress());
  await page.getByLabel("Password", { exact: true }).fill("Tulip-Harbour-47");
  await page.getByLabel("Confirm password").fill("Tulip-Harbour-47");
  await page.getByRole("button", { name: "Create account" }).click();
  const toast = page.getByText("Please agree to the Terms of Service and Privacy Policy");
  await expect(toast).toBeVisible();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Verification code")).toBeVisible();
  await expect(toast).toHaveCount(0);
  complaints.splice(0);
});
