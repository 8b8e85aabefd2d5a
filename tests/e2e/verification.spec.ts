/** The verification step in a browser: codes that are refused, a proof that is waited for, and a trial on the way. */
import { accessible, expect, type Page, started, test } from "./visitor.ts";

const password = "Tulip-Harbour-47";
let people = 0;
const newAddress = () => `verifying.${Date.now()}.${++people}@newcomer.test`;

async function signUp(page: Page, email: string, query = "") {
  await page.goto(`/auth?mode=signup${query}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verify your email" })).toBeVisible();
}

test("/email-verified asks ten times for a proof that does not come, and goes on to its step", async ({
  page,
}) => {
  await signUp(page, newAddress(), "&returnPath=/agents");
  let polls = 0;
  page.on("request", (request) => {
    if (/\/email-verified\.data/.test(request.url())) polls += 1;
  });
  await page.goto("/email-verified?returnPath=/agents");
  await expect(page.getByRole("heading", { level: 1, name: "Almost there" })).toBeVisible();
  await expect(page.getByLabel("Verification code")).toBeVisible({ timeout: 20_000 });
  expect(polls).toBe(10);
  expect(new URL(page.url()).searchParams.get("returnPath")).toBe("/agents");
});

test("/email-verified hears of a code that is entered in another tab, and goes on", async ({
  page,
  codeFor,
}) => {
  const email = newAddress();
  await signUp(page, email);
  const code = await codeFor(email);
  const other = await page.context().newPage();
  await other.goto("/auth");
  await other.getByLabel("Verification code").fill(code);
  await page.goto("/email-verified");
  await expect(page.getByRole("heading", { level: 1, name: "Almost there" })).toBeVisible();
  await other.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  await page.waitForURL("**/dashboard");
});

test("another code too early is refused in words, and a wrong one too; the first stays good", async ({
  page,
  codeFor,
  complaints,
}) => {
  const email = newAddress();
  await signUp(page, email);
  const code = await codeFor(email);
  await started(page);
  await page.getByRole("button", { name: "Resend code" }).click();
  await expect(page.getByText("Failed to resend code: Please try again in a moment.")).toBeVisible();
  await accessible(page);
  await page.getByLabel("Verification code").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Verify email" }).click();
  const note = page.getByText("Invalid code: The code you entered is incorrect or expired.");
  await expect(note).toBeVisible();
  await expect(page.getByText("Request a new one with “Resend code”.")).toBeVisible();
  await expect(page.getByLabel("Verification code")).toHaveAccessibleDescription(
    /Invalid code: .* Request a new one/,
  );
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  // Too early once more: what was said of the code before is not said beside it.
  await page.getByRole("button", { name: "Resend code" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    /Failed to resend code: Please try again in a moment\.You can request another in \d+ seconds?\./,
  );
  await expect(note).toBeHidden();
  await accessible(page);
  // As it was copied.
  await page.getByLabel("Verification code").fill(` ${code.slice(0, 3)}-${code.slice(3)} `);
  await expect(page.getByLabel("Verification code")).toHaveValue(code);
  await page.getByRole("button", { name: "Verify email" }).click();
  await page.waitForURL("**/dashboard");
  complaints.splice(0);
});

test("a verification step whose session has ended says so, at the form that begins anew", async ({
  page,
  complaints,
}) => {
  await signUp(page, newAddress());
  await started(page);
  await page.context().clearCookies();
  await page.getByLabel("Verification code").fill("123456");
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByText("Session expired: Please sign up again.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Create your account" })).toBeFocused();
  await accessible(page);
  complaints.splice(0);
});

test("who comes for a trial is told why to sign in, and the address says it to the end", async ({
  page,
  codeFor,
}) => {
  await page.goto("/auth?intent=trial");
  await started(page);
  await expect(page.getByText("Please sign in to continue with checkout")).toBeVisible();
  await accessible(page);
  await page.getByRole("link", { name: "Create account" }).click();
  await expect(page.getByLabel("Confirm password")).toBeVisible();
  const email = newAddress();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Verification code").fill(await codeFor(email));
  expect(new URL(page.url()).searchParams.get("intent")).toBe("trial");
  await page.getByRole("button", { name: "Verify email" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Email verified" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("intent")).toBe("trial");
  await page.waitForURL("**/dashboard");
});
