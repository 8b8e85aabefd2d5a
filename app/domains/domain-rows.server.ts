/** Custom domains in D1: reading them, and the one way in which what was learned of one is written. */

import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditRow } from "#app/accounts/audit-event.ts";
import { hasMatched } from "#app/membership/guarded-batch.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import {
  auditEvents,
  customDomains,
  mailOutbox,
  organizationBranding,
  releasedHosts,
  sessions,
} from "#drizzle/control/schema.ts";
import { domainStates } from "./domain-states.ts";
import { domainNews, noNews } from "./hostname-news.schema.ts";

const flag = z.number().transform(Boolean);

const domainRow = z.object({
  id: z.string(),
  organization_id: z.string(),
  host: z.string(),
  state: z.enum(domainStates),
  /** Whether its organization lives on it. */
  is_home: flag,
  is_claim: flag,
  proof: z.string(),
  proven_at: z.number().nullable(),
  provider_id: z.string().nullable(),
  has_www: flag,
  www_provider_id: z.string().nullable(),
  provider: z
    .string()
    .nullable()
    .transform((json) => domainNews.catch(noNews).parse(JSON.parse(json ?? "{}"))),
  check_error: z.string().nullable(),
  checked_at: z.number().nullable(),
  check_at: z.number().nullable(),
  checks: z.number(),
  live_at: z.number().nullable(),
  failing_since: z.number().nullable(),
  told_at: z.number().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
  /** Whether its organization is deleted. */
  is_archived: flag,
});
export type DomainRow = z.infer<typeof domainRow>;

const selected = sql`select d.id, d.organization_id, d.host, d.state, d.is_claim, d.proof, d.proven_at, d.provider_id,
    d.has_www, d.www_provider_id, d.provider, d.check_error, d.checked_at, d.check_at, d.checks, d.live_at,
    d.failing_since, d.told_at, d.created_at, d.updated_at,
    coalesce(b.custom_domain = d.host, 0) as is_home, o.archived_at is not null as is_archived
  from custom_domains d join organizations o on o.id = d.organization_id
  left join organization_branding b on b.organization_id = d.organization_id`;

const rows = z.array(domainRow);

/** An organization's domains, the oldest first. */
export async function domainsOf(db: Database, organizationId: string): Promise<DomainRow[]> {
  const found = await tenant(db, organizationId).all<unknown>(
    sql`${selected} where d.organization_id = ${organizationId} order by d.created_at, d.id`,
  );
  return rows.parse(found);
}

/** One of an organization's domains; null: it has none under that id. */
export const findDomain = async (
  db: Database,
  organizationId: string,
  id: string,
): Promise<DomainRow | null> => (await domainsOf(db, organizationId)).find((one) => one.id === id) ?? null;

/**
 * The domains that cron looks at, those that have waited longest first.
 * @param now ms UTC
 */
export async function dueDomains(db: Database, most: number, now: number): Promise<DomainRow[]> {
  const found = await platform(db).all<unknown>(
    sql`${selected} where d.check_at <= ${now} and d.organization_id is not null order by d.check_at limit ${most}`,
  );
  return rows.parse(found);
}

/** What a look or a verb changes of a row. */
export type Changed = Partial<
  Omit<
    typeof customDomains.$inferInsert,
    "id" | "organization_id" | "host" | "is_primary" | "created_at" | "created_by" | "updated_at"
  >
> & { state?: DomainRow["state"] };

type Statement = Parameters<PlatformDb["batch"]>[0][number];

/** A row that was written after this one is newer: the next write has another time, even in the same millisecond. */
const later = ({ updated_at }: Pick<DomainRow, "updated_at">, now: number): number =>
  Math.max(now, updated_at + 1);

/** The statement that changes a row, unless it was changed since it was read. */
const changing = (db: PlatformDb, row: DomainRow, changed: Changed, now: number): Statement =>
  db
    .update(customDomains)
    .set({ ...changed, updated_at: later(row, now) })
    .where(
      and(
        eq(customDomains.id, row.id),
        eq(customDomains.organization_id, row.organization_id),
        eq(customDomains.updated_at, row.updated_at),
      ),
    );

/** What goes with a change, in the same batch. */
export type Along = {
  statements?: readonly Statement[];
  audit?: readonly AuditRow[];
  mails?: readonly (typeof mailOutbox.$inferInsert)[];
};

