/** One customer as the platform's admins see it: who belongs to it, what it pays and uses, and what happened. */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { isLiving } from "#app/billing/plan/subscription-words.ts";
import { statusWords, tierWords } from "#app/billing/plan-words.ts";
import { microsOf } from "#app/billing/resale/retail-money.ts";
import { owedCredits } from "#app/billing/stripe/credits.server.ts";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { healthOf } from "#app/clients/client-health.ts";
import { auditWords } from "#app/membership/audit-words.ts";
import { roleTitle } from "#app/membership/permissions.ts";
import { grantableLimits, isUnpaid, limitsOf, tiers, trialTalkOf } from "#app/membership/plan-limits.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { type Database, database, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import {
  ago,
  count,
  counted,
  money,
  type Place,
  price,
  shortDate,
  startedMinutes,
} from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { instantOf, localDate } from "#app/platform/zoned-time.ts";
import {
  auditEvents,
  customDomains,
  errorGroups,
  organizationMembers,
  phoneNumbers,
  usageRollups,
  users,
} from "#drizzle/control/schema.ts";
import { type Customer, customerOf } from "./acting-admin.server.ts";
import { creditCurrency } from "./customer-credit.server.ts";
import { asOf, type CustomerRow, customerRow } from "./customer-list.server.ts";
import type { CustomerView } from "./customer-view.ts";
import { lastActive, revenueOf } from "./customers-page.server.ts";
import { provenView } from "./proven-view.server.ts";

/** How many rows of each kind the page shows. */
const shownMembers = 50;
const shownNumbers = 20;
const shownDomains = 20;
const shownErrors = 10;
const shownEvents = 20;

