/** When a tab looks at its plan again: every rule of docs/product.md, "Plan in the browser", on a clock of its own. */
import { expect, test } from "vitest";
import { defaultPlan, type ShownPlan } from "#app/billing/plan/default-plan.ts";
import { type Browser, SubscriptionWatch } from "#app/billing/plan/subscription-watch.ts";

const growth: ShownPlan = {
  subscribed: true,
  product_id: "plan_growth",
  tier: "growth",
  status: "active",
  subscription_end: "2026-12-27T00:00:00.000Z",
};

/** A browser whose time passes only when the test says so. */
class FakeBrowser implements Browser {
  at = 0;
  visible = true;
  address = "/dashboard";
  item: string | null = null;
  asked: number[] = [];
  #timers: { at: number; run: () => void }[] = [];
  answer: () => Promise<ShownPlan | null> = async () => growth;

  now = () => this.at;
  path = () => this.address;
  isVisible = () => this.visible;
  read = () => this.item;
  write = (text: string | null) => {
    this.item = text;
  };
  ask = () => {
    this.asked.push(this.at);
    return this.answer();
  };
  after = (ms: number, run: () => void) => {
    const timer = { at: this.at + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Lets time pass, timer by timer, and answers arrive. */
  async pass(ms: number): Promise<void> {
    const end = this.at + ms;
    for (;;) {
      await settled();
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.at = next.at;
      next.run();
    }
    this.at = end;
    await settled();
  }
}

/** Promises that are settled have been heard. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

function watching() {
  const browser = new FakeBrowser();
  const shown: { plan: ShownPlan; isKnown: boolean; at: number }[] = [];
  const watch = new SubscriptionWatch(browser, (plan, isKnown) =>
    shown.push({ plan, isKnown, at: browser.at }),
  );
  return { browser, watch, shown };
}

const minute = 60_000;

test("200 ms after signing in it asks, and shows the answer", async () => {
  const { browser, watch, shown } = watching();
  watch.signedIn("a");
  await browser.pass(199);
  expect(browser.asked).toEqual([]);
  await browser.pass(1);
  expect(browser.asked).toEqual([200]);
  expect(shown).toEqual([{ plan: growth, isKnown: true, at: 200 }]);
});

test("300 ms after a switch it asks for the other organization, whatever is cached", async () => {
  const { browser, watch } = watching();
  watch.signedIn("a");
  await browser.pass(500);
  watch.switched("b");
  await browser.pass(299);
  expect(browser.asked).toEqual([200]);
  await browser.pass(1);
  expect(browser.asked).toEqual([200, 800]);
});

test("an answer about the organization before a switch is dropped", async () => {
  const { browser, watch, shown } = watching();
  let late: (plan: ShownPlan) => void = () => undefined;
  browser.answer = () =>
    new Promise((resolve) => {
      late = resolve;
    });
  watch.signedIn("a");
  await browser.pass(200);
  browser.answer = async () => ({ ...growth, tier: "scale" });
  const first = late;
  watch.switched("b");
  await browser.pass(400);
  first(growth);
  await browser.pass(10_000);
  expect(shown.map(({ plan }) => plan.tier)).toEqual(["scale"]);
});

test("it asks when the tab becomes visible, once the cache of 60 s is over", async () => {
  const { browser, watch } = watching();
  watch.signedIn("a");
  await browser.pass(200);
  browser.visible = false;
  watch.visibilityChanged();
  await browser.pass(59_000);
  browser.visible = true;
  watch.visibilityChanged();
  await browser.pass(500);
  expect(browser.asked).toEqual([200]);
  browser.visible = false;
  watch.visibilityChanged();
  await browser.pass(1000);
  browser.visible = true;
  watch.visibilityChanged();
  await browser.pass(0);
  expect(browser.asked).toEqual([200, 60_700]);
});

test("every 5 minutes while the tab is visible, and never while it is hidden", async () => {
  const { browser, watch } = watching();
  watch.signedIn("a");
  await browser.pass(10 * minute);
  expect(browser.asked).toEqual([200, 5 * minute, 10 * minute]);
  browser.visible = false;
  watch.visibilityChanged();
  await browser.pass(60 * minute);
  expect(browser.asked).toHaveLength(3);
});

test.each(["/auth", "/login", "/signup", "/"])("on %s it asks nothing", async (path) => {
  const { browser, watch, shown } = watching();
  browser.address = path;
  watch.signedIn("a");
  await browser.pass(20 * minute);
  expect(browser.asked).toEqual([]);
  expect(shown).toEqual([]);
});

test("looks within a second become one, when the second is over", async () => {
  const { browser, watch } = watching();
  browser.answer = () => Promise.reject(new Error("broken"));
  watch.signedIn("a");
  await browser.pass(200);
  for (let times = 0; times < 5; times++) {
    watch.visibilityChanged();
    await browser.pass(100);
  }
  await browser.pass(3000);
  // The one look that was put off falls into the two seconds in which questions are merged.
  expect(browser.asked).toEqual([200]);
  watch.visibilityChanged();
  watch.visibilityChanged();
  await browser.pass(900);
  expect(browser.asked).toEqual([200, 3700]);
});

test("questions within two seconds are one, later ones are not", async () => {
  const { browser, watch } = watching();
  browser.answer = () => new Promise(() => undefined);
  watch.signedIn("a");
  await browser.pass(200);
  await browser.pass(1500);
  watch.visibilityChanged();
  expect(browser.asked).toEqual([200]);
  await browser.pass(1000);
  watch.visibilityChanged();
  expect(browser.asked).toEqual([200, 2700]);
});

test("the answer is cached for 60 s in the tab, also over a reload", async () => {
  const { browser, watch } = watching();
  watch.signedIn("a");
  await browser.pass(200);
  const again: ShownPlan[] = [];
  const reloaded = new SubscriptionWatch(browser, (plan) => again.push(plan));
  watch.stop();
  reloaded.signedIn("a");
  await browser.pass(1000);
  expect(browser.asked).toEqual([200]);
  expect(again).toEqual([growth]);
});

test.each([
  "",
  "no json",
  "{}",
  '{"organization_id":"a","at":1e15,"plan":{}}',
  '{"organization_id":"a","at":0,"plan":null}',
])("a cache that reads %j is none", async (item) => {
  const { browser, watch } = watching();
  browser.item = item;
  watch.signedIn("a");
  await browser.pass(200);
  expect(browser.asked).toEqual([200]);
});

test("after 5 s without an answer the defaults are shown, and the answer when it comes", async () => {
  const { browser, watch, shown } = watching();
  let late: (plan: ShownPlan) => void = () => undefined;
  browser.answer = () =>
    new Promise((resolve) => {
      late = resolve;
    });
  watch.signedIn("a");
  await browser.pass(5199);
  expect(shown).toEqual([]);
  await browser.pass(1);
  expect(shown).toEqual([{ plan: defaultPlan, isKnown: false, at: 5200 }]);
  late(growth);
  await browser.pass(0);
  expect(shown.at(-1)).toEqual({ plan: growth, isKnown: true, at: 5200 });
});

test("an error shows starter and trialing, and nothing is cached", async () => {
  const { browser, watch, shown } = watching();
  browser.answer = () => Promise.reject(new Error("broken"));
  watch.signedIn("a");
  await browser.pass(200);
  expect(shown).toEqual([{ plan: defaultPlan, isKnown: false, at: 200 }]);
  expect(defaultPlan).toMatchObject({ tier: "starter", status: "trialing", subscribed: false });
  expect(browser.item).toBeNull();
});

test("without a session, and after signing out, the defaults are shown and nothing is asked", async () => {
  const { browser, watch, shown } = watching();
  browser.answer = async () => null;
  watch.signedIn("a");
  await browser.pass(60 * minute);
  expect(browser.asked).toEqual([200]);
  expect(shown).toEqual([{ plan: defaultPlan, isKnown: false, at: 200 }]);
  watch.signedOut();
  await browser.pass(60 * minute);
  expect(browser.asked).toEqual([200]);
  expect(shown.at(-1)?.plan).toEqual(defaultPlan);
});

test("an answer that was kept before the page was drawn with another plan is asked again", async () => {
  const browser = new FakeBrowser();
  const before = { organization_id: "o1", at: 0, plan: { ...growth, tier: "starter", status: "pending" } };
  browser.item = JSON.stringify(before);
  const shown: string[] = [];
  const watch = new SubscriptionWatch(browser, (plan) => shown.push(`${plan.tier} ${plan.status}`));
  browser.at = 10_000;
  watch.signedIn("o1", { tier: "growth", status: "active" });
  await browser.pass(1000);
  expect(shown).toEqual(["growth active"]);
  expect(browser.asked).toHaveLength(1);
});
