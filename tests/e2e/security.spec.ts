/** One's own account in a browser: devices, password, address, Google, the download and the end of it, with a mouse, with the keyboard alone, and without scripts. */
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { becomeKnown, elsewhere, looksRight, newAddress, password } from "./inviting.ts";
import { expect, type Page, started, test } from "./visitor.ts";

const next = "Amber-lighthouse-61";
const inbox = z.array(z.object({ text: z.string() }));
const exported = z.object({ records: z.array(z.looseObject({ kind: z.string() })) });

/** Signs a known person in on another device. */
async function signIn(page: Page, email: string, secret: string) {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function changePassword(page: Page, from: string, to: string) {
  await page.getByLabel("Current password").fill(from);
  await page.getByLabel("New password", { exact: true }).fill(to);
  await page.getByLabel("Confirm password").fill(to);
  await page.getByRole("button", { name: "Change password" }).click();
}

/** The link of a change of address that was mailed to one of the two. */
async function changeLink(page: Page, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const answer = await page.request.get(`/sandbox/inbox?to=${encodeURIComponent(email)}`, {
      headers: { accept: "application/json" },
    });
    link = inbox
      .parse(await answer.json())
      .flatMap(({ text }) => text.match(/\/security\/email\?\S+/) ?? [])[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 10_000 });
  return link ?? "";
}

