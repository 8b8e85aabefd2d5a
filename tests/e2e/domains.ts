/** A custom domain in a browser, from adding it to the day it is live. */
import { expect, type Page, started } from "./visitor.ts";

/** Adds a domain to the visitor's organization, sets its records in the sandbox, and looks until it is live. */
export async function goLive(page: Page, host: string): Promise<void> {
  await page.goto("/custom-domain-guide");
  await started(page);
  await page.getByLabel("Domain", { exact: true }).fill(host);
  await page.getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByText("Waiting for records", { exact: true })).toBeVisible();
  await setRecords(page, host);
  await untilLive(page, host);
}

export async function setRecords(page: Page, host: string): Promise<void> {
  const sandbox = await page.context().newPage();
  await sandbox.goto("/sandbox/dns");
  await sandbox.getByRole("button", { name: `Set all records for ${host}` }).click();
  await expect(sandbox.getByRole("cell", { name: host, exact: true }).last()).toBeVisible();
  await sandbox.close();
}

/** Cloudflare takes two looks, and a person may look every ten seconds. */
export const untilLive = (page: Page, host: string): Promise<void> =>
  expect(async () => {
    await page.getByRole("button", { name: `Check now: ${host}` }).click();
    await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 90_000, intervals: [11_000] });
