/** Accessibility of pages in use: menus and dialogs open, a call with the draft under way, settings with errors, in both themes. */
import { expect, type Page, started, test } from "./visitor.ts";

const themes = ["light", "dark"] as const;

type Accessible = (also: { landmarks: boolean }) => Promise<void>;

/** Reads the page as it stands by day and by night. */
async function inBothThemes(page: Page, accessible: Accessible): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await accessible({ landmarks: true });
  }
}

const frame = (page: Page) => page.getByRole("navigation", { name: "Main", exact: true });

test("open menus of the navigation stand in its landmark", async ({ page, signIn, accessible }) => {
  test.slow();
  await signIn();
  await page.goto("/agents");
  await started(page);
  for (const which of ["first", "last"] as const) {
    await frame(page).getByRole("button")[which]().click();
    await expect(frame(page).getByRole("menu")).toBeVisible();
    await inBothThemes(page, accessible);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
});

test("open dialogs are accessible: the command menu and the drawer", async ({ page, signIn, accessible }) => {
  test.slow();
  await signIn();
  await page.goto("/organizations");
  await started(page);
  await page.getByRole("button", { name: /Search or jump to…/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await inBothThemes(page, accessible);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Navigation" });
  await drawer.getByRole("button").last().click();
  await inBothThemes(page, accessible);
});

test("the draft's conversation is accessible with its lines, and scrolls by keyboard", async ({
  page,
  signUp,
  accessible,
}) => {
  test.slow();
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  await page.getByRole("button", { name: "Call the draft", exact: true }).click();
  const log = page.getByRole("log", { name: "Conversation with the draft" });
  const said = page.getByLabel("Say something");
  for (const words of [
    "Do you have parking?",
    "What do you charge?",
    "When are you open?",
    "Where are you?",
  ]) {
    const before = await log.getByText("Agent:").count();
    await said.fill(words);
    await said.press("Enter");
    await expect(log.getByText("Agent:").nth(before)).toBeAttached();
  }
  const scrolled = () => log.evaluate((box) => box.scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(0);
  await inBothThemes(page, accessible);
  await said.press("Shift+Tab");
  await expect(log).toBeFocused();
  await page.keyboard.press("Home");
  await expect.poll(scrolled).toBe(0);
});

test("settings with errors are accessible, and with the bar at every width nothing lies on a field", async ({
  page,
  signUp,
  accessible,
  complaints,
}) => {
  test.slow();
  await signUp();
  await page.goto("/settings");
  await started(page);
  await page.getByLabel("Website").fill("notaurl");
  await page.getByRole("group", { name: "Monday" }).getByRole("button", { name: "Open this day" }).click();
  await page.getByLabel("Monday from").fill("18:00");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("form", { name: "Unsaved changes" })).toContainText(
    "Nothing has been saved yet",
  );
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await inBothThemes(page, accessible);
  }
  expect(complaints.splice(0).filter((line) => !/status of 422/.test(line))).toEqual([]);
});

test("a switch that is off is no brighter than one that is on, by night", async ({ page, signUp }) => {
  await signUp();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto("/agents/new");
  await started(page);
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await started(page);
  await page.goto(`${new URL(page.url()).pathname}/widget`);
  await started(page);
  const one = page.getByLabel("Show the widget");
  /** The relative luminance of the switch's track, painted on a canvas. */
  const luminance = () =>
    one.evaluate((track) => {
      const brush = document.createElement("canvas").getContext("2d");
      if (!brush) throw new Error("no canvas");
      brush.fillStyle = getComputedStyle(track).backgroundColor;
      brush.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...brush.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
  await one.check();
  const on = await luminance();
  await one.uncheck();
  expect(await luminance()).toBeLessThan(on / 2);
});

test("a draft that is called on a slow machine, as soon as its page is there, answers", async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  await page.goto("/agents/new");
  await started(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.getByRole("button", { name: "Call the draft", exact: true }).click();
  await expect(page.getByLabel("Say something")).toBeVisible({ timeout: 30_000 });
});
