/** Looks for unusual activity of the last hour, by cron: in the audit trail, in sessions and in counters (docs/security.md, "Unusual activity"). */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { type Finding, raise } from "./alerts.server.ts";
import { unusually } from "./findings.ts";
import { findNewCountries } from "./new-countries.server.ts";

/** Findings of one rule in one run. */
const most = 50;

type Look = { readonly db: PlatformDb; readonly since: string; readonly now: number };

/** The day of a finding: the same one is told once a day. */
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

const failed = sql`action in ('session.refused', 'session.confirmation_refused', 'factor.refused', 'email.code_refused')`;

const ofAccount = z.object({ id: z.string(), who: z.string(), times: z.number() });

async function accountFailures({ db, since, now }: Look): Promise<Finding[]> {
  const found = await db.all<unknown>(sql`select u.id as id, u.email as who, f.times as times from (
      select coalesce(target, actor_id) as user_id, count(*) as times from audit_events
      where id >= ${since} and ${failed} group by 1 having count(*) >= ${unusually.failuresOfAccount}) f
    join users u on u.id = f.user_id limit ${most}`);
  return z
    .array(ofAccount)
    .parse(found)
    .map(({ id, who, times }) => ({
      rule: "account_failures",
      subject: `account_failures:${id}:${dayOf(now)}`,
      user_id: id,
      facts: { times },
      names: { who },
    }));
}

const ofNetwork = z.object({ network: z.string(), times: z.number() });

async function networkFailures({ db, since, now }: Look): Promise<Finding[]> {
  const found = await db.all<unknown>(sql`select ip_prefix as network, count(*) as times from audit_events
    where id >= ${since} and ip_prefix is not null and ${failed}
    group by ip_prefix having count(*) >= ${unusually.failuresOfNetwork} limit ${most}`);
  return z
    .array(ofNetwork)
    .parse(found)
    .map(({ network, times }) => ({
      rule: "network_failures",
      subject: `network_failures:${network}:${dayOf(now)}`,
      facts: { network, times },
    }));
}

const ofMember = z.object({
  user_id: z.string(),
  who: z.string(),
  organization_id: z.string().nullable(),
  organization: z.string().nullable(),
  times: z.number(),
});

/** Deeds that one person did unusually often in one organization, or in none. */
async function oftenDone({ db, since }: Look, condition: ReturnType<typeof sql>, least: number) {
  const found = await db.all<unknown>(sql`select f.actor_id as user_id, coalesce(u.name, u.email) as who,
      f.organization_id as organization_id, o.name as organization, f.times as times
    from (select actor_id, organization_id, count(*) as times from audit_events
      where id >= ${since} and actor_id is not null and ${condition}
      group by actor_id, organization_id having count(*) >= ${least}) f
    join users u on u.id = f.actor_id left join organizations o on o.id = f.organization_id limit ${most}`);
  return z.array(ofMember).parse(found);
}

async function massExports(look: Look): Promise<Finding[]> {
  const found = await oftenDone(
    look,
    sql`(substr(action, -9) = '.exported'
      or action in ('data.export_started', 'data.export_downloaded', 'customer.export_asked'))`,
    unusually.exports,
  );
  return found.map(({ user_id, who, organization_id, times }) => ({
    rule: "mass_export",
    subject: `mass_export:${user_id}:${organization_id ?? ""}:${dayOf(look.now)}`,
    user_id,
    organization_id,
    facts: { times },
    names: { who },
  }));
}

async function roleChanges(look: Look): Promise<Finding[]> {
  const found = await oftenDone(look, sql`action = 'member.role_changed'`, unusually.roleChanges);
  return found.map(({ user_id, who, organization_id, organization, times }) => ({
    rule: "role_changes",
    subject: `role_changes:${user_id}:${organization_id ?? ""}:${dayOf(look.now)}`,
    user_id,
    organization_id,
    facts: { times },
    names: { who, organization: organization ?? "" },
  }));
}

const newOwner = z.object({
  id: z.string(),
  by: z.string(),
  who: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  organization_id: z.string(),
  organization: z.string(),
});

async function ownersMade({ db, since }: Look): Promise<Finding[]> {
  const found =
    await db.all<unknown>(sql`select e.id as id, coalesce(e.actor_id, '') as by, coalesce(u.name, u.email, 'Someone') as who,
      coalesce(s.name, s.email) as subject, s.id as subject_id, e.organization_id as organization_id, o.name as organization
    from audit_events e join users s on s.id = e.target join organizations o on o.id = e.organization_id
      left join users u on u.id = e.actor_id
    where e.id >= ${since} and (e.action = 'organization.handed_over'
      or (e.action = 'member.role_changed' and json_extract(e.changes, '$.role') = 'owner')) limit ${most}`);
  return z
    .array(newOwner)
    .parse(found)
    .map(({ id, by, who, subject, subject_id, organization_id, organization }) => ({
      rule: "owner_made",
      subject: `owner_made:${id}`,
      user_id: subject_id,
      organization_id,
      facts: { by },
      names: { who, subject, organization },
    }));
}

const newAdmin = z.object({ id: z.string(), who: z.string(), at: z.number() });

/** No page makes a platform admin: one who is new was entered in the database. */
async function platformAdmins({ db, now }: Look): Promise<Finding[]> {
  const found = await db.all<unknown>(sql`select u.id as id, u.email as who, r.created_at as at
    from user_roles r join users u on u.id = r.user_id
    where r.role = 'admin' and r.created_at > ${now - day_ms} limit ${most}`);
  return z
    .array(newAdmin)
    .parse(found)
    .map(({ id, who, at }) => ({
      rule: "platform_admin",
      subject: `platform_admin:${id}:${at}`,
      user_id: id,
      facts: {},
      names: { who },
    }));
}

async function badSignatures({ db, now }: Look): Promise<Finding[]> {
  const found = await db.all<unknown>(sql`select sum(count) as times from rate_counters
    where key in ('refused:webhook', 'refused:relay') and window_start > ${now - 2 * hour_ms}`);
  const [row] = z.array(z.object({ times: z.number().nullable() })).parse(found);
  const times = row?.times ?? 0;
  if (times < unusually.badSignatures) return [];
  return [{ rule: "bad_signatures", subject: `bad_signatures:${dayOf(now)}`, facts: { times } }];
}

/** Finds what is unusual and tells it. `now`: ms UTC */
export async function watchActivity(env: Env, now: number): Promise<void> {
  const database = new Database(env.DB, new Timing());
  const look: Look = { db: platform(database), since: firstIdAt(now - hour_ms), now };
  const found = await Promise.all([
    accountFailures(look),
    networkFailures(look),
    massExports(look),
    roleChanges(look),
    ownersMade(look),
    platformAdmins(look),
    badSignatures(look),
    findNewCountries(look.db, look.since, now),
  ]);
  await raise(env, database, found.flat(), now);
}