/**
 * Changes a row and what goes with it, or nothing.
 * @returns false when the row was changed or removed since it was read
 */
export async function writeDomain(
  d1: Database,
  row: DomainRow,
  changed: Changed,
  { statements = [], audit = [], mails = [] }: Along,
  now: number,
): Promise<boolean> {
  const db = platform(d1);
  try {
    await db.batch([
      changing(db, row, changed, now),
      ...hasMatched(db),
      ...statements,
      ...audit.map((line) => db.insert(auditEvents).values(line)),
      ...mails.map((mail) => db.insert(mailOutbox).values(mail)),
    ]);
    return true;
  } catch (error) {
    if (violates(error, guardFailed)) return false;
    throw error;
  }
}

/** The same for a row that is removed. */
export async function deleteDomain(d1: Database, row: DomainRow): Promise<void> {
  await tenant(d1, row.organization_id).run(
    sql`delete from custom_domains where id = ${row.id} and organization_id = ${row.organization_id}`,
  );
}

/** Lets an organization live on a host; with `isFirst` only if it lives on none yet. */
const living = (
  db: PlatformDb,
  { organization_id, host }: DomainRow,
  isFirst: boolean,
  now: number,
): Statement =>
  db
    .insert(organizationBranding)
    .values({ organization_id, custom_domain: host, updated_at: now })
    .onConflictDoUpdate({
      target: organizationBranding.organization_id,
      set: { custom_domain: host },
      ...(isFirst && { setWhere: isNull(organizationBranding.custom_domain) }),
    });

/** Marks the domain that its organization lives on. */
const markingHome = (db: PlatformDb, organizationId: string): Statement =>
  db
    .update(customDomains)
    .set({
      is_primary: sql`coalesce(host = (select b.custom_domain from organization_branding b
        where b.organization_id = ${organizationId}), 0)`,
    })
    .where(eq(customDomains.organization_id, organizationId));

/** Makes a host its organization's home, if it has none; it is no released host any more. */
export const settlingOn = (db: PlatformDb, row: DomainRow, now: number): Statement[] => [
  living(db, row, true, now),
  db
    .delete(releasedHosts)
    .where(and(eq(releasedHosts.host, row.host), eq(releasedHosts.organization_id, row.organization_id))),
  markingHome(db, row.organization_id),
];

/** Moves an organization to another of its hosts; sessions of the former one open nothing there any more. */
export const movingHome = (db: PlatformDb, row: DomainRow, now: number): Statement[] => [
  living(db, row, false, now),
  markingHome(db, row.organization_id),
  db.delete(sessions).where(
    sql`host <> ${row.host} and user_id in (${peopleOf(row.organization_id)}) and host in (
      select o.host from custom_domains o where o.organization_id = ${row.organization_id})`,
  ),
];

type Place = Pick<DomainRow, "organization_id" | "host">;

/** Makes a host no home any more (the oldest of the others that are live takes its place), and ends the sessions on it. */
export const leavingHost = (db: PlatformDb, { organization_id, host }: Place): Statement[] => [
  db
    .update(organizationBranding)
    .set({
      custom_domain: sql`(select n.host from custom_domains n
        where n.organization_id = ${organization_id} and n.host <> ${host} and n.is_claim = 0 and n.state = 'live'
        order by n.created_at limit 1)`,
    })
    .where(
      and(
        eq(organizationBranding.organization_id, organization_id),
        eq(organizationBranding.custom_domain, host),
      ),
    ),
  markingHome(db, organization_id),
  db.delete(sessions).where(sql`host = ${host} and user_id in (${peopleOf(organization_id)})`),
];

/** SQL: the people of an organization and of its clients, who may live on its host. */
const peopleOf = (organizationId: string) => sql`select m.user_id from organization_members m
  where m.organization_id in (select o.id from organizations o
    where o.id = ${organizationId} or o.parent_organization_id = ${organizationId})`;

/** Keeps a host that was given up from others for a time. */
export const quarantining = (db: PlatformDb, { organization_id, host }: Place, now: number): Statement =>
  db
    .insert(releasedHosts)
    .values({ host, organization_id, released_at: now })
    .onConflictDoUpdate({ target: releasedHosts.host, set: { organization_id, released_at: now } });
