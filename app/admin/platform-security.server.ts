/** What /admin/security shows: the chain, what is unusual, refusals, failures, who is blocked, admins' sessions, visits, secrets. */
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { deviceOf, placeOf } from "#app/accounts/device-words.ts";
import { idleLimit_ms } from "#app/accounts/session.server.ts";
import { headOf } from "#app/audit/sealing.server.ts";
import { visitWords } from "#app/membership/visit-words.ts";
import { refusalsOf } from "#app/monitoring/refusals.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { ago, count, type Place, shortDate, timeOfDay } from "#app/platform/format.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { chainState } from "#app/watch/chain-watch.server.ts";
import { findingWords, secretsLast_days } from "#app/watch/findings.ts";
import { secretsSince } from "#app/watch/secret-ages.server.ts";
import {
  auditSeals,
  organizations,
  securityAlerts,
  sessions,
  supportVisits,
  userRoles,
  users,
} from "#drizzle/control/schema.ts";
import { blockedNow } from "./blocked.server.ts";
import { blockedWords, limitWords } from "./limit-words.ts";
import type { SecurityView } from "./security-view.ts";

const shownAlerts = 20;
const shownVisits = 10;
const shownFailures = 6;
const shownSessions = 50;

/** `all`: also what was marked as seen. */
export async function platformSecurity(
  context: Context,
  place: Place,
  all: boolean,
  ownSession: string,
): Promise<SecurityView> {
  const { env } = context.get(cloudflare);
  const d1 = context.get(database);
  const db = platform(d1);
  const now = Date.now();
  const { locale } = place;
  const [chain, alerts, refusals, failures, blocked, admins, visits, secrets] = await Promise.all([
    chainOf(db, chainState(d1), now, place),
    alertsOf(db, all, now, place),
    refusalsOf(db, now),
    failuresOf(db, now),
    blockedNow(env, db, now),
    adminSessions(db, now),
    visitsOf(db),
    secretsSince(env, db),
  ]);
  return {
    chain,
    alerts,
    denied: refusals.kinds.map(({ kind, words, count: times }) => ({
      kind,
      words,
      times: count(times, locale),
    })),
    limits: refusals.limits.map(({ limit, count: times }) => ({
      limit,
      words: limitWords(limit),
      times: count(times, locale),
    })),
    failures: failures.map(({ who, times, ...one }) => ({ ...one, who, times: count(times, locale) })),
    blocked: blocked.map(({ key, of, who, until }) => ({
      key,
      who: who ?? "An address without an account",
      isNetwork: of === "network",
      words: blockedWords[of],
      until: timeOfDay(until, place),
    })),
    sessions: admins.map((one) => ({
      id: one.id,
      who: one.email,
      device: deviceOf(one.user_agent),
      where: [placeOf(one.country, locale), one.ip_prefix].filter(Boolean).join(", "),
      seen: `last seen ${ago(one.last_seen_at, now, place)}`,
      began: ago(one.created_at, now, place),
      factor: one.factor === null ? "no second factor" : one.factor.replaceAll("_", " "),
      isThis: one.id === ownSession,
    })),
    visits: visits.map((one) => ({
      id: one.id,
      who: one.user_name,
      client: one.client,
      agency: one.agency ?? "",
      reason: one.reason,
      when: visitWords(one, now, place),
    })),
    secrets: secrets.map(({ name, since }) => ({
      name,
      since: since === null ? "not noticed yet" : ageWords(since, now, place),
      isOld: since !== null && now - since >= secretsLast_days * day_ms,
    })),
  };
}

/** "seen since Nov 3, 25 days". */
function ageWords(since: number, now: number, place: Place): string {
  const days = Math.floor((now - since) / day_ms);
  const age = days === 0 ? "today" : days === 1 ? "1 day" : `${count(days, place.locale)} days`;
  return `since ${shortDate(since, now, place)}, ${age}`;
}

async function chainOf(db: PlatformDb, kept: ReturnType<typeof chainState>, now: number, place: Place) {
  const [{ head }, state] = await Promise.all([headOf(db), kept]);
  const [first] = await db
    .select({ sequence: auditSeals.sequence })
    .from(auditSeals)
    .orderBy(auditSeals.sequence)
    .limit(1);
  const sealed = first === undefined ? 0 : head.sequence - first.sequence + 1;
  return {
    sealed: count(sealed, place.locale),
    last: head.sequence === 0 ? null : `${count(head.sequence, place.locale)}, ${head.hash.slice(0, 16)}…`,
    verified: state.ended_at === null ? null : ago(state.ended_at, now, place),
    checked: count(state.whole, place.locale),
    broken: state.broken,
  };
}

