/**
 * The terms of each client's month: its agency's price as it was when the month began. They are written once, by cron
 * soon after the month begins, when a client is created, and before anything that would read or change them; a changed
 * price, plan or currency therefore counts from the next month on.
 */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { UsageTerms } from "#app/billing/usage/usage-terms.schema.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { clientPrices, clientTerms, cronCursors, organizations } from "#drizzle/control/schema.ts";
import { type Month, monthAt } from "./client-months.ts";

/** Agencies in one run of cron. */
const agenciesAtOnce = 50;

/**
 * The statement that fixes the terms of an agency's clients in some zones. Clients on trial, archived and suspended ones
 * owe nothing, and neither does one without a price. Of a client that came from another agency in this month, only what
 * follows is this agency's. One that comes back to this agency in the same month owes no second fee. A client that pays
 * by card goes by the price that it subscribed at.
 */
const fixing = (
  db: PlatformDb,
  agencyId: string,
  zones: readonly (Month & { zone: string })[],
  now: number,
  one: { client: string; from: number } | null = null,
) =>
  db
    .insert(clientTerms)
    .select(sql`
    select id, month, agency_id, tier,
      case when subscription_id is null and exists (select 1 from client_terms e where e.client_id = found.id
        and e.month = found.month and e.agency_id = found.agency_id and e.subscription_id is null) then 0 else fee end,
      minutes, minute_micros, currency, starts_at, ends_at, subscription_id, ${now}, null
    from (select o.id, z.value ->> 'month' as month, o.parent_organization_id as agency_id, o.subscription_tier as tier,
      coalesce(r.fee_amount, p.fee_amount) as fee, coalesce(r.included_minutes, p.included_minutes) as minutes,
      coalesce(r.minute_micros, p.minute_micros) as minute_micros, coalesce(r.currency, p.currency) as currency,
      max(z.value ->> 'starts_at', ${one?.from ?? 0}, coalesce((select max(t.ends_at) from client_terms t
        where t.client_id = o.id and t.month = z.value ->> 'month'), 0)) as starts_at,
      z.value ->> 'ends_at' as ends_at, s.subscription_id
    from json_each(${JSON.stringify(zones)}) z
    join organizations o on o.parent_organization_id = ${agencyId} and o.time_zone = z.value ->> 'zone'
    left join (select organization_id, payee_id, price_id, max(subscription_id) as subscription_id
      from subscriptions where organization_id in (select id from organizations where parent_organization_id = ${agencyId})
        and payee_id = ${agencyId} and ended_at is null and status <> 'incomplete' group by organization_id) s on s.organization_id = o.id
    left join retail_prices r on r.price_id = s.price_id
    left join client_prices p on p.agency_id = o.parent_organization_id and p.tier = o.subscription_tier
      and p.client_id = coalesce((select own.client_id from client_prices own
        where own.agency_id = o.parent_organization_id and own.tier = o.subscription_tier
          and own.client_id = o.id), '')
    where o.archived_at is null and o.suspended_at is null and o.platform_suspended_at is null and o.subscription_status in ('active', 'past_due')
      and (${one?.client ?? null} is null or o.id = ${one?.client ?? null})) found
    where fee is not null and starts_at < ends_at`)
    .onConflictDoNothing();

/** The statement for the batch that creates or takes over a client, after its own row. */
export const fixingTermsOf = (
  db: PlatformDb,
  client: { id: string; timeZone: string },
  agencyId: string,
  now: number,
) => {
  const zones = [{ zone: client.timeZone, ...monthAt(now, client.timeZone) }];
  return fixing(db, agencyId, zones, now, { client: client.id, from: now });
};

/** The statements for the batch that takes a client from its agency: what it used up to now stays the agency's to charge. */
export const endingTerms = (db: PlatformDb, clientId: string, now: number) =>
  [
    db
      .update(clientTerms)
      .set({ ends_at: now, told_at: null })
      .where(and(eq(clientTerms.client_id, clientId), gt(clientTerms.ends_at, now))),
    db.delete(clientPrices).where(eq(clientPrices.client_id, clientId)),
  ] as const;

const zoneRow = z.object({ zone: z.string() });

