/** The bookings by keyboard alone, on a desk and on a phone: booked, moved, noted, canceled, restored, and the calendar address. */
import type { Page } from "playwright/test";
import { expect, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

/** Moves with the tab key until something has the focus, as a person without a mouse does. */
async function tabTo(page: Page, role: "link" | "button" | "textbox" | "spinbutton", name: RegExp | string) {
  const wanted = page
    .getByRole("main")
    .getByRole(role, { name, exact: typeof name === "string" })
    .first();
  await expect(wanted).toBeVisible();
  for (let step = 0; step < 150; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key never reaches ${name}`);
}

const press = async (page: Page, role: "link" | "button", name: RegExp | string) => {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
};

for (const width of [1280, 390])
  test(`at ${width} px, bookings are made and changed by keyboard alone`, async ({
    page,
    signUp,
    accessible,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await signUp();
    await page.goto("/bookings");
    await expect(page.getByText("No appointments here")).toBeVisible();
    await accessible();

    await press(page, "link", "Book by hand");
    await expect(page.getByRole("heading", { name: "Book by hand", level: 1 })).toBeVisible();
    // A day that is over is never free: the first of the coming year's second month is not.
    const date = `${new Date().getUTCFullYear() + 1}-02-03`;
    await page.goto(`/bookings/new?date=${date}`);
    await accessible();
    await tabTo(page, "textbox", "What for");
    await page.keyboard.type("Fitting");
    await tabTo(page, "spinbutton", "Minutes");
    await page.keyboard.type("45");
    await page.getByLabel("Time", { exact: true }).fill("10:15");
    await tabTo(page, "textbox", "Name");
    await page.keyboard.type("Ida Lovell");
    await press(page, "button", "Book appointment");
    await page.waitForURL(/\/bookings\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { name: "Ida Lovell", level: 1 })).toBeVisible();
    await expect(page.getByText(/10:15 to 11:00 am/).first()).toBeVisible();
    await accessible();
    expect(await faultsAtEveryWidth(page)).toEqual([]);
    await page.setViewportSize({ width, height: 844 });

    await page.getByLabel("Time", { exact: true }).fill("14:30");
    await press(page, "button", "Move appointment");
    await expect(page.getByRole("status").filter({ hasText: "Moved." })).toBeVisible();
    await expect(page.getByText(/2:30 to 3:15 pm/).first()).toBeVisible();

    await tabTo(page, "textbox", "Note");
    await page.keyboard.type("Brings the blue one");
    await press(page, "button", "Save note");
    await expect(page.getByText("Note saved.")).toBeVisible();

    await press(page, "button", "Cancel appointment");
    const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel appointment" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Canceled. The time is free again.")).toBeVisible();
    await press(page, "button", "Restore appointment");
    await expect(page.getByText("The appointment stands again.")).toBeVisible();

    for (const view of ["day", "week", "list"]) {
      await page.goto(`/bookings?view=${view}&date=${date}`);
      await expect(page.getByRole("main").getByRole("link", { name: /Ida Lovell/ })).toBeVisible();
      await accessible();
    }
    await press(page, "link", "Next 30 days");
    await expect(page.getByText("No appointments here")).toBeVisible();
    await press(page, "link", "Previous 30 days");
    await press(page, "link", /Ida Lovell/);
    await page.waitForURL(/\/bookings\/[0-9a-f-]{36}$/);

    await page.goto("/bookings");
    await press(page, "button", "Create address");
    const address = page.getByRole("textbox", { name: "Address" });
    await expect(address).toHaveValue(/\/calendar\/[0-9a-f]{64}\.ics$/);
    await accessible();
    await press(page, "button", "Remove address");
    await expect(page.getByText("The address was removed.")).toBeVisible();
    await expect(address).toHaveCount(0);
  });