/** Who did it, where a finding is about someone else. */
const actors = alias(users, "actors");

async function alertsOf(db: PlatformDb, all: boolean, now: number, place: Place) {
  const rows = await db
    .select({
      id: securityAlerts.id,
      rule: securityAlerts.rule,
      facts: securityAlerts.facts,
      created_at: securityAlerts.created_at,
      seen_at: securityAlerts.seen_at,
      organization: organizations.name,
      email: sql<string | null>`${users.email}`.as("email"),
      by: sql<string | null>`${actors.email}`.as("by_email"),
    })
    .from(securityAlerts)
    .leftJoin(organizations, eq(organizations.id, securityAlerts.organization_id))
    .leftJoin(users, eq(users.id, securityAlerts.user_id))
    .leftJoin(actors, eq(actors.id, sql`json_extract(${securityAlerts.facts}, '$.by')`))
    .where(
      and(
        gt(securityAlerts.id, firstIdAt(now - 90 * day_ms)),
        all ? undefined : isNull(securityAlerts.seen_at),
      ),
    )
    .orderBy(desc(securityAlerts.id))
    .limit(shownAlerts);
  return rows.map(({ id, rule, facts, created_at, seen_at, organization, email, by }) => ({
    id,
    ...findingWords(
      rule,
      {
        who: by || email || "A deleted account",
        subject: email || "a deleted account",
        organization: organization || "an organization",
        ...facts,
      },
      place,
    ),
    when: ago(created_at, now, place),
    about: [organization, email].filter(Boolean).join(", "),
    isSeen: seen_at !== null,
  }));
}

const failed = z.object({ kind: z.enum(["account", "network"]), who: z.string(), times: z.number() });

/** The accounts and networks with the most failed sign-ins of a day. */
async function failuresOf(db: PlatformDb, now: number) {
  const since = firstIdAt(now - day_ms);
  const actions = sql`action in ('session.refused', 'session.confirmation_refused', 'factor.refused', 'email.code_refused')`;
  const found = await db.all<unknown>(sql`select * from (
      select 'account' as kind, coalesce(nullif(u.email, ''), 'An address without an account') as who, f.times as times
      from (select coalesce(target, actor_id) as user_id, count(*) as times from audit_events
        where id >= ${since} and ${actions} group by 1 order by 2 desc limit ${shownFailures}) f
      left join users u on u.id = f.user_id)
    union all select * from (
      select 'network' as kind, ip_prefix as who, count(*) as times from audit_events
      where id >= ${since} and ip_prefix is not null and ${actions}
      group by ip_prefix order by 3 desc limit ${shownFailures})`);
  return z.array(failed).parse(found);
}

const adminSessions = (db: PlatformDb, now: number) =>
  db
    .select({
      id: sessions.id,
      email: users.email,
      user_agent: sessions.user_agent,
      ip_prefix: sessions.ip_prefix,
      country: sessions.country,
      factor: sessions.factor,
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
    })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.user_id))
    .innerJoin(sessions, eq(sessions.user_id, userRoles.user_id))
    .where(
      and(
        eq(userRoles.role, "admin"),
        eq(sessions.kind, "full"),
        gt(sessions.expires_at, now),
        gt(sessions.last_seen_at, now - idleLimit_ms),
      ),
    )
    .orderBy(desc(sessions.last_seen_at))
    .limit(shownSessions);

const agencies = sql<
  string | null
>`(select a.name from organizations a where a.id = ${supportVisits.agency_id})`;

const visitsOf = (db: PlatformDb) =>
  db
    .select({
      id: supportVisits.id,
      user_name: supportVisits.user_name,
      client: sql<string>`coalesce(${organizations.name}, '')`.as("client"),
      agency: agencies.as("agency"),
      reason: supportVisits.reason,
      may_write: supportVisits.may_write,
      started_at: supportVisits.started_at,
      ends_at: supportVisits.ends_at,
      ended_at: supportVisits.ended_at,
    })
    .from(supportVisits)
    .leftJoin(organizations, eq(organizations.id, supportVisits.organization_id))
    // A table of organizations is read by a key; ids are in the order of time.
    .where(sql`${supportVisits.agency_id} is not null`)
    .orderBy(desc(supportVisits.id))
    .limit(shownVisits);
