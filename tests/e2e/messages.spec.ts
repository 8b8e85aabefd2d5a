/** Text messages by keyboard, on a desk and on a phone: the agent answers, a member takes over, and a stop is kept. */
import { expect, type Page, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

let texter = 0;

for (const width of [1280, 390])
  test(`at ${width} px, a thread is read, taken over and answered by keyboard`, async ({
    page,
    goOn,
    demo,
    accessible,
  }, { workerIndex }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await goOn();
    const from = `+1914555${String(2000 + workerIndex * 50 + ++texter)}`;
    const phone = phoneOf(page, from, demo.organizations[0]?.numbers[0] ?? "");
    await phone.texts("What are your opening hours?");
    await page.goto("/messages");
    const thread = page.getByRole("link", { name: new RegExp(`914 555 ${from.slice(-4)}`) });
    await expect(thread).toBeVisible();
    await accessible();
    await thread.focus();
    await page.keyboard.press("Enter");
    // A demo that was just written has hundreds of events to hand over before.
    await expect(page.getByText("an AI assistant")).toBeVisible({ timeout: 120_000 });

    const write = page.getByLabel("Write a text");
    await write.focus();
    await page.keyboard.type("This is Theo. Shall I hold a place for you?");
    await page.getByRole("button", { name: "Send text" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("leaves this thread to your team")).toBeVisible();
    await expect(page.getByText("Delivered").last()).toBeVisible({ timeout: 30_000 });
    await expect(write).toHaveValue("");
    await expect.poll(() => phone.last(), { timeout: 60_000 }).toContain("This is Theo.");
    await accessible();
    expect(await faultsAtEveryWidth(page)).toEqual([]);

    await phone.texts("STOP");
    await expect(page.getByText("This person asked for no more texts.")).toBeVisible({ timeout: 30_000 });
    await expect(write).toBeHidden();
  });

/** The sandbox's phone of a person who texts the clinic. */
function phoneOf(page: Page, from: string, to: string) {
  return {
    async texts(text: string) {
      const answer = await page.request.post("/sandbox/phone/texts", { data: { from, to, text } });
      expect(answer.status(), await answer.text()).toBe(201);
    },
    async last(): Promise<string> {
      const query = new URLSearchParams({ our: to, other: from });
      return (await page.request.get(`/sandbox/phone/texts?${query}`)).text();
    },
  };
}
