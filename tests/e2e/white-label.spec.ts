/** The editor of a brand in a browser: the preview follows the typing, images are uploaded, and refusals keep the brand. */
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
  await page
    .getByRole("complementary", { name: "Preview" })
    .getByText("Dashboard", { exact: true })
    .first()
    .click();
  await expect(preview(page, /^Dashboard of Harbor & Sons, dark$/)).toBeVisible();

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
  expect(
    await image.evaluate((drawn: HTMLImageElement) => [drawn.naturalWidth, drawn.naturalHeight]),
  ).toEqual([1024, 512]);

  // A refused file says what to do, and the image that stands in the form stays.
  await page
    .getByLabel("Upload logo", { exact: true })
    .setInputFiles({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<!doctype html>") });
  await expect(page.getByText("Use a PNG, JPEG, WebP or ICO image.")).toBeVisible();
  // The browser reports the refusal that this step asks for.
  complaints.splice(0);
  await expect(logo).toHaveValue(/png$/);
  await accessible();

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