async function download(page: Page) {
  const arriving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download your data" }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toBe("account.json");
  return exported.parse(JSON.parse(await readFile(await file.path(), "utf8"))).records;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const devices = (page: Page) =>
  page.getByRole("list", { name: "Where you're signed in" }).getByRole("listitem");
const said = (page: Page) => page.getByRole("main").getByRole("status");
/** What a refused form is answered with; the browser logs it. */
const forgive = (complaints: string[]) =>
  expect(complaints.splice(0).filter((line) => !/status of (?:401|410|422)/.test(line))).toEqual([]);

test("another device is signed out after a question, and a changed password signs out the rest", async ({
  page,
  browser,
  codeFor,
}) => {
  const email = newAddress();
  await becomeKnown(page, email, codeFor);
  const other = await elsewhere(browser);
  await signIn(other, email, password);
  await other.waitForURL("**/dashboard");
  await page.goto("/security");
  await started(page);
  await expect(devices(page)).toHaveCount(2);
  await looksRight(page);

  await page.getByRole("button", { name: "Sign out all others" }).click();
  const question = page.getByRole("alertdialog", { name: "Sign out all other devices?" });
  await expect(question).toBeVisible();
  await looksRight(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(devices(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await question.getByRole("button", { name: "Sign out all others" }).click();
  await expect(devices(page)).toHaveCount(1);
  await other.goto("/agents");
  await expect(other).toHaveURL(/\/auth/);

  await signIn(other, email, password);
  await other.waitForURL("**/dashboard");
  await changePassword(page, password, next);
  await expect(said(page)).toHaveText("Your password was changed, and all other devices were signed out.");
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await other.goto("/agents");
  await expect(other).toHaveURL(/\/auth/);
  await signIn(other, email, next);
  await other.waitForURL("**/dashboard");
  await other.context().close();
});

test("what a form refuses stands at its field, in both sizes and themes", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/security");
  await started(page);
  await changePassword(page, "Not-my-password-1", "short");
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible();
  await page.getByLabel("New email address").fill("nobody");
  await page.getByRole("button", { name: "Send links" }).click();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await page.getByLabel(/^Type “.*” to delete your account$/).fill("somebody@else.test");
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(/^That's not “/)).toBeVisible();
  await looksRight(page);
  forgive(complaints);
});

test("an address of any length breaks inside its panels on a narrow screen", async ({ page, codeFor }) => {
  const email = newAddress();
  await becomeKnown(page, email, codeFor);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/security", "/profile"]) {
    await page.goto(path);
    await started(page);
    await expect(page.getByRole("main").getByText(email).first()).toBeVisible();
    const outside = await page.locator("main section :is(p, label, input, button)").evaluateAll((all) =>
      all.flatMap((one) => {
        const edge = one.closest("section")?.getBoundingClientRect().right ?? 0;
        return one.getBoundingClientRect().right > edge ? [one.outerHTML.slice(0, 120)] : [];
      }),
    );
    expect(outside, path).toEqual([]);
  }
});

test("an address is changed by a link at each of the two", async ({ page, complaints, codeFor }) => {
  const [email, wanted] = [newAddress(), newAddress()];
  await becomeKnown(page, email, codeFor);
  await page.goto("/security");
  await page.getByLabel("New email address").fill(wanted);
  await page.getByRole("button", { name: "Send links" }).click();
  await expect(page.getByText("open the links we emailed to both addresses")).toBeVisible();
  await looksRight(page);
  await page.goto(await changeLink(page, email));
  await looksRight(page);
  await page.getByRole("button", { name: "Confirm change" }).click();
  await expect(heading(page, "One more step")).toBeVisible();
  await page.goto(await changeLink(page, wanted));
  await page.getByRole("button", { name: "Confirm change" }).click();
  await expect(heading(page, "Your email address was changed")).toBeVisible();
  await page.getByRole("link", { name: "Go to Security" }).click();
  await expect(page.getByText(`You sign in with ${wanted}.`)).toBeVisible();
  // A link that was used answers that it is gone.
  forgive(complaints);
});

test("Google is joined and let go again", async ({ page, signUp }) => {
  await signUp();
  await page.goto("/security");
  await started(page);
  await page.getByRole("button", { name: "Connect Google" }).click();
  await page.getByLabel("Google account").fill("sam.rivera@gmail.test");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(said(page)).toHaveText("Google is connected to your account.");
  await started(page);
  await page.getByRole("button", { name: "Disconnect Google" }).click();
  const question = page.getByRole("alertdialog", { name: "Disconnect sam.rivera@gmail.test?" });
  await question.getByRole("button", { name: "Disconnect Google" }).click();
  await expect(said(page)).toHaveText("Google was disconnected, and all other devices were signed out.");
  await expect(page.getByRole("button", { name: "Connect Google" })).toBeVisible();
});

test("with the keyboard alone one comes to the page, takes the data along and deletes the account", async ({
  page,
  codeFor,
}) => {
  const email = newAddress();
  await becomeKnown(page, email, codeFor);
  await started(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type("security");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Security")).toBeVisible();

  const take = page.getByRole("button", { name: "Download your data" });
  await take.focus();
  const arriving = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await arriving).suggestedFilename()).toBe("account.json");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel(`Type “${email}” to delete your account`)).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Your account was deleted")).toBeVisible();
  await looksRight(page);
  await page.goto("/security");
  await expect(page).toHaveURL(/\/auth/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a device is signed out, the password changed, the data taken along, the account deleted", async ({
    page,
    browser,
    codeFor,
    complaints,
  }) => {
    const email = newAddress();
    await becomeKnown(page, email, codeFor);
    const other = await elsewhere(browser, false);
    await signIn(other, email, password);
    await page.getByRole("link", { name: /Profile$/ }).click();
    await page.getByRole("link", { name: "Open Security" }).click();
    await page.getByRole("button", { name: /^Sign out (?!all)/ }).click();
    await expect(devices(page)).toHaveCount(1);
    await other.goto("/agents");
    await expect(other).toHaveURL(/\/auth/);
    await other.context().close();

    await changePassword(page, password, next);
    await expect(said(page)).toHaveText("Your password was changed, and all other devices were signed out.");
    const records = await download(page);
    expect(records.find(({ kind }) => kind === "account")).toMatchObject({ email });

    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(page.getByText("Type your email address")).toBeVisible();
    await page.getByLabel(`Type “${email}” to delete your account`).fill(email);
    await page.getByRole("button", { name: "Delete account" }).click();
    await expect(heading(page, "Your account was deleted")).toBeVisible();
    await signIn(page, email, next);
    await expect(page.getByText("Sign in failed: Invalid email or password")).toBeVisible();
    forgive(complaints);
  });
});
