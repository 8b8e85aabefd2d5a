/** A newcomer connects a domain of their own, sets its records in the sandbox, and sees it go live. */

import { setRecords, untilLive } from "./domains.ts";
import { expect, started, test } from "./visitor.ts";
import { faultsOf } from "./widths.ts";

test("a domain is added, its records are set, and it goes live; then it is removed", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  const host = `voice.${Date.now()}.test`;
  await signUp();
  test.slow();
  await page.goto("/custom-domain-guide");
  await started(page);
  await accessible();
  await page.getByLabel("Domain", { exact: true }).fill("localhost");
  await page.getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByText("can't be used on the internet")).toBeVisible();
  // The browser reports the refusal that this step asks for.
  complaints.splice(0);
  await page.getByLabel("Domain", { exact: true }).fill(host);
  await page.getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByText("Waiting for records", { exact: true })).toBeVisible();
  // The form is ready for another one, and the keyboard stays where it was.
  await expect(page.getByLabel("Domain", { exact: true })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Add domain" })).toBeFocused();
  await expect(page.getByRole("list", { name: `DNS records for ${host}` })).toContainText("_verify.voice");
  await accessible();
  for (const width of [320, 390, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await faultsOf(page), `${width}`).toEqual([]);
  }
  await page.getByRole("link", { name: "Namecheap" }).click();
  await expect(page.getByText("Open the Advanced DNS tab.")).toBeVisible();

  await setRecords(page, host);
  await untilLive(page, host);
  await expect(page.getByText("Main domain", { exact: true })).toBeVisible();
  await accessible();

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: `Remove ${host}` }).click();
  await expect(page.getByText("Domain removed.").first()).toBeVisible();
  await accessible();
});
