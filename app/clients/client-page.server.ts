/** The data of a client's page: facts, people, limits, sections, visits, and what both sides' audit trails say. */
import { and, desc, eq, or } from "drizzle-orm";
import { visitor } from "#app/accounts/session.server.ts";
import { statusWords, tierWords } from "#app/billing/plan-words.ts";
import { cardTermsOf } from "#app/billing/resale/card-clients.server.ts";
import { ownTermsOf, priceOf } from "#app/billing/resale/client-prices.server.ts";
import { brandSections } from "#app/branding/hidden-sections.ts";
import { needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { auditWords } from "#app/membership/audit-words.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { roles, roleTitle } from "#app/membership/permissions.ts";
import { limitsOf, tiersUpTo } from "#app/membership/plan-limits.ts";
import { supportVisitsOf } from "#app/organizations/support-access.server.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, database, tenant } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, count, type Place, shortDate, startedMinutes } from "#app/platform/format.ts";
import { auditEvents, users } from "#drizzle/control/schema.ts";
import { clientOf } from "./agency.server.ts";
import { priceView, priceWords } from "./billing/price-view.ts";
import { flagsOf } from "./client-flags.server.ts";
import { healthOf } from "./client-health.ts";
import { figuresOf } from "./client-list.server.ts";
import { pendingOffer } from "./client-offer.server.ts";
import { peopleOf } from "./client-people.server.ts";
import type { ClientView } from "./client-view.ts";
import { statusField } from "./status-choices.ts";

const shownEvents = 30;
const shownVisits = 10;

/** The newest of what happened in a client, and of what its agency did about it. */
async function eventsOf(db: Database, agencyId: string, clientId: string, now: number, place: Place) {
  const rows = await tenant(db, clientId)
    .select({
      id: auditEvents.id,
      organization_id: auditEvents.organization_id,
      action: auditEvents.action,
      actor_id: auditEvents.actor_id,
      name: users.name,
      email: users.email,
      changes: auditEvents.changes,
      created_at: auditEvents.created_at,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actor_id))
    .where(
      or(
        eq(auditEvents.organization_id, clientId),
        and(eq(auditEvents.organization_id, agencyId), eq(auditEvents.target, clientId)),
      ),
    )
    .orderBy(desc(auditEvents.created_at))
    .limit(2 * shownEvents);
  // What the agency did stands in both trails, with the same time and words: it is shown once.
  const seen = new Set<string>();
  return rows
    .filter(({ action, actor_id, created_at }) => {
      const same = `${action} ${actor_id} ${Math.floor(created_at / 1000)}`;
      return !seen.has(same) && seen.add(same);
    })
    .slice(0, shownEvents)
    .map((row) => ({
      id: row.id,
      what: auditWords(row.action, { changes: row.changes, target: null, subject: null }),
      who: row.name ?? row.email ?? "Automatic",
      isSupport: row.changes !== null && "visit" in row.changes,
      when: ago(row.created_at, now, place),
    }));
}

/** What the form that confirms an identity needs to know of the person. */
type Confirming = { email: string; hasPassword: boolean; hasFactor: boolean; hasPasskey: boolean };

/** @throws a 404 answer for an id that is no client's of the agency */
export async function clientPage(
  request: Request,
  context: Context,
  member: Member,
  id: string,
): Promise<ClientView & { person: Confirming }> {
  const { organization, may } = member;
  const agencyId = organization.id;
  const db = context.get(database);
  const now = Date.now();
  const place = { timeZone: organization.timeZone, locale: organization.locale };
  const [client, figures] = await Promise.all([clientOf(db, agencyId, id), figuresOf(db, member, id, now)]);
  if (!client || !figures) throw faultResponse("not_found");
  const [{ people, invitations }, visits, events, flags, offer, who, prices, own, card] = await Promise.all([
    peopleOf(db, id),
    supportVisitsOf(db, id, place, shownVisits),
    eventsOf(db, agencyId, id, now, place),
    flagsOf(db, id),
    pendingOffer(db, agencyId, id, now),
    visitor(request, context),
    priceOf(db, agencyId, client.subscription_tier, id),
    ownTermsOf(db, organization, now),
    cardTermsOf(db, agencyId, id),
  ]);
  const pays = card ?? prices.own ?? prices.plan;
  const { status, statuses } = statusField(client.subscription_status);
  if (who.kind !== "full") throw faultResponse("forbidden");
  const isAsked = needsProof(who, now);
  const { locale } = organization;
  const plan = limitsOf(client.subscription_tier);
  const lowered = client.client_limits ?? {};
  const typed = (limit: string) => String(lowered[limit] ?? "");
  const isArchived = client.archived_at !== null;
  const isSuspended = client.suspended_at !== null;
  const isBarred = client.platform_suspended_at !== null;
  return {
    id,
    name: client.name,
    health: healthOf(figures, now),
    host: figures.host,
    isSuspended,
    isBarred,
    restorableUntil: client.purge_at !== null && isArchived ? shortDate(client.purge_at, now, place) : null,
    figures: [
      { label: "Calls", value: count(figures.calls, locale), note: "this month" },
      { label: "Minutes", value: startedMinutes(figures.seconds, locale), note: "this month" },
      {
        label: "Last call",
        value: figures.last_call_at === null ? "None yet" : ago(figures.last_call_at, now, place),
      },
      {
        label: "Numbers",
        value: count(figures.numbers, locale),
        note: `of ${count(limitsOf(client.subscription_tier, lowered).numbers, locale)}`,
      },
    ],
    facts: [
      [
        "Plan",
        `${tierWords(client.subscription_tier)}, ${statusWords(client.subscription_status).toLowerCase()}`,
      ],
      ["Address", figures.host ?? "The main address"],
      ["Time zone", client.time_zone],
      ["People", count(figures.people, locale)],
      ["Agents", count(figures.agents, locale)],
      ["Client since", shortDate(client.created_at, now, place)],
    ],
    people: people.map(({ id: userId, email, name, role, last_seen_at }) => ({
      id: userId,
      who: name ?? email,
      email,
      role: roleTitle(role),
      seen: last_seen_at === null ? "Hasn't visited yet" : `Last seen ${ago(last_seen_at, now, place)}`,
    })),
    invitations: invitations.map(({ id: invitation, email, role, expires_at }) => ({
      id: invitation,
      email,
      role: roleTitle(role),
      until: expires_at > now ? `Expires ${shortDate(expires_at, now, place)}` : "Expired",
    })),
    roles: roles.map((role) => ({ value: role, label: roleTitle(role) })),
    details: {
      name: client.name,
      tier: client.subscription_tier,
      status,
      lines: typed("lines"),
      numbers: typed("numbers"),
      agents: typed("agents"),
    },
    paysWords: pays && `${priceWords(pays, locale)}${card ? ", by card" : ""}`,
    paysByCard: card !== null,
    statuses,
    ownPrice: priceView(prices.own, own, organization),
    currency: organization.currency,
    planLimits: { lines: plan.lines, numbers: plan.numbers, agents: plan.agents },
    tiers: [...new Set([...tiersUpTo(organization.tier), client.subscription_tier])].map((tier) => ({
      value: tier,
      label: tierWords(tier),
    })),
    flags,
    offer: offer && { email: offer.email ?? "", until: shortDate(offer.expires_at, now, place) },
    withheld: brandSections.map((section) => ({
      section,
      roles: client.withheld_sections?.[section] ?? [],
    })),
    visits,
    events,
    support: {
      isAllowed: client.allows_support,
      canOpen: may("clients.support") && client.allows_support && !isArchived && !isSuspended && !isBarred,
    },
    canWrite: may("clients.write"),
    needsProof: isAsked,
    person: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    },
  };
}
