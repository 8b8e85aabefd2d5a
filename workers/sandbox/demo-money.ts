/**
 * The demo's money: plans for sale, an agency that pays the platform, a clinic that pays the agency, and a plumber whose
 * payment is overdue. The past is written at Stripe, and the product reads it from there, as it reads what it missed.
 */
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { meterEvent, plans } from "#app/billing/stripe/plans.ts";
import { billableSeconds } from "#app/billing/usage/usage-price.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { second_ms } from "#app/platform/durations.ts";
import { agency, agencyStaff, agencyTier, plumber, plumberStaff } from "./demo-agency.ts";
import { type MeteredCall, type Paid, told, writeMetered, writePaid } from "./demo-billing-rows.ts";
import { clinic, type DemoPerson, staff } from "./demo-clinic.ts";
import { begunAt, type DemoTier, demoPrices } from "./demo-prices.ts";
import { connectAgency, pricesForClients, pricesOfPlan, sellPlans, sellToClients } from "./demo-selling.ts";
import { type DemoStripe, stripeIn } from "./demo-stripe.ts";
import type { SandboxBindings } from "./sandbox-bindings.ts";
import { worldOf } from "./world-door.ts";

/** What the platform keeps of clients' payments: the product's own default. */
const fee_percent = 2;

const seconds = (ms: number): number => Math.floor(ms / second_ms);

/** Writes everything that was sold, paid and owed until now. `calls`: the clinic's; `now`: ms UTC */
export async function seedMoney(
  bindings: SandboxBindings,
  origin: string,
  calls: readonly FinishedCall[],
  now: number,
): Promise<void> {
  const db = drizzle(bindings.DB);
  const stripe = await stripeIn(worldOf(bindings), origin);
  const begun = begunAt(now);
  const metered = calls.flatMap(meteredCall);
  // What happened long ago is not told as if it happened now.
  await stripe.order("delivery", { mode: "assumed" });
  await sellPlans(stripe);
  const account = await connectAgency(stripe);
  await sellToClients(db, account, begun.agency, now);
  await readByProduct(bindings, now);

  const byAgency = await lived(stripe, {
    ...(await ofPlatform(db)),
    organization: agency,
    owner: agencyStaff[0],
    since: begun.agency,
    card: "pm_card_visa",
    used: used(metered, "platform"),
  });
  const byClinic = await lived(stripe, {
    ...(await ofAgency(db, account, "growth")),
    organization: clinic,
    owner: staff[0],
    since: begun.clinic,
    card: "pm_card_mastercard",
    used: used(metered, "agency"),
  });
  const byPlumber = await lived(stripe, {
    ...(await ofAgency(db, account, "starter")),
    organization: plumber,
    owner: plumberStaff[0],
    since: begun.plumber,
    card: "pm_card_visa",
    later: { at: seconds(begun.plumberCard), card: "pm_card_chargeCustomerFail" },
    used: [],
  });
  for (const paid of [byAgency, byClinic, byPlumber]) await writePaid(db, paid, now);
  await writeMetered(db, metered, "platform", clinic.id, byAgency);
  await writeMetered(db, metered, "agency", clinic.id, byClinic);
  await readByProduct(bindings, now);
  await stripe.order("delivery", { mode: "normal" });
}

/** Has the product look at Stripe, as it does every five minutes. */
const readByProduct = ({ APP }: SandboxBindings, now: number): Promise<unknown> =>
  APP.scheduled({ cron: "*/5 * * * *", scheduledTime: now });

/** A call as it was metered; a missed one wasn't. */
function meteredCall(call: FinishedCall): MeteredCall[] {
  const counted = billableSeconds(call);
  return counted === 0 ? [] : [{ call_id: call.id, seconds: counted, at: call.ended_at }];
}

const used = (calls: readonly MeteredCall[], to: "platform" | "agency") =>
  calls.map(({ call_id, seconds: value, at }) => ({
    identifier: `${call_id}:${to}`,
    value,
    timestamp: seconds(at),
  }));

/** Who pays what, by which card, since when. */
type Payer = Omit<Paid, "subscription"> & {
  owner: DemoPerson | undefined;
  prices: string[];
  payee?: { account: string; fee_percent: number };
  /** ms UTC */
  since: number;
  card: string;
  later?: { at: number; card: string };
  used: ReturnType<typeof used>;
};

/** Lives through a payer's past at Stripe. */
async function lived(stripe: DemoStripe, { owner, prices, since, ...payer }: Payer): Promise<Paid> {
  const { organization, tier, terms, fee_amount, ...past } = payer;
  const metadata = { organization_id: organization.id };
  const answer = await stripe.order("history", {
    ...past,
    name: organization.name,
    email: owner?.email ?? "",
    metadata: { ...metadata, generation: "0" },
    subscription_metadata: metadata,
    since: seconds(since),
    prices,
    event_name: meterEvent,
  });
  return { organization, tier, terms, fee_amount, subscription: told.parse(answer) };
}

/** The terms of the agency's own plan. */
async function ofPlatform(db: DrizzleD1Database) {
  const terms = plans.find(({ tier }) => tier === agencyTier);
  if (!terms) throw new Error(`there is no plan ${agencyTier}`);
  return { tier: agencyTier, terms, fee_amount: null, prices: await pricesOfPlan(db, agencyTier) };
}

/** The terms of one of its clients, that pays it by card. */
async function ofAgency(db: DrizzleD1Database, account: string, tier: DemoTier) {
  const terms = demoPrices[tier];
  return {
    tier,
    terms,
    fee_amount: terms.fee_amount,
    prices: await pricesForClients(db, tier),
    payee: { account, fee_percent },
  };
}
