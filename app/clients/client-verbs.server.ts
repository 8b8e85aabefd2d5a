/** What an agency changes about its clients: name, plan, limits, sections, and whether they work. */

import { and, isNotNull, isNull } from "drizzle-orm";
import { hasNoCard } from "#app/billing/resale/card-clients.server.ts";
import { fixTerms, fixTermsOf } from "#app/billing/resale/client-terms.server.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { closeOrganization, reopenOrganization } from "#app/membership/deleted-organizations.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { loweredLimits, tiersUpTo } from "#app/membership/plan-limits.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { verb } from "#app/membership/verb.ts";
import { platform } from "#app/platform/d1.server.ts";
import { auditEvents, organizations } from "#drizzle/control/schema.ts";
import { clientOf, isClientOf, noteBoth } from "./agency.server.ts";
import { clientChoice, clientDetails, withholding } from "./client-forms.server.ts";

type Needs = Pick<Deps, "db" | "env" | "after">;
type Unknown = { ok: false; reason: "unknown" };
type Done = { ok: true } | Unknown;
const unknown: Unknown = { ok: false, reason: "unknown" };

/**
 * `too_large`: the plan is larger than the agency's own. `unpaid`: the agency itself does not pay, or not yet.
 * `by_card`: the client pays by card, so that its subscription says its plan and status.
 */
type Updated = Done | { ok: false; reason: "too_large" | "unpaid" | "by_card" };

/** Changes a client's name, plan and limits. No client's plan is larger than its agency's. */
export const updateClient = verb(
  { verb: "clients.update", permission: "clients.write", input: clientDetails },
  async (
    actor,
    { client: id, name, tier: typedTier, status: typedStatus, ...typed },
    { db: d1, env, after }: Needs,
  ): Promise<Updated> => {
    const { organization } = actor;
    const found = await clientOf(d1, organization.id, id);
    if (!found) return unknown;
    const tier = typedTier ?? found.subscription_tier;
    const status = statusOf(typedStatus, found.subscription_status);
    const isOtherTier = tier !== found.subscription_tier;
    const isOtherStatus = status !== found.subscription_status;
    // A client that has a larger plan already may keep it.
    if (isOtherTier && !tiersUpTo(organization.tier).includes(tier))
      return { ok: false, reason: "too_large" };
    if (isOtherStatus && status === "active" && organization.status !== "active")
      return { ok: false, reason: "unpaid" };
    const client_limits = Object.fromEntries(
      loweredLimits.flatMap((limit) => (typed[limit] === null ? [] : [[limit, typed[limit]]])),
    );
    const now = Date.now();
    const db = platform(d1);
    // Another plan counts from the next month on.
    await fixTerms(d1, organization.id, now);
    const isDone = await runGuarded(db, [
      db
        .update(organizations)
        .set({
          name,
          ...(isOtherTier && { subscription_tier: tier }),
          ...(isOtherStatus && { subscription_status: status }),
          client_limits,
          updated_at: now,
        })
        .where(
          and(
            isClientOf(id, organization.id),
            isOtherTier || isOtherStatus ? hasNoCard(id, organization.id) : undefined,
          ),
        ),
      ...hasMatched(db),
      db
        .insert(auditEvents)
        .values(await noteBoth(actor, id, "client.updated", { name, tier, status, ...typed })),
    ]);
    if (!isDone)
      return (await clientOf(d1, organization.id, id)) ? { ok: false, reason: "by_card" } : unknown;
    // The first month of a client that was on trial begins with its activation.
    if (isOtherStatus) await fixTermsOf(d1, found, organization.id, now);
    after(publishHostsOf(env, d1, id, now));
    return { ok: true };
  },
);

/** The status that a form asks for. Only an active client goes back to being on trial. */
function statusOf(typed: "pending" | "active" | "kept", present: string): string {
  if (typed === "kept" || (typed === "pending" && present !== "active")) return present;
  return typed;
}

/** Chooses the roles of a client that each section is kept from. */
export const withholdSections = verb(
  { verb: "clients.withhold", permission: "clients.write", input: withholding },
  async (actor, { client: id, withheld }, { db: d1, env, after }: Needs): Promise<Done> => {
    const found = await clientOf(d1, actor.organization.id, id);
    if (!found) return unknown;
    const bySection: Record<string, string[]> = {};
    for (const { section, role } of withheld) bySection[section] = [...(bySection[section] ?? []), role];
    const db = platform(d1);
    const said = withheld.map(({ section, role }) => `${section}:${role}`).join(" ");
    const isDone = await runGuarded(db, [
      db
        .update(organizations)
        .set({ withheld_sections: bySection, updated_at: Date.now() })
        .where(isClientOf(id, actor.organization.id)),
      ...hasMatched(db),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.sections_changed", { withheld: said })),
    ]);
    if (!isDone) return unknown;
    // Open dashboards stop hearing of calls that are kept from them now.
    after(askListenersAgain(env, found));
    return { ok: true };
  },
);

/** Its people see why, its callers hear that no one is available, and nothing is lost. */
export const suspendClient = verb(
  { verb: "clients.suspend", permission: "clients.write", worksUnpaid: true, input: clientChoice },
  async (actor, { client: id }, { db: d1, env, after }: Needs): Promise<Done> => {
    const found = await clientOf(d1, actor.organization.id, id);
    if (!found) return unknown;
    const now = Date.now();
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      db
        .update(organizations)
        .set({ suspended_at: now, updated_at: now })
        .where(and(working(id, actor), isNull(organizations.suspended_at))),
      ...hasMatched(db),
      ...endingVisits(db, { client: id }, now),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.suspended")),
    ]);
    if (!isDone) return unknown;
    await closeOrganization(env, found);
    after(publishHostsOf(env, d1, id, now));
    return { ok: true };
  },
);

const working = (id: string, actor: Actor) =>
  and(isClientOf(id, actor.organization.id), isNull(organizations.archived_at));

/** Everything is as it was before the client was suspended. */
export const resumeClient = verb(
  { verb: "clients.resume", permission: "clients.write", input: clientChoice },
  async (actor, { client: id }, { db: d1, env, after }: Needs): Promise<Done> => {
    const found = await clientOf(d1, actor.organization.id, id);
    if (!found) return unknown;
    const now = Date.now();
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      db
        .update(organizations)
        .set({ suspended_at: null, updated_at: now })
        .where(and(working(id, actor), isNotNull(organizations.suspended_at))),
      ...hasMatched(db),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.resumed")),
    ]);
    if (!isDone) return unknown;
    if (found.platform_suspended_at === null) await reopenOrganization(env, found);
    after(publishHostsOf(env, d1, id, now));
    return { ok: true };
  },
);
