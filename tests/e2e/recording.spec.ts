/** The recording of a call on its page: played in step with the transcript, by mouse and by keyboard. */
import { expect, type Page, started, test } from "./visitor.ts";

const sound = (page: Page) => page.locator("fieldset[aria-label=Player] audio");
const position = (page: Page) =>
  sound(page).evaluate((audio) => (audio instanceof HTMLAudioElement ? audio.currentTime : -1));
const speed = (page: Page) =>
  sound(page).evaluate((audio) => (audio instanceof HTMLAudioElement ? audio.playbackRate : -1));

test("a recorded call is played in step with its lines, by mouse and keyboard, also on a phone", async ({
  page,
  demo,
  call,
  signIn,
  accessible,
}) => {
  test.slow();
  const number = demo.organizations[0]?.numbers[0] ?? "";
  const from = "+16465559217";
  await call(
    number,
    [{ say: "Where can I park?" }, { say: "And what are your opening hours?" }, { say: "no thanks, bye" }],
    from,
  );
  await signIn();
  await page.goto("/call-history?q=16465559217");
  await page.getByRole("table").locator("tbody a").first().click();
  await page.waitForURL(/\/call-history\/[0-9a-f-]{36}/);
  const player = page.getByRole("group", { name: "Player" });
  // The recording is brought from the carrier after the call.
  await expect(async () => {
    await page.reload();
    await expect(player).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await started(page);
  await expect(page.getByText("This call may be recorded.").first()).toBeVisible();

  await player.getByRole("button", { name: "Play" }).click();
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => position(page)).toBeGreaterThan(0);
  await player.getByRole("button", { name: "Pause" }).click();
  await expect(player.getByRole("button", { name: "Play" })).toBeVisible();

  // A line is heard from its beginning, and is marked.
  const line = page.getByRole("listitem").filter({ hasText: "And what are your opening hours?" });
  await line.getByRole("button", { name: /^Play from/ }).click();
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(line).toHaveAttribute("aria-current", "true");
  await player.getByRole("button", { name: "Pause" }).click();
  const here = await position(page);
  expect(here).toBeGreaterThan(5);

  await player.getByLabel("Speed").selectOption({ label: "2×" });
  expect(await speed(page)).toBe(2);

  const slider = player.getByRole("slider", { name: "Position" });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => position(page)).toBeCloseTo(here - 5, 0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => position(page)).toBeCloseTo(here, 0);
  await page.keyboard.press("Home");
  await expect.poll(() => position(page)).toBe(0);
  await expect(line).not.toHaveAttribute("aria-current", "true");
  await page.keyboard.press("k");
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(() => position(page)).toBeGreaterThan(0);
  await page.keyboard.press("k");
  await expect(player.getByRole("button", { name: "Play" })).toBeVisible();
  await accessible();

  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await player.scrollIntoViewIfNeeded();
  const box = await player.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  await line.getByRole("button", { name: /^Play from/ }).click();
  await expect(line).toHaveAttribute("aria-current", "true");
  await accessible();
});
