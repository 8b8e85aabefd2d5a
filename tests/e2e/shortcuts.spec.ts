/** What the keyboard does everywhere: the actions of the command menu, the way through lists, and the sheet of shortcuts. */
import { expect, type Page, started, test } from "./visitor.ts";

const menu = (page: Page) => page.getByRole("dialog", { name: "Search or jump to…" });
const field = (page: Page) => page.getByRole("combobox", { name: "Search or jump to…" });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

test("the command menu shows its groups, and whole lines only", async ({ page, signIn, accessible }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn();
  await page.keyboard.press("Control+k");
  for (const name of ["Pages", "Actions", "Account"])
    await expect(menu(page).getByRole("group", { name })).toBeAttached();
  await accessible();
  const cut = () =>
    menu(page)
      .getByRole("listbox")
      .evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        const isCut = (row: Element) => {
          const box = row.getBoundingClientRect();
          return (
            box.top < bottom - 1 && box.bottom > top + 1 && (box.top < top - 1 || box.bottom > bottom + 1)
          );
        };
        return [...list.querySelectorAll("[role=option]")].filter(isCut).map((row) => row.textContent);
      });
  expect(await cut()).toEqual([]);
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { selected: true })).toBeInViewport({ ratio: 1 });
    expect(await cut()).toEqual([]);
  }
});

test("the command menu changes the theme and signs out", async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn();
  await page.keyboard.press("Control+k");
  await field(page).fill("theme");
  await expect(page.getByRole("option")).toHaveText(["Use dark theme"]);
  await page.keyboard.press("Enter");
  await expect(menu(page)).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await field(page).fill("theme");
  await page.getByRole("option", { name: "Use light theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.keyboard.press("Control+k");
  await field(page).fill("sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/auth$/);
});

test("J, K and the arrows walk a list, and Enter opens the row", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/agents");
  await started(page);
  const rows = page.getByRole("table", { name: "Agents" }).getByRole("link");
  await page.keyboard.press("ArrowDown");
  await expect(rows.first()).not.toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("k");
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/agents\/[0-9a-f-]{36}$/);
});

test("a question mark shows the shortcuts, but not while one types, and they can be turned off", async ({
  page,
  signIn,
  accessible,
}) => {
  await signIn();
  await page.goto("/call-history");
  await started(page);
  const search = page.getByRole("main").getByRole("searchbox", { name: "Search" });
  await search.focus();
  await page.keyboard.type("j?");
  await expect(search).toHaveValue("j?");
  await expect(sheet(page)).toHaveCount(0);
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await expect(sheet(page)).toContainText("Next row in a list");
  await expect(sheet(page)).toContainText("Ctrl K");
  await accessible();
  await sheet(page).getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toHaveCount(0);
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await expect(sheet(page)).toHaveCount(0);
  await field(page).fill("shortcuts");
  await page.keyboard.press("Enter");
  await expect(sheet(page).getByRole("checkbox", { name: "Single-key shortcuts" })).not.toBeChecked();
});

test("an unknown address keeps the navigation and its search", async ({
  page,
  signIn,
  accessible,
  complaints,
}) => {
  await signIn();
  await page.goto("/agents/one/two");
  await started(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page doesn't exist");
  await accessible();
  await page.getByRole("button", { name: "Search or jump to…" }).click();
  await field(page).fill("agents");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  expect(complaints.splice(0).filter((line) => !/status of 404/.test(line))).toEqual([]);
});
