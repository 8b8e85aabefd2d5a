/** Changes that are shown before they are answered: at once when it goes well, undone with a message when it does not. */
import { expect, type Page, started, test } from "./visitor.ts";

const messages = (page: Page) => page.getByRole("main").locator("#messages");
const notice = (page: Page, words: string) =>
  page.getByRole("main").getByRole("alert").filter({ hasText: words });

const forgive = (complaints: string[]) =>
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/Failed to (?:load|fetch)/.test(line)),
  );

test("a message is shown as done before the answer comes; a refusal and a lost answer bring it back and say so", async ({
  page,
  signIn,
  accessible,
  complaints,
}) => {
  await signIn();
  await page.goto("/dashboard?messages=all");
  await started(page);
  const buttons = messages(page).getByRole("button", { name: /^Done: / });
  const before = await buttons.count();
  expect(before).toBeGreaterThan(1);
  const name = (await buttons.first().getAttribute("aria-label")) ?? "";
  const button = messages(page).getByRole("button", { name, exact: true });

  for (const [how, words] of [
    ["refused", "Your change wasn't saved and has been undone. This message doesn't exist."],
    ["lost", "The connection was lost, so we don't know whether it was saved."],
  ] as const)
    await test.step(`the change is ${how}`, async () => {
      let answer = () => {};
      const held = new Promise<void>((release) => {
        answer = release;
      });
      await page.route("**/dashboard.data*", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await held;
        if (how === "lost") return route.abort("connectionreset");
        // The server's own refusal: of a message that there isn't.
        const unknown = (route.request().postData() ?? "").replace(
          /(?<=message=)[0-9a-f-]{36}/,
          crypto.randomUUID(),
        );
        return route.continue({ postData: unknown });
      });
      await button.first().press("Enter");
      await expect(messages(page).getByRole("status")).toHaveText("Marked as done.");
      await expect(buttons).toHaveCount(before - 1);
      answer();
      await expect(notice(page, words)).toBeVisible();
      await expect(buttons).toHaveCount(before);
      await expect(messages(page).getByRole("status")).toHaveCount(0);
      await expect(button.first()).toBeFocused();
      await accessible();
      await page.unroute("**/dashboard.data*");
    });

  await test.step("the change is saved", async () => {
    await button.first().press("Enter");
    await expect(messages(page).getByRole("button", { name: "Undo and reopen" })).toBeVisible();
    await expect(buttons).toHaveCount(before - 1);
    await messages(page).getByRole("button", { name: "Undo and reopen" }).click();
    await expect(buttons).toHaveCount(before);
  });
  forgive(complaints);
});