/** Everything about it in the control plane, in one trip. */
async function rowsOf(db: Database, id: string, today: number) {
  const own = tenant(db, id);
  const reasons = sql<string | null>`(select p.changes ->> 'reason' from audit_events p
    where p.id = ${auditEvents.changes} ->> 'event')`;
  const admins = sql<string | null>`(select coalesce(u.name, u.email) from audit_events p
    join users u on u.id = p.actor_id where p.id = ${auditEvents.changes} ->> 'event')`;
  return own.batch([
    own
      .select({
        id: users.id,
        email: users.email,
        name: users.name,
        role: organizationMembers.role,
        seen: organizationMembers.last_seen_at,
      })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(eq(organizationMembers.organization_id, id))
      .orderBy(sql`(${organizationMembers.role} <> 'owner')`, organizationMembers.created_at)
      .limit(shownMembers),
    own.select().from(phoneNumbers).where(eq(phoneNumbers.organization_id, id)).limit(shownNumbers),
    own.select().from(customDomains).where(eq(customDomains.organization_id, id)).limit(shownDomains),
    own
      .select()
      .from(errorGroups)
      .where(and(eq(errorGroups.organization_id, id), eq(errorGroups.state, "open")))
      .orderBy(desc(errorGroups.last_seen_at))
      .limit(shownErrors),
    own
      .select({
        id: auditEvents.id,
        action: auditEvents.action,
        actor_id: auditEvents.actor_id,
        name: users.name,
        email: users.email,
        changes: auditEvents.changes,
        reason: reasons.as("reason"),
        admin: admins.as("admin"),
        created_at: auditEvents.created_at,
      })
      .from(auditEvents)
      .leftJoin(users, eq(users.id, auditEvents.actor_id))
      .where(eq(auditEvents.organization_id, id))
      .orderBy(desc(auditEvents.created_at))
      .limit(shownEvents),
    own
      .select({ calls: sql<number>`coalesce(sum(${usageRollups.calls}), 0)` })
      .from(usageRollups)
      .where(and(eq(usageRollups.organization_id, id), gte(usageRollups.quarter_start, today))),
  ]);
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

function eventsOf([, , , , events]: Rows, now: number, place: Place): CustomerView["events"] {
  return events.map((row) => ({
    id: row.id,
    what: auditWords(row.action, { changes: row.changes, target: null, subject: null }),
    who: row.admin ?? row.name ?? row.email ?? "Automatic",
    reason: row.reason,
    when: ago(row.created_at, now, place),
  }));
}

const domainStates: Readonly<Record<string, string>> = {
  live: "Live",
  moved: "Moved",
  blocked: "Blocked",
  timed_out: "Timed out",
  expired: "Expired",
};

function figuresOf(row: CustomerRow, [, , , , , [today]]: Rows, now: number, place: Place) {
  const { locale } = place;
  const at = lastActive(row);
  const revenue = revenueOf(row, locale);
  const { agency_fee, agency_currency } = row;
  const toAgency =
    agency_fee === null || agency_fee === 0 || agency_currency === null
      ? null
      : `${money(microsOf(agency_fee, agency_currency), agency_currency, locale)} a month, without extra minutes`;
  return [
    { label: "Calls today", value: count(today?.calls ?? 0, locale) },
    {
      label: "Minutes",
      value: startedMinutes(row.seconds, locale),
      note: `in ${counted(row.calls, "call", "calls", locale)} this month`,
    },
    {
      label: "Revenue",
      value: revenue.words,
      ...(revenue.isFee && { note: "a month, without usage" }),
      ...(!revenue.isFee && toAgency !== null && { note: toAgency }),
    },
    { label: "Last active", value: at === null ? "Never" : ago(at, now, place) },
  ];
}

async function planOf(db: Database, env: Env, found: Customer, now: number, place: Place) {
  const { subscription_tier: tier, subscription_status: status, granted_limits } = found;
  const isClient = found.parent_organization_id !== null;
  const running = isClient ? null : await currentSubscription(db, found.id);
  const owed = isClient ? [] : await owedCredits(db, found.id);
  const isBilled = running !== null && isLiving(running.status);
  const sold = limitsOf(tier);
  const numbersOf = (of: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      grantableLimits.flatMap((name) => (typeof of[name] === "number" ? [[name, of[name]]] : [])),
    );
  const renews = running ? shortDate(running.period_end, now, place) : "";
  const fee = running ? price(running.unit_amount, running.currency, place.locale) : "";
  const trial =
    isClient || found.archived_at !== null
      ? null
      : isUnpaid(status)
        ? { unit: "minutes" as const, words: `${trialTalkOf(granted_limits) / 60} minutes of calls in all` }
        : running?.status === "trialing" && running.trial_end !== null
          ? { unit: "days" as const, words: `Ends ${shortDate(running.trial_end, now, place)}` }
          : null;
  return {
    plan: {
      tier,
      status: status === "active" ? "active" : "pending",
      tiers: tiers.map((value) => ({ value, label: tierWords(value) })),
      isBilled,
      words: isBilled
        ? `${fee} ${running.cadence}, until ${renews}. ${statusWords(running.status)}.`
        : `${statusWords(status)}, without a subscription.`,
    },
    limits: Object.fromEntries(grantableLimits.map((name) => [name, String(granted_limits?.[name] ?? "")])),
    planLimits: numbersOf(sold),
    trial,
    owedCredits:
      owed.length === 0
        ? null
        : owed.map(({ amount, currency }) => price(amount, currency, place.locale)).join(", "),
    creditCurrency: isClient || !takesPayments(settings(env)) ? null : creditCurrency(running, found),
  };
}

/**
 * The page's data; while the admin must confirm who they are, only the question for it.
 * @throws a 404 answer for an id that is no customer's
 */
export async function customerView(request: Request, context: Context, id: string) {
  const { isOpen, isAsked, place, confirmation } = await provenView(request, context);
  if (!isOpen) return { isOpen, confirmation, customer: null };
  const now = Date.now();
  const { env } = context.get(cloudflare);
  const db = context.get(database);
  const today = instantOf(localDate(now, place.timeZone), "00:00", place.timeZone);
  const [found, row] = await Promise.all([
    customerOf(db, id),
    customerRow(db, id, asOf(now, place.timeZone)),
  ]);
  if (!found || !row) throw faultResponse("not_found");
  const [rows, plan] = await Promise.all([rowsOf(db, id, today), planOf(db, env, found, now, place)]);
  const [members, numbers, domains, errors] = rows;
  const isDeleted = found.archived_at !== null;
  const isClosed = [found.archived_at, found.suspended_at, found.platform_suspended_at].some(
    (at) => at !== null,
  );
  const customer: CustomerView = {
    id,
    name: found.name,
    version: found.admin_version,
    sentence: row.host === null ? "Members sign in at the main address." : `Members sign in at ${row.host}.`,
    health: healthOf(row, now),
    agency: row.parent_id === null ? null : { id: row.parent_id, name: row.parent ?? "" },
    isSuspended: found.platform_suspended_at !== null,
    restorableUntil: isDeleted && found.purge_at !== null ? shortDate(found.purge_at, now, place) : null,
    figures: figuresOf(row, rows, now, place),
    facts: [
      ["Plan", `${tierWords(row.tier)}, ${statusWords(row.status).toLowerCase()}`],
      ["Owner", row.owner ?? "None"],
      ["Members", count(row.people, place.locale)],
      ["Numbers", count(row.numbers, place.locale)],
      ["Time zone", found.time_zone],
      ["Customer since", shortDate(row.created_at, now, place)],
      ["ID", id],
    ],
    members: members.map(({ id: userId, email, name, role, seen }) => ({
      id: userId,
      who: name ?? email,
      email,
      role: roleTitle(role),
      seen: seen === null ? "Hasn't visited yet" : `Last seen ${ago(seen, now, place)}`,
    })),
    numbers: numbers.map(({ phone_number, agent_name }) => ({
      id: phone_number,
      number: internationally(phone_number),
      agent: agent_name ?? "Not assigned",
    })),
    domains: domains.map((one) => ({
      id: one.id,
      host: one.host,
      state: domainStates[one.state] ?? "Being set up",
    })),
    errors: errors.map((one) => ({
      id: one.id,
      message: one.error_message,
      severity: one.severity,
      when: `${counted(one.times, "time", "times", place.locale)}, last ${ago(one.last_seen_at, now, place)}`,
    })),
    events: eventsOf(rows, now, place),
    clients: row.clients === 0 ? null : counted(row.clients, "client", "clients", place.locale),
    ...plan,
    support: { isAllowed: found.allows_support, canOpen: found.allows_support && !isClosed },
    needsProof: isAsked,
  };
  return { isOpen, confirmation, customer };
}
