/** Bad input B57: without a connection in the middle of a form, every word stays, and it is sent once when the connection is back. */
import { expect, type Page, started, test } from "./visitor.ts";

const toast = (page: Page, words: string) => page.locator("[data-sonner-toast]").filter({ hasText: words });

/** Waits for the toasts, whose code holds what is sent without a connection. */
async function withToasts(page: Page, path: string): Promise<void> {
  const toasts = page.waitForResponse(/\/assets\/toaster-/);
  await page.goto(path);
  await toasts;
  await started(page);
  await expect(
    page.locator("[data-sonner-toaster], section[aria-label^=Notifications]").first(),
  ).toBeAttached();
}

/** What a browser says of requests without a connection. */
const forgive = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/Failed to (?:load|fetch)/.test(line)),
  );

const agentOf = async (page: Page) => {
  await page.goto("/agents");
  const path = await page.getByRole("table").getByRole("link").first().getAttribute("href");
  return path ?? "";
};
const at = (path: string) => async () => path;

/** The settings, whose sections are saved together by one button, have a test of their own (kept.spec.ts). */
const pages: [name: string, path: (page: Page) => Promise<string>][] = [
  ["one's own profile", at("/profile")],
  ["one's own security", at("/security")],
  ["the organization's people", at("/users")],
  ["a new organization", at("/organizations/new")],
  ["a new agent", at("/agents/new")],
  ["an imported agent", at("/agents/import")],
  ["an agent", agentOf],
  ["the numbers", at("/numbers")],
  ["the dashboard", at("/dashboard")],
  ["the brand", at("/white-label")],
  ["the legal pages", at("/white-label/legal")],
  ["the custom domain", at("/custom-domain-guide")],
  ["the plan", at("/subscription")],
];

/** Types into every empty text field that is shown, and says what each of them holds then. */
const typeEverywhere = (page: Page): Promise<string[]> =>
  page.getByRole("main").evaluate((main) => {
    const fields = [...main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
    const kinds = ["text", "email", "search", "url", "tel", "password", "textarea"];
    const typed = fields.filter((field) => kinds.includes(field.type) && field.checkVisibility());
    return typed.map((field) => {
      if (field.value === "" && !field.readOnly) {
        field.value = "14 Harbour Street";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      return field.value;
    });
  });

/** Sends every form of the page that posts, by its first button, without the browser's own checks. @returns how many */
const sendAll = (page: Page): Promise<number> =>
  page.getByRole("main").evaluate((main) => {
    const forms = [...main.querySelectorAll("form")].filter((form) => form.method === "post");
    let sent = 0;
    for (const form of forms) {
      const by = [...form.elements].find(
        (one): one is HTMLButtonElement =>
          one instanceof HTMLButtonElement &&
          one.type === "submit" &&
          !one.disabled &&
          one.name !== "__intent__",
      );
      if (!by) continue;
      form.noValidate = true;
      form.requestSubmit(by);
      sent++;
    }
    return sent;
  });

for (const [name, pathOf] of pages)
  test(`without a connection, every form of ${name} keeps what was typed, and is sent once afterwards`, async ({
    page,
    context,
    goOn,
    complaints,
  }) => {
    // Each form is followed by a fresh page, one after another.
    test.setTimeout(150_000);
    await goOn("owner");
    await withToasts(page, await pathOf(page));
    const posts: string[] = [];
    // An answer that says nothing: the demo stays as it is.
    await page.route("**/*", (route) => {
      const request = route.request();
      if (request.method() !== "POST" || request.url().includes("/functions/")) return route.continue();
      posts.push(`${new URL(request.url()).pathname} ${request.postData() ?? ""}`);
      return route.fulfill({ status: 204 });
    });
    await context.setOffline(true);
    const typed = await typeEverywhere(page);
    const before = page.url();
    const sent = await sendAll(page);
    if (sent === 0) throw new Error(`${before} has no form`);
    await expect(toast(page, "Changes will be saved when you reconnect.")).toBeVisible();
    expect(posts).toEqual([]);
    expect(page.url()).toBe(before);
    expect(await typeEverywhere(page)).toEqual(typed);
    await context.setOffline(false);
    await expect.poll(() => posts.length, { timeout: 90_000 }).toBe(sent);
    expect(new Set(posts).size).toBe(sent);
    forgive(complaints);
  });

test("the sign-in form says that there is no connection, keeps what was typed, and signs in afterwards", async ({
  page,
  context,
  demo,
}) => {
  await withToasts(page, "/auth");
  const member = demo.organizations[0]?.members[0];
  await page.getByLabel("Email").fill(member?.email ?? "");
  await context.setOffline(true);
  const button = page.getByRole("button", { name: "No Internet Connection" });
  await expect(button).toBeDisabled();
  await page.getByLabel("Password", { exact: true }).fill(member?.password ?? "");
  await page.keyboard.press("Enter");
  await context.setOffline(false);
  await expect(page.getByLabel("Email")).toHaveValue(member?.email ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
});

test("a form whose page was left without a connection is sent when it is back, and it is said where", async ({
  page,
  context,
  signUp,
  accessible,
  complaints,
}) => {
  await signUp();
  await withToasts(page, "/agents");
  const frame = page.getByRole("navigation", { name: "Main", exact: true });
  await frame.getByRole("link", { name: "Users" }).click();
  await page.getByRole("link", { name: "Invite people" }).click();
  await page.getByLabel("Email addresses").fill("theo@harbour.test");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send invitations" }).click();
  await expect(toast(page, "Changes will be saved when you reconnect.")).toBeVisible();
  await expect(page.getByLabel("Email addresses")).toHaveValue("theo@harbour.test");
  await page.keyboard.press("Escape");
  await frame.getByRole("link", { name: "Agents" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  await context.setOffline(false);
  await expect(toast(page, "Your changes were saved")).toContainText("On the page “Users”.");
  await accessible();
  await expect(page).toHaveURL(/\/agents$/);
  await frame.getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("main").getByText("theo@harbour.test")).toBeVisible();
  forgive(complaints);
});

test("whoever gives up unsaved changes without a connection has nothing of them sent afterwards", async ({
  page,
  context,
  signUp,
  complaints,
}) => {
  await signUp();
  await withToasts(page, "/agents");
  const frame = page.getByRole("navigation", { name: "Main", exact: true });
  await frame.getByRole("link", { name: "Settings" }).click();
  const question = page.waitForResponse(/leave-question/);
  await page.getByLabel("Address", { exact: true }).fill("14 Harbour Street");
  await question;
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/settings")) posts.push(request.url());
  });
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Changes will be saved when you reconnect.")).toBeVisible();
  await frame.getByRole("link", { name: "Agents" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  await context.setOffline(false);
  await expect(toast(page, "Back online!")).toBeVisible();
  await frame.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("");
  expect(posts).toEqual([]);
  forgive(complaints);
});