/** Fixes this month's terms of all clients of an agency that have none yet. Again, it changes nothing. */
export async function fixTerms(db: Database, agencyId: string, now: number): Promise<void> {
  const all = platform(db);
  const found = await all.all<unknown>(sql`
    select distinct time_zone as zone from organizations
    where parent_organization_id = ${agencyId} and archived_at is null`);
  const zones = z
    .array(zoneRow)
    .parse(found)
    .map(({ zone }) => ({ zone, ...monthAt(now, zone) }));
  if (zones.length > 0) await fixing(all, agencyId, zones, now);
}

/** Clients that one run tells of their terms. */
const toldAtOnce = 40;

/**
 * Cron: tells the objects of clients their terms, by which they price each call. Clients that pay by card have those of
 * their subscription. One that can't be told is told by a later run.
 */
export async function tellClientTerms(env: Env, now: number): Promise<void> {
  const all = platform(new Database(env.DB, new Timing()));
  const untold = await all
    .select({ terms: clientTerms, region: organizations.region })
    .from(clientTerms)
    .innerJoin(organizations, eq(organizations.id, clientTerms.client_id))
    .where(and(isNull(clientTerms.told_at), isNull(clientTerms.subscription_id)))
    .orderBy(clientTerms.created_at)
    .limit(toldAtOnce);
  for (const { terms, region } of untold) await tell(env, all, terms, region, now);
}

type TermsRow = typeof clientTerms.$inferSelect;

async function tell(env: Env, db: PlatformDb, terms: TermsRow, region: string | null, now: number) {
  const { client_id, month, agency_id, starts_at, ends_at } = terms;
  const { usage } = storeOf(organizationObject({ id: client_id, region }, env));
  try {
    await usage.setTerms([usageTermsOf(terms)], now);
  } catch (error) {
    log("warn", "client_terms_not_told", { organization_id: client_id, message: innermostMessage(error) });
    return;
  }
  await db
    .update(clientTerms)
    .set({ told_at: now })
    .where(
      and(
        eq(clientTerms.client_id, client_id),
        eq(clientTerms.month, month),
        eq(clientTerms.agency_id, agency_id),
        // A month that ended early meanwhile is told again.
        eq(clientTerms.starts_at, starts_at),
        eq(clientTerms.ends_at, ends_at),
      ),
    );
}

/** What a client's object prices its calls by. */
const usageTermsOf = (terms: TermsRow): UsageTerms => ({
  subscription_id: `statement:${terms.agency_id}:${terms.month}`,
  tier: terms.tier,
  period_start: terms.starts_at,
  period_end: terms.ends_at,
  included_seconds: terms.included_minutes * 60,
  minute_micros: terms.minute_micros,
  currency: terms.currency,
  is_trial: false,
});

/** Tells one client's object its terms at once, where a page is about to show them. */
export async function tellTermsOf(
  env: Env,
  db: Database,
  client: { id: string; region: string | null },
  now: number,
) {
  const all = platform(db);
  const untold = await all
    .select()
    .from(clientTerms)
    .where(
      and(
        eq(clientTerms.client_id, client.id),
        isNull(clientTerms.told_at),
        isNull(clientTerms.subscription_id),
      ),
    )
    .limit(toldAtOnce);
  for (const terms of untold) await tell(env, all, terms, client.region, now);
}

/** Fixes the terms of one client, from now on. */
export const fixTermsOf = async (
  db: Database,
  client: { id: string; time_zone: string },
  agencyId: string,
  now: number,
): Promise<void> => {
  await fixingTermsOf(platform(db), { id: client.id, timeZone: client.time_zone }, agencyId, now);
};

const cursorName = "client_terms";
const agencyRow = z.object({ id: z.string() });

/** Cron: fixes the terms of every agency's clients, some agencies in each run, going on where the last one stopped. */
export async function fixClientTerms(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const all = platform(db);
  const kept = await all.select().from(cronCursors).where(eq(cronCursors.name, cursorName)).get();
  const after = kept?.cursor ?? "";
  const found = await all.all<unknown>(sql`
    select distinct parent_organization_id as id from organizations
    where parent_organization_id > ${after} order by parent_organization_id limit ${agenciesAtOnce}`);
  const agencies = z.array(agencyRow).parse(found);
  for (const { id } of agencies) await fixTerms(db, id, now);
  // At the end of the list it begins anew.
  const cursor = agencies.length < agenciesAtOnce ? "" : (agencies.at(-1)?.id ?? "");
  await all
    .insert(cronCursors)
    .values({ name: cursorName, cursor, updated_at: now })
    .onConflictDoUpdate({ target: cronCursors.name, set: { cursor, updated_at: now } });
}
