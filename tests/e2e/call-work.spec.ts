/** What members do with calls, on a desk and on a phone: notes, tags, a shared link, views, columns, several calls, an export. */
import { expect, started, test } from "./visitor.ts";

for (const width of [1280, 390]) {
  test(`a call is noted, tagged and shared at ${width} px`, async ({ page, browser, signIn, accessible }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn();
    await page.goto("/call-history?outcome=booked");
    await page.getByRole("table").locator("tbody a").first().click();
    await page.waitForURL(/\/call-history\/[0-9a-f-]{36}/);
    await started(page);
    const note = `Wants a quiet room, ${width}.`;
    await page.getByLabel("New note").fill(note);
    await page.getByRole("button", { name: "Add note" }).click();
    const notes = page.getByRole("list", { name: "Notes on this call" });
    await expect(notes).toContainText(note);
    await expect(page.getByLabel("New note")).toHaveValue("");
    await notes.getByText("Edit note").last().click();
    await notes.getByLabel("Note", { exact: true }).last().fill(`${note} Twice.`);
    await notes.getByRole("button", { name: "Save note" }).last().click();
    await expect(notes).toContainText(`${note} Twice.`);

    const tag = `room ${width}`;
    await page.getByLabel("Tag", { exact: true }).fill(tag);
    await page.getByRole("button", { name: "Add tag" }).click();
    await expect(page.getByRole("list", { name: "Tags of this call" })).toContainText(tag);
    await page.getByRole("button", { name: /^Show \d+ events?$/ }).click();
    await expect(page.getByRole("list", { name: "Raw events" })).toContainText('"type":"agent"');
    await accessible();

    await page.getByRole("link", { name: "Share" }).click();
    await expect(page.getByRole("heading", { name: "Share this call" })).toBeVisible();
    await page.getByLabel("Expires after").selectOption("1 day");
    await page.getByRole("button", { name: "Create link" }).click();
    const address = page.getByLabel("Link", { exact: true });
    await expect(address).toHaveValue(/\/shared\/[0-9a-f]{64}$/);
    await accessible();
    const link = new URL(await address.inputValue());
    // Someone without a session, on the same host as this browser.
    const stranger = await browser.newContext({ viewport: { width, height: 900 } });
    const shared = await stranger.newPage();
    await shared.goto(new URL(link.pathname, page.url()).href);
    await expect(shared.getByRole("heading", { level: 1, name: /^Call with/ })).toBeVisible();
    await expect(shared.getByRole("heading", { name: "Transcript" })).toBeVisible();
    expect(await shared.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page
      .getByRole("button", { name: /^Revoke the link/ })
      .first()
      .click();
    await expect(page.getByText("The link was revoked.")).toBeVisible();
    expect((await shared.reload())?.status()).toBe(404);
    await stranger.close();

    await page.goto(`/call-history?${new URLSearchParams({ tag })}`);
    await expect(page.getByRole("table")).toContainText(tag);
  });

  test(`the list keeps a view and columns, and acts on several calls at ${width} px`, async ({
    page,
    signIn,
    accessible,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn();
    await page.goto("/call-history?outcome=booked&length=medium");
    await started(page);
    await page.getByText("Views and columns").click();
    const name = `Booked ${width}`;
    await page.getByLabel("Save this list as a view").fill(name);
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByText("View saved.")).toBeVisible();
    await accessible();
    await page.goto("/call-history");
    await page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name }).click();
    await expect(page).toHaveURL(/\?outcome=booked&length=medium$/);

    await page.goto("/call-history?select=on");
    await started(page);
    await accessible();
    await page
      .getByRole("checkbox", { name: /^Select the call with/ })
      .first()
      .check();
    await page.getByLabel("Tag for the selected calls").fill(`bulk ${width}`);
    await page.getByRole("button", { name: "Tag selected" }).click();
    await expect(page.getByText("1 call tagged.")).toBeVisible();
    await expect(page.getByRole("table")).toContainText(`bulk ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await page.getByRole("link", { name: "Export", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Export calls" })).toBeVisible();
    await accessible();
  });
}
