/** Integrations in a browser: an app is connected at its own page, told what to post, tested and disconnected; with and without scripts. */
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

test("Slack is connected, given a channel, tested and disconnected", async ({ page, signUp, accessible }) => {
  test.slow();
  await signUp();
  await page.goto("/integrations");
  await accessible();
  await page.getByRole("link", { name: "Slack" }).click();
  await expect(page.getByRole("heading", { name: "Connect Slack", level: 2 })).toBeVisible();
  await accessible();
  await page.getByRole("button", { name: "Connect Slack" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText("Connected.", { exact: true })).toBeVisible();
  await accessible();
  await page.getByLabel("Channel").selectOption({ label: "#front-desk" });
  await page.getByLabel("A call ended").check();
  await page.getByRole("button", { name: "Save" }).click();
  // A reader who has scrolled away gets the words as a toast, too.
  const said = page.getByRole("main").getByRole("status");
  await expect(said.filter({ hasText: /^Saved\.$/ })).toBeVisible();
  await expect(page.getByText("#front-desk")).toBeVisible();
  await expect(page.getByLabel("A call ended")).toBeChecked();
  await page.getByRole("button", { name: "Test now" }).click();
  await expect(said.filter({ hasText: "The connection works." })).toBeVisible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(
    said.filter({ hasText: "Disconnected. The provider was told to forget our access." }),
  ).toBeVisible();
});

test("the setup guide shows what is done and what to copy", async ({ page, signUp, accessible }) => {
  await signUp();
  await page.goto("/integrations/setup-guide");
  await expect(page.getByRole("heading", { name: "Zapier, Make and n8n" })).toBeVisible();
  await accessible();
  expect(await faultsAtEveryWidth(page)).toEqual([]);
  await expect(page.getByRole("button", { name: "Copy webhook-signature" })).toBeVisible();
});
