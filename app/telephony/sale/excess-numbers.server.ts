/**
 * Numbers beyond what a plan includes, after a change that was not chosen here: a plan that shrank at Stripe, a trial that
 * became a plan, a client that joined. They become rents of who pays, with a month's notice, and are included again when
 * the plan has room (docs/telephony.md, "Numbers beyond the plan").
 */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { heldIncluded, takenPlaces } from "#app/billing/plan/included-numbers.server.ts";
import { cursorOf, keepCursor } from "#app/billing/stripe/cron-cursors.server.ts";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { includedNumbersOf, isUnpaid, smallerTier } from "#app/membership/plan-limits.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { mailOutbox, numberRents } from "#drizzle/control/schema.ts";
import { monthAfter } from "./calendar-month.ts";
import { excessMails } from "./excess-mails.server.ts";
import { kindOfNumber } from "./number-kind.ts";
import { numberPrice } from "./number-prices.ts";
import { living } from "./payer.server.ts";
import { isSoldCountry } from "./sold-countries.schema.ts";

/** Payers looked at in one run, those with something to do, and their numbers: each takes two words to its organization's object. */
const walkedAtOnce = 100;
const settledAtOnce = 10;
const markedAtOnce = 20;
const cursor = "excess_numbers";

type Walked = {
  id: string;
  region: string | null;
  tier: string;
  next_tier: string | null;
  status: string;
  /** Of its living subscription; null: it has none. */
  currency: string | null;
  held: number;
  taken: number;
  excess: number;
};

/** @param now ms UTC */
export async function settleExcess(env: Env, now: number): Promise<void> {
  if (!takesPayments(settings(env))) return;
  const db = new Database(env.DB, new Timing());
  const from = (await cursorOf(db, cursor))?.cursor ?? "";
  const payers = await walk(db, from, now);
  let last = "";
  let settled = 0;
  for (const payer of payers) {
    if (settled >= settledAtOnce) break;
    last = payer.id;
    if (payer.currency === null || isUnpaid(payer.status)) continue;
    try {
      if (await settle(env, db, { ...payer, currency: payer.currency }, now)) settled += 1;
    } catch (error) {
      settled += 1;
      await recordError(env, {
        ...{ error, url: "/cron/excess-numbers", route: "cron/excess-numbers", organization_id: payer.id },
        ...{ request_id: newId(), severity: "error" },
      });
    }
  }
  const isEnd = payers.length < walkedAtOnce && last === (payers.at(-1)?.id ?? "");
  await keepCursor(db, cursor, isEnd ? "" : last, now);
}

/** The next organizations that pay for numbers, their own or their clients', in the order of their ids. */
const walk = (db: Database, from: string, now: number): Promise<Walked[]> =>
  platform(db).all<Walked>(sql`
    select p.id, p.region, p.subscription_tier as tier, p.next_tier, p.subscription_status as status,
      (select s.currency from subscriptions s where s.organization_id = p.id and s.ended_at is null
        and s.status in ${living} order by s.stripe_created desc limit 1) as currency,
      (select count(*) from ${heldIncluded(sql`p.id`)}) as held, ${takenPlaces(sql`p.id`, now)} as taken,
      (select count(*) from number_rents e where e.organization_id = p.id and e.is_excess and e.ended_at is null)
        as excess
    from organizations p
    where p.id > ${from} and p.parent_organization_id is null and p.archived_at is null
      and exists (select 1 from phone_numbers x where x.organization_id in
        (select c.id from organizations c where c.id = p.id or c.parent_organization_id = p.id))
    order by p.id limit ${walkedAtOnce}`);

type Payer = Walked & { currency: string };

/** @returns whether anything was to be done */
async function settle(env: Env, db: Database, payer: Payer, now: number): Promise<boolean> {
  const over = payer.held - includedNumbersOf(payer.tier);
  if (over > 0) {
    await charge(env, db, payer, Math.min(over, markedAtOnce), now);
    return true;
  }
  const room = includedNumbersOf(smallerTier(payer.tier, payer.next_tier)) - payer.taken;
  if (room <= 0 || payer.excess === 0) return false;
  await include(env, db, payer, Math.min(room, markedAtOnce), now);
  return true;
}

