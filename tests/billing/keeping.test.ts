/** Taking a smaller plan back that was to follow: too late, or twice; and how often Stripe may be asked for one organization. */
import { beforeAll, expect, test } from "vitest";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { rateCounters } from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { advance, deliver } from "../support/stripe.ts";
import { paying } from "./buying.ts";
import { newDatabase, priceOf, sellPlans } from "./subscribing.ts";

let growth = "";
let starter = "";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
  growth = (await priceOf("growth")).price_id;
  starter = (await priceOf("starter")).price_id;
});

const page = async (person: Person, query = "") =>
  pageText(await (await person.get(`/subscription${query}`)).text());

async function said(answer: Response): Promise<string> {
  return answer.headers.get("location") ?? `${answer.status} ${await pageText(await answer.text())}`;
}

/** On growth, with starter to follow. */
async function shrinking(): Promise<Person> {
  const owner = await paying(growth);
  const at = String(Math.floor(Date.now() / 1000));
  await owner.post("/subscription", { intent: "change", price: starter, shown: growth, at });
  expect(await page(owner)).toContain("Stay on Growth");
  return owner;
}

const keep = (person: Person) => person.post("/subscription", { intent: "keep", shown: growth });

test("the second of two who keep the plan reads that nothing waits", async () => {
  const owner = await shrinking();
  const other = await memberOf({ role: "owner", organizationId: owner.organizationId });
  expect(await said(await keep(owner))).toBe("/subscription?done=kept");
  expect(await said(await keep(other))).toMatch(
    /^409 .*No change of plan is waiting anymore: you stay on Growth\./,
  );
});

test("one who is too late reads which plan has begun", async () => {
  const owner = await shrinking();
  const row = await currentSubscription(newDatabase(), owner.organizationId);
  await advance({ days: 32 }, row?.customer_id);
  expect(await said(await keep(owner))).toMatch(
    /^409 .*It's too late to take this change back: Starter has begun\./,
  );
  expect(await page(owner)).toContain("Starter plan");
});

test("R38: after sixty questions to Stripe within a minute an organization waits, and its page goes on without", async () => {
  const owner = await paying(growth);
  const { organizationId } = owner;
  await controlPlane()
    .insert(rateCounters)
    .values({ key: `stripe-reads:${organizationId}`, window_start: Date.now() + 1, count: 60 });
  expect(await said(await owner.post("/subscription", { intent: "portal", for: "card" }))).toMatch(
    /^429 .*That was too often in a short time/,
  );
  const scale = (await priceOf("scale")).price_id;
  const words = await page(owner, `?change=${scale}`);
  expect(words).toContain("That was too often in a short time");
  expect(words).not.toContain("Charged now");
  expect(words).not.toContain("PDF");
  expect((await owner.get("/subscription/invoices/current/calls.csv")).status).toBe(429);
});
