/** Calls while they go on: seen beginning, read along, gone at their end; and what is said when they cannot be seen. */
import { expect, type Page, started, test } from "./visitor.ts";
import { faultsOf } from "./widths.ts";

// One after the other: they count the calls of one organization.
test.describe.configure({ mode: "default" });

const paused = "Live updates are paused; refreshing every few seconds";

/** Calls a number on the sandbox's phone, from a number of one's own. */
async function ring(phone: Page, to: string, from: string) {
  await phone.goto(`/sandbox/phone?to=${encodeURIComponent(to)}`);
  await phone.getByLabel("Calling from").fill(from);
  await phone.getByRole("button", { name: "Call", exact: true }).click();
  await expect(phone.getByRole("log")).toContainText("Thanks for calling");
}

test("a call stands on the dashboard while it goes on, can be read along, and is in the history after", async ({
  page,
  context,
  signIn,
  demo,
}) => {
  await signIn();
  const live = page
    .getByRole("list", { name: "Live now" })
    .getByRole("listitem")
    .filter({ hasText: "555 7301" });
  await expect(live).toHaveCount(0);

  const phone = await context.newPage();
  await ring(phone, demo.organizations[0]?.numbers[0] ?? "", "+16465557301");
  await expect(live).toContainText("Booking desk");
  await expect(live).toContainText("Thanks for calling Brightsmile Dental");

  await phone.getByLabel("Say something").fill("Where can I park?");
  await phone.getByLabel("Say something").press("Enter");
  // The end of the answer: the card has room for a line.
  await expect(live).toContainText("validate the first hour");
  await expect(live).toContainText(/Last answer after (?:< )?\d+\.\d s/);

  await live.getByRole("link", { name: /^Follow the call/ }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("Where can I park?");
  await phone.getByLabel("Say something").fill("Do you take Aetna?");
  await phone.getByLabel("Say something").press("Enter");
  await expect(main).toContainText("Do you take Aetna?");
  await expect(main).toContainText("We take most plans");
  await expect(main.getByText(/answered in (?:< )?\d+\.\d s/)).toHaveCount(2);

  await page.goBack();
  await expect(live).toBeVisible();
  await phone.getByRole("button", { name: "Hang up" }).click();
  await expect(phone.getByRole("log")).toContainText("You hung up");
  await expect(live).toHaveCount(0);

  await page
    .getByRole("navigation", { name: "Main", exact: true })
    .getByRole("link", { name: /^Calls/ })
    .click();
  await page
    .getByRole("table")
    .getByRole("link", { name: /555.7301/ })
    .click();
  await expect(main).toContainText("Do you take Aetna?");
  await expect(main.getByText("Live", { exact: true })).toHaveCount(0);
});

/** Records what moves on a page by itself, rows of lists excepted. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        const sources: unknown = Reflect.get(shift, "sources");
        for (const source of Array.isArray(sources) ? sources : []) {
          const node: unknown = Reflect.get(source, "node");
          if (!(node instanceof Element) || node.closest("tr, li")) continue;
          const { dataset } = document.documentElement;
          dataset.moved = `${dataset.moved ?? ""}\n${node.outerHTML.slice(0, 120)}`;
        }
      }
    }).observe({ type: "layout-shift" });
  });
const movedOn = (page: Page) => page.evaluate(() => document.documentElement.dataset.moved ?? "");

for (const [path, below] of [
  ["/dashboard", "Latest calls"],
  ["/call-history", "Calls"],
] as const)
  test(`five calls come to ${path} and nothing moves; four are shown, with who spoke`, async ({
    page,
    context,
    signIn,
    demo,
    accessible,
  }) => {
    test.slow();
    await watchShifts(page);
    await signIn();
    await page.goto(path);
    await started(page);
    const live = page.getByRole("region", { name: "Live now" });
    const place = async () => (await page.getByRole("region", { name: below, exact: true }).boundingBox())?.y;
    const before = await place();
    const movedBefore = await movedOn(page);

    const number = demo.organizations[0]?.numbers[0] ?? "";
    const phones = await Promise.all(
      ["1", "2", "3", "4", "5"].map(async (end) => {
        const phone = await context.newPage();
        await ring(phone, number, `+16465557${path.length % 10}${end}0`);
        return phone;
      }),
    );
    await expect(live).toContainText(/[5-9] calls/);
    await expect(live.getByRole("link", { name: /^Follow the call with/ })).toHaveCount(4);
    await expect(live.getByText(/^\+ \d more$/).filter({ visible: true })).toHaveCount(1);
    await expect(live).toContainText(/Booking desk: “.+”/);
    await live
      .getByRole("button", { name: /^\+ \d more$/ })
      .filter({ visible: true })
      .click();
    const all = page.getByRole("list", { name: "All running calls" });
    await expect(all.getByRole("link").nth(4)).toBeVisible();
    await expect(all).toContainText(/Booking desk: “.+”/);
    await accessible();
    await page.keyboard.press("Escape");
    await expect(all).toBeHidden();
    expect(await place()).toBe(before);
    expect(await movedOn(page)).toBe(movedBefore);
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsOf(page)).toEqual([]);
    }
    await accessible();
    for (const phone of phones) await phone.close();
    await expect(live).toContainText("No calls right now.", { timeout: 60_000 });
    expect(await place()).toBe(before);
  });

test("a call that ends comes into an open list, once, and where its filters let it; the page is not read again", async ({
  page,
  context,
  signIn,
  demo,
}) => {
  await signIn();
  const [number = ""] = demo.organizations[0]?.numbers ?? [];
  const other = await context.newPage();
  await other.goto("/call-history?direction=outbound");
  await page.goto("/call-history");
  for (const one of [page, other]) await started(one);
  const read: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) read.push(new URL(request.url()).pathname);
  });
  const told = other.waitForResponse((response) => response.url().includes("/call-history/new.data"));
  const phone = await context.newPage();
  await ring(phone, number, "+16465557391");
  await phone.getByRole("button", { name: "Hang up" }).click();
  const mine = page.getByRole("table").getByRole("link", { name: /555.7391/ });
  await expect(mine).toHaveCount(1);
  expect((await told).ok()).toBe(true);
  await expect(other.getByRole("table").getByRole("link", { name: /555.7391/ })).toHaveCount(0);
  expect(read).toContain("/call-history/new.data");
  expect(read).not.toContain("/call-history.data");
  await page.reload();
  await expect(mine).toHaveCount(1);
});

test("a newcomer's first call is read along on the dashboard that led to it", async ({
  page,
  context,
  signUp,
  accessible,
}) => {
  await signUp();
  await page.goto("/agents");
  await page.getByRole("button", { name: "Use Appointment booking" }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}/);
  await page.goto("/numbers/search?area_code=503");
  await page
    .getByRole("button", { name: /^Get \+/ })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Get this number" }).click();
  await page.waitForURL(/\/numbers(?:\?|$)/);
  await page.goto("/dashboard");
  const steps = page.getByRole("region", { name: "Get your phone answered" });
  const [number = ""] = /\+1 503 555 \d{4}/.exec(await steps.innerText()) ?? [];
  const live = page.getByRole("region", { name: "Live now" });
  await expect(live).toContainText("No calls right now.");
  await accessible();

  const phone = await context.newPage();
  await phone.goto(`/sandbox/phone?to=${encodeURIComponent(number.replaceAll(" ", ""))}`);
  await phone.getByLabel("Calling from").fill("+1 646 555 7305");
  await phone.getByRole("button", { name: "Call", exact: true }).click();
  const row = live.getByRole("listitem").filter({ hasText: "+1 646 555 7305" });
  await expect(row).toContainText("Thanks for calling");
  await expect(steps).toBeVisible();
  await expect(row.getByRole("link", { name: /^Follow the call/ })).toBeVisible();
  await phone.getByRole("button", { name: "Hang up" }).click();
  await expect(page.getByRole("table", { name: "Latest calls" })).toContainText("+1 646 555 7305");
  await expect(steps).toHaveCount(0);
});

test("without its live line the page says so, asks by itself, and is live again when the line is back", async ({
  page,
  signIn,
}) => {
  let isRefused = true;
  let tries = 0;
  await page.routeWebSocket(/\/live\?/, (line) => {
    tries++;
    if (isRefused) line.close();
    else line.connectToServer();
  });
  await signIn();
  await page.clock.install();
  await page.goto("about:blank");
  const before = tries;
  await page.goto("/dashboard");
  const notice = page.getByRole("main").getByText(paused);
  // Only a page that has come to life asks for its line; from then on it counts the seconds without one.
  await expect.poll(() => tries).toBeGreaterThan(before);
  await page.clock.fastForward(11_000);
  await expect(notice).toBeVisible();
  for (const _ of ["once", "and again"]) {
    const refreshed = page.waitForResponse("**/dashboard.data*");
    await page.clock.fastForward(5_000);
    expect((await refreshed).ok()).toBe(true);
  }
  isRefused = false;
  await expect(async () => {
    // A try that was refused a moment ago is made again in fifteen seconds at most.
    await page.clock.fastForward(15_000);
    await expect(notice).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
});