type Held = { number_id: string; organization_id: string; phone_number: string; region: string | null };

/** The newest numbers become rents; those of North America first, whose prices are the lowest. */
async function charge(env: Env, db: Database, payer: Payer, most: number, now: number): Promise<void> {
  const newest = await platform(db).all<Held>(sql`
    select n.number_id, n.organization_id, n.phone_number,
      (select o.region from organizations o where o.id = n.organization_id) as region
    from ${heldIncluded(sql`${payer.id}`)}
    order by n.phone_number like '+1%' desc, n.created_at desc, n.number_id desc limit ${most}`);
  const rents = [];
  for (const number of newest) {
    const rent = await rentOf(env, payer, number, now);
    if (rent !== null) rents.push(rent);
  }
  if (rents.length === 0) return;
  const mails = await excessMails(env, db, payer.id, rents, now);
  const all = platform(db);
  const [first, ...others] = [
    ...rents.map((rent) =>
      all.insert(numberRents).values(rent).onConflictDoUpdate({
        target: numberRents.number_id,
        set: rent,
        setWhere: sql`ended_at is not null`,
      }),
    ),
    ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
  ];
  if (first) await all.batch([first, ...others]);
  await Promise.all(mails.map(({ send }) => send()));
}

/** The rent of a number from a month on, at the list's price; null: it is gone, or of no kind that is sold. */
async function rentOf(env: Env, payer: Payer, number: Held, now: number) {
  const { number_id, phone_number, organization_id, region } = number;
  const { numbers } = storeOf(organizationObject({ id: organization_id, region }, env));
  const country = (await numbers.find(number_id))?.country ?? "";
  if (!isSoldCountry(country)) return null;
  const kind = kindOfNumber(country, phone_number);
  const price = numberPrice(country, kind, payer.currency);
  if (price === null) return null;
  const { monthly, currency } = price;
  // A client's list shows no price of ours.
  if (organization_id === payer.id)
    await numbers.reprice({ id: number_id, monthly: { micros: monthly * 10_000, currency } });
  const paid_until = monthAfter(now);
  return {
    ...{ number_id, organization_id: payer.id, phone_number, country, kind, currency },
    ...{ monthly_amount: monthly, paid_until, started_at: now, due_at: paid_until },
    ...{ ended_at: null, subscription_id: null, is_excess: true },
  };
}

/** There is room again: the oldest of them are included, and their rents end. */
async function include(env: Env, db: Database, payer: Payer, most: number, now: number): Promise<void> {
  const own = tenant(db, payer.id);
  const mine = and(
    eq(numberRents.organization_id, payer.id),
    eq(numberRents.is_excess, true),
    sql`${numberRents.ended_at} is null`,
  );
  const oldest = await own
    .select({ number_id: numberRents.number_id, currency: numberRents.currency })
    .from(numberRents)
    .where(mine)
    .orderBy(asc(numberRents.started_at), asc(numberRents.number_id))
    .limit(most);
  const ids = JSON.stringify(oldest.map(({ number_id }) => number_id));
  await own
    .update(numberRents)
    .set({ ended_at: now, due_at: now })
    .where(and(mine, inArray(numberRents.number_id, sql`(select value from json_each(${ids}))`)));
  const held = await own.all<{ number_id: string }>(sql`
    select n.number_id from phone_numbers n
    where n.organization_id = ${payer.id} and n.number_id in (select value from json_each(${ids}))`);
  const { numbers } = storeOf(organizationObject(payer, env));
  for (const { number_id } of held) {
    const currency = oldest.find((one) => one.number_id === number_id)?.currency ?? payer.currency;
    await numbers.reprice({ id: number_id, monthly: { micros: 0, currency } });
  }
}
