/** An agent's analytics in a browser, on a phone and a laptop: each figure leads to its calls, and back. */
import { expect, started, test } from "./visitor.ts";
import { faultsAtEveryWidth } from "./widths.ts";

for (const width of [1280, 390])
  test(`at ${width} px the analytics of a busy agent are whole, and lead to the calls behind them`, async ({
    page,
    demo,
    call,
    signIn,
    accessible,
  }) => {
    test.slow();
    const number = demo.organizations[0]?.numbers[0] ?? "";
    for (let times = 0; times < 2; times++)
      await call(
        number,
        [{ say: "Where can I park?" }, { hang_up: true }],
        `+1646555${3000 + width + times}`,
      );
    await page.setViewportSize({ width, height: 900 });
    await signIn();
    await page.goto("/agents");
    await page
      .getByRole("main")
      .getByRole("link", { name: /Booking desk/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Analytics", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Analytics", level: 1 })).toBeVisible();
    await started(page);
    const figures = page.getByRole("region", { name: "Figures" });
    await expect(figures).toContainText(/Calls\d+\d+% answered/);
    await expect(page.getByRole("link", { name: "30 days" })).toHaveAttribute("aria-current", "true");
    const outcomes = page.getByRole("list", { name: "Outcomes" });
    await expect(outcomes.getByRole("listitem").first()).toBeVisible();
    await accessible();
    expect(await faultsAtEveryWidth(page)).toEqual([]);
    await page.setViewportSize({ width, height: 900 });

    await page.getByRole("link", { name: "7 days" }).click();
    await expect(page).toHaveURL(/\/analytics\?range=7$/);
    await expect(page.getByText("the last 7 days")).toBeVisible();
    const booked = outcomes.getByRole("listitem").filter({ hasText: "Booked" });
    await booked.getByRole("link").click();
    await expect(page).toHaveURL(/\/call-history\?agent=[0-9a-f-]{36}&range=7&outcome=booked$/);
    await expect(page.getByText(/\d+\+? matching calls?\.$/)).toBeVisible();
    await page.goBack();
    await page.getByRole("list", { name: "The agent's last words" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/&last=[0-9a-f-]{36}$/);
    await expect(page.getByText(/\d+\+? matching calls?\.$/)).toBeVisible();
    await accessible();
    expect(await faultsAtEveryWidth(page)).toEqual([]);
  });

test("an agent without calls says what will be here", async ({ page, signUp, accessible }) => {
  await signUp();
  await page.goto("/agents/new");
  await page.getByRole("button", { name: "Use Receptionist" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await page.getByRole("link", { name: "Analytics", exact: true }).click();
  await expect(page.getByText("No calls in these days")).toBeVisible();
  await accessible();
  await page.getByRole("link", { name: "Call this agent" }).click();
  await expect(page).toHaveURL(/\/call$/);
});
