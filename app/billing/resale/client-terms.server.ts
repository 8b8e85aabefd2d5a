/**
 * The terms of each client's month: its agency's price as it was when the month began. They are written once, by cron
 * soon after the month begins, when a client is created, and before anything that would read or change them; a changed
 * price, plan or currency therefore counts from the next month on.
 */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { clientTerms, cronCursors } from "#drizzle/control/schema.ts";
import { type Month, monthAt } from "./client-months.ts";

/** Agencies in one run of cron. */
const agenciesAtOnce = 50;

/**
 * The statement that fixes the terms of an agency's clients in some zones. Clients on trial, archived and suspended ones
 * owe nothing, and neither does one without a price. Of a client that came from another agency in this month, only what
 * follows is this agency's.
 */
const fixing = (
  db: PlatformDb,
  agencyId: string,
  zones: readonly (Month & { zone: string })[],
  now: number,
  clientId: string | null = null,
) =>
  db.run(sql`
    insert into client_terms (client_id, month, agency_id, tier, fee_amount, included_minutes, minute_micros,
      currency, starts_at, ends_at, created_at)
    select o.id, z.value ->> 'month', o.parent_organization_id, o.subscription_tier, p.fee_amount,
      p.included_minutes, p.minute_micros, p.currency,
      max(z.value ->> 'starts_at', coalesce((select max(t.ends_at) from client_terms t
        where t.client_id = o.id and t.month = z.value ->> 'month'), 0)),
      z.value ->> 'ends_at', ${now}
    from json_each(${JSON.stringify(zones)}) z
    join organizations o on o.parent_organization_id = ${agencyId} and o.time_zone = z.value ->> 'zone'
    join client_prices p on p.agency_id = o.parent_organization_id and p.tier = o.subscription_tier
      and p.client_id = coalesce((select own.client_id from client_prices own
        where own.agency_id = o.parent_organization_id and own.tier = o.subscription_tier
          and own.client_id = o.id), '')
    where o.archived_at is null and o.suspended_at is null and o.subscription_status <> 'pending'
      and (${clientId} is null or o.id = ${clientId})
    on conflict do nothing`);

/** The statement for the batch that creates or takes over a client, after its own row. */
export const fixingTermsOf = (
  db: PlatformDb,
  client: { id: string; timeZone: string },
  agencyId: string,
  now: number,
) => fixing(db, agencyId, [{ zone: client.timeZone, ...monthAt(now, client.timeZone) }], now, client.id);

/** The statement for the batch that takes a client from its agency: what it used up to now stays the agency's to charge. */
export const endingTerms = (db: PlatformDb, clientId: string, now: number) =>
  db
    .update(clientTerms)
    .set({ ends_at: now })
    .where(and(eq(clientTerms.client_id, clientId), gt(clientTerms.ends_at, now)));

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

/** How many months a list of statements goes back. */
export const mostMonths = 36;

/** A client's months with its present agency, newest first. */
export const termsOf = (db: Database, clientId: string, agencyId: string) =>
  platform(db)
    .select()
    .from(clientTerms)
    .where(and(eq(clientTerms.client_id, clientId), eq(clientTerms.agency_id, agencyId)))
    .orderBy(desc(clientTerms.month))
    .limit(mostMonths);
