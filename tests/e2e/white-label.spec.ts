/** The editor of a brand in a browser: the preview follows the typing, images are uploaded, and refusals keep the brand. */
import type { Request } from "playwright/test";
import { goLive } from "./domains.ts";
import { invite } from "./inviting.ts";
import { expect, type Page, started, test } from "./visitor.ts";

const preview = (page: Page, name: RegExp) =>
  page.getByRole("complementary", { name: "Preview" }).getByRole("img", { name });

test("the preview follows what is typed, and what is saved is worn at once", async ({
  page,
  signUp,
  accessible,
}) => {
  test.slow();
  await signUp();
  await page.goto("/white-label");
  await started(page);
  await page.getByLabel("Company name").fill("Harbor & Sons");
  await expect(preview(page, /^Sign-in of Harbor & Sons, light$/)).toBeVisible();
  await page.getByLabel("Headline", { exact: true }).fill("Every call a customer");
  await expect(preview(page, /Sign-in/)).toContainText("Every call a customer");
  await page.getByText("Dark", { exact: true }).click();
  await expect(preview(page, /^Sign-in of Harbor & Sons, dark$/)).toBeVisible();
  await page.getByText("Email", { exact: true }).first().click();
  const mail = preview(page, /^Email of Harbor & Sons, dark$/);
  await expect(mail).toContainText("Accept invitation");
  await expect(mail).toContainText("Sent by Harbor & Sons");
  await page
    .getByRole("complementary", { name: "Preview" })
    .getByText("Dashboard", { exact: true })
    .first()
    .click();
  await expect(preview(page, /^Dashboard of Harbor & Sons, dark$/)).toBeVisible();
  await expect(page.getByText("Dashboard · Harbor & Sons")).toBeVisible();

  // A color that white text cannot be read on, and the nearest one on which it can.
  const primary = page.getByRole("textbox", { name: "Primary color", exact: true });
  await primary.fill("#f59e0b");
  await expect(page.getByText("Below AA").first()).toBeVisible();
  const offered = page.getByRole("button", { name: /^Use #/ }).first();
  const color = (await offered.textContent())?.replace("Use ", "") ?? "";
  await offered.click();
  await expect(primary).toHaveValue(color);
  await expect(page.getByText("Passes AA").first()).toBeVisible();
  await expect(page.getByLabel("Pick the primary color")).toHaveValue(color);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await accessible();
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
  await expect(primary).toHaveValue(color);

  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Brand saved.")).toBeVisible();
  await started(page);
  await expect(page).toHaveTitle("White label · Harbor & Sons");
  await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
  expect(await page.locator("head style[nonce]").first().textContent()).toContain("--brand-fill");

  await page.getByRole("button", { name: "Reset brand" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset brand" }).click();
  await expect(page.getByText("Brand reset to the defaults.")).toBeVisible();
  await started(page);
  await page.getByRole("button", { name: "Restore" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore version" }).click();
  await expect(page.getByText("Version restored.")).toBeVisible();
  await expect(page.getByLabel("Company name")).toHaveValue("Harbor & Sons");
});

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="#b45309"/><script>document.title = "run"</script></svg>`;

test("an SVG is turned into PNG before it leaves the browser, and what was typed meanwhile stays", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  test.slow();
  await signUp();
  await page.goto("/white-label");
  await started(page);
  await page.getByLabel("Company name").fill("Harbor & Sons");
  await page
    .getByLabel("Upload logo", { exact: true })
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(drawing) });
  const logo = page.locator('input[type="hidden"][name="logo_url"]');
  await expect(logo).toHaveValue(/^\/brand-images\/[\w-]{22}\.png$/);
  await expect(page.getByLabel("Company name")).toHaveValue("Harbor & Sons");
  const image = preview(page, /Sign-in/)
    .locator("img")
    .first();
  await expect(image).toHaveAttribute("src", (await logo.inputValue()) || "none");
  // The preview may still be loading the image.
  await expect(image).toHaveJSProperty("naturalWidth", 1024);
  await expect(image).toHaveJSProperty("naturalHeight", 512);

  // A refused file says what to do, and the image that stands in the form stays.
  await page
    .getByLabel("Upload logo", { exact: true })
    .setInputFiles({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<!doctype html>") });
  await expect(page.getByText("Use a PNG, JPEG, WebP or ICO image.")).toBeVisible();
  // The browser reports the refusal that this step asks for.
  complaints.splice(0);
  await expect(logo).toHaveValue(/png$/);
  await accessible();

  // Each answer to an upload is taken once: a good one ends the error, and removing lasts, also beside a refused save.
  const upload = () =>
    page
      .getByLabel("Upload logo", { exact: true })
      .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(drawing) });
  await upload();
  await expect(page.getByText("Use a PNG, JPEG, WebP or ICO image.")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove logo" }).click();
  await expect(logo).toHaveValue("");
  await page.getByLabel("Support email").fill("not an email");
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  complaints.splice(0);
  await page.getByLabel("Support email").fill("");
  await expect(logo).toHaveValue("");
  await upload();
  await expect(logo).toHaveValue(/png$/);

  // Removing the image cancels an upload under way: a late answer would bring the image back.
  const uploads = "**/white-label/images*";
  const removed = Promise.withResolvers<void>();
  await page.route(uploads, async (route) => {
    await removed.promise;
    await route.continue();
  });
  const isUpload = (request: Request) => /\/white-label\/images/.test(request.url());
  const sent = page.waitForRequest(isUpload);
  const end = Promise.race([
    page.waitForEvent("requestfailed", isUpload).then(() => "cancelled"),
    page.waitForEvent("requestfinished", isUpload).then(() => "answered"),
  ]);
  await upload();
  await sent;
  await page.getByRole("button", { name: "Remove logo" }).click();
  removed.resolve();
  expect(await end).toBe("cancelled");
  await expect(logo).toHaveValue("");
  await page.unroute(uploads);
  await upload();
  await expect(logo).toHaveValue(/png$/);

  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Brand saved.")).toBeVisible();
  await started(page);
  await expect(
    page.getByRole("navigation", { name: "Main", exact: true }).locator("img").first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Remove logo" }).click();
  await expect(logo).toHaveValue("");
  expect(await page.title()).not.toBe("run");
});

test("an error beside a field keeps what was typed", async ({ page, signUp, complaints }) => {
  await signUp();
  await page.goto("/white-label");
  await started(page);
  await page.getByLabel("X", { exact: true }).fill("https://evil.test/harbor");
  await page.getByLabel("Company name").fill("Harbor");
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Use your page's X address, like https://x.com/yourname")).toBeVisible();
  await expect(page.getByLabel("Company name")).toHaveValue("Harbor");
  complaints.splice(0);
});

test("a screen of a guard keeps the brand once the browser has taken it over", async ({
  page,
  signUp,
  complaints,
}) => {
  await signUp();
  await page.goto("/white-label");
  await started(page);
  await page.getByLabel("Company name").fill("Harbor & Sons");
  await page.getByRole("textbox", { name: "Primary color", exact: true }).fill("#b45309");
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Brand saved.")).toBeVisible();
  await page.goto("/organizations");
  await started(page);
  // The organization is deleted under the open page: the guard answers 410 before any loader.
  await page.goto("/settings");
  await started(page);
  await page.getByLabel(/^Type “/).fill(await organizationName(page));
  await page.getByRole("button", { name: "Delete organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("deleted");
  await page.reload();
  await started(page);
  await expect(page).toHaveTitle(/Harbor & Sons/);
  const fill = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--brand-fill"));
  expect(await fill()).toMatch(/hsl\((?:25|26)/);
  expect(await page.locator('link[rel="icon"]').getAttribute("href")).toMatch(/^data:/);
  complaints.splice(0);
});

const organizationName = (page: Page) => page.getByLabel("Name", { exact: true }).inputValue();

test("a tenant's sign-in page leaves nothing of the platform in a browser: title, requests, cookies, storage", async ({
  page,
  baseURL,
}) => {
  const tenant = `http://voice.brightsmile.test:${new URL(baseURL ?? "").port}`;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${tenant}/auth`);
  await started(page);
  await expect(page).toHaveTitle(/ · Brightsmile Dental$/);
  const held = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.documentElement.outerHTML,
    ]),
  );
  const cookies = JSON.stringify(await page.context().cookies());
  for (const text of [held, cookies, ...asked]) expect(text).not.toMatch(/switchboard|ai voice agents/i);
  const hosts = new Set(asked.map((address) => URL.parse(address)?.host || "data"));
  expect([...hosts].filter((host) => host !== "data")).toEqual([new URL(tenant).host]);
});

const hostile = {
  "Company name": 'Evil</style><script>alert("name")</script>',
  Headline: '"><img src=x onerror=alert("headline")>',
  Subheadline: "};body{display:none}a{background:url(javascript:alert(1))}",
  "Sign-in headline": "<svg onload=alert(2)>",
  "Sign-in description": "{{constructor.constructor('alert(3)')()}}",
  "Footer text": "--><iframe srcdoc='<script>alert(4)</script>'></iframe>",
  Copyright: "</script><script>alert(5)</script>",
  "Browser title": "</title><script>alert(6)</script>",
} as const;

/** Typed where only a color, a link or plain text can stand, and what is said at the field. */
const refused = [
  ["Primary color", "red;}body{display:none}", "Use a color like #2563eb"],
  ["X", "javascript:alert(7)", "Use your page's X address, like https://x.com/yourname"],
  ["Copyright", "Harbor\u202egpj.exe", "Remove the invisible characters"],
] as const;

test("B46: what is typed into a brand to run or to restyle is refused, or stands as words: in the preview, on the tenant's sign-in page and in mail", async ({
  page,
  baseURL,
  signUp,
  complaints,
}) => {
  test.slow();
  const opened: string[] = [];
  page.context().on("dialog", async (dialog) => {
    opened.push(dialog.message());
    await dialog.dismiss();
  });
  // A policy's report leaves the browser later: the document hears of it at once, and the fixture reads the console.
  await page
    .context()
    .addInitScript(() =>
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      ),
    );
  await signUp();
  await page.goto("/white-label");
  await started(page);
  const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });
  for (const [label, text] of Object.entries(hostile)) await field(label).fill(text);
  for (const [label, text] of refused) await field(label).fill(text);
  const previewed = page.getByRole("complementary", { name: "Preview" });
  await expect(previewed).toContainText(hostile["Sign-in headline"]);
  for (const shown of ["Email", "Dashboard"]) {
    await previewed.getByText(shown, { exact: true }).first().click();
    await expect(previewed).toContainText(hostile["Company name"]);
  }
  await expect(previewed).toBeVisible();
  expect(complaints).toEqual([]);

  await page.getByRole("button", { name: "Save brand" }).click();
  for (const [, , words] of refused) await expect(page.getByText(words)).toBeVisible();
  // The browser reports the refusal that this step asks for.
  complaints.splice(0);
  await field("Primary color").fill("#b45309");
  await field("X").fill("");
  await field("Copyright").fill(hostile.Copyright);
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Brand saved.")).toBeVisible();
  await started(page);
  await expect(page).toHaveTitle(`White label · ${hostile["Browser title"]}`);

  const email = `invited.${Date.now()}@newcomer.test`;
  await invite(page, email);
  await page.goto(`/sandbox/inbox?to=${encodeURIComponent(email)}`);
  await expect(page.frameLocator("iframe").first().locator("body")).toContainText(hostile["Company name"]);

  const host = `evil.${Date.now()}.test`;
  await goLive(page, host);
  await page.goto(`http://${host}:${new URL(baseURL ?? "").port}/auth`);
  await started(page);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  for (const label of ["Sign-in headline", "Sign-in description", "Footer text", "Copyright"] as const)
    await expect(page.locator("body")).toContainText(hostile[label]);
  expect(await page.title()).toContain(hostile["Browser title"]);
  const fill = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--brand-fill"),
  );
  expect(fill).toMatch(/hsl\((?:25|26)/);
  expect(opened).toEqual([]);
});

test("who signs in on the main host sees their organization's brand at once, as after a reload", async ({
  page,
  demo,
}) => {
  const owner = demo.organizations
    .find(({ name }) => name === "Brightsmile Dental")
    ?.members.find(({ role }) => role === "owner");
  const worn = async () => ({
    title: await page.title(),
    icon: await page.locator("link[rel=icon]").getAttribute("href"),
    style: await page.locator("head style[nonce]").first().textContent(),
  });
  await page.goto("/auth");
  await started(page);
  const platform = await worn();
  await page.getByLabel("Email", { exact: true }).fill(owner?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(owner?.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // The address changes before the page does.
  await expect(page).toHaveTitle("Dashboard · Brightsmile Dental");
  const first = await worn();
  expect(first.style).not.toBe(platform.style);
  await page.reload();
  await started(page);
  expect(await worn()).toEqual(first);
});
