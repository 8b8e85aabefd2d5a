/** Adding a custom domain: whose it may be, and what keeps one from being added. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { quarantine_ms } from "#app/branding/host-tenants.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { hasWhiteLabel } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { assertOk, auditEvents, customDomains } from "#drizzle/control/schema.ts";
import { checkDomain, newProof } from "./check-domain.server.ts";
import { domainSettings } from "./cloudflare.server.ts";
import { type HostRefusal, registeredDomain } from "./domain-host.ts";
import { findDomain } from "./domain-rows.server.ts";
import { typedHost } from "./typed-host.server.ts";

/** Domains of one organization, claims included. */
export const mostDomains = 5;
/** Each is looked at at once, which asks DNS and Cloudflare. */
const mostAdded = { most: 20, within_ms: hour_ms };

const taken = "UNIQUE constraint failed: custom_domains.host";
const ownTaken = "UNIQUE constraint failed: custom_domains.organization_id, custom_domains.host";

/** The form of /custom-domain-guide that adds one; `www` also for a host that was typed without it. */
export const domainForm = z.object({
  domain: z.string().max(2000, "That's not a domain").default(""),
  www: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

/**
 * `plan`: custom domains come with a larger plan. `held`: another organization has proven the host. It was added as a claim, which wins by its own proof.
 * `quarantined`: another organization gave it up lately; `until` is ms UTC.
 */
export type Added =
  | { ok: true; id: string; host: string; isHeld: boolean }
  | { ok: false; reason: HostRefusal | "unset" | "limit" | "plan" | "already_yours" | "leaving" }
  | { ok: false; reason: "quarantined"; until: number }
  | { ok: false; reason: "too_many"; retryAfter: number };

const known = z.object({
  own_state: z.string().nullable(),
  released_at: z.number().nullable(),
  /** Whether another organization holds the host, and whether it has proven it. */
  is_taken: z.number().transform(Boolean),
  is_held: z.number().transform(Boolean),
});

async function knownOf(db: Database, organizationId: string, host: string, now: number) {
  const row = await platform(db).get<unknown>(sql`select
    (select d.state from custom_domains d where d.host = ${host} and d.organization_id = ${organizationId}) as own_state,
    (select r.released_at from released_hosts r where r.host = ${host} and r.organization_id <> ${organizationId}
      and r.released_at > ${now - quarantine_ms}) as released_at,
    exists (select 1 from custom_domains d where d.host = ${host} and d.is_claim = 0
      and d.organization_id <> ${organizationId}) or exists (select 1 from organization_branding b
      where b.custom_domain = ${host} and b.organization_id <> ${organizationId}) as is_taken,
    exists (select 1 from custom_domains d where d.host = ${host} and d.is_claim = 0 and d.proven_at is not null
      and d.organization_id <> ${organizationId}) or exists (select 1 from organization_branding b
      where b.custom_domain = ${host} and b.organization_id <> ${organizationId}) as is_held`);
  return known.parse(row);
}

type NewDomain = { id: string; host: string; hasWww: boolean; isClaim: boolean };

/** @returns the constraint that kept it out; null: it was added */
async function insert(
  d1: Database,
  actor: Actor,
  { id, host, hasWww, isClaim }: NewDomain,
  now: number,
): Promise<"limit" | "taken" | "own" | null> {
  const db = platform(d1);
  const organization_id = actor.organization.id;
  try {
    await db.batch([
      db.insert(customDomains).values({
        id,
        organization_id,
        host,
        state: "draft",
        is_claim: isClaim,
        proof: newProof(),
        has_www: hasWww,
        check_at: now,
        created_by: authorOf(actor),
        created_at: now,
        updated_at: now,
      }),
      db.insert(assertOk).select(sql`select case when (select count(*) from custom_domains
        where organization_id = ${organization_id}) <= ${mostDomains} then 1 end as ok`),
      db.delete(assertOk).where(eq(assertOk.ok, 1)),
      db.insert(auditEvents).values(await actor.note("domain.added", id, { host })),
    ]);
    return null;
  } catch (error) {
    if (violates(error, ownTaken)) return "own";
    if (violates(error, taken)) return "taken";
    if (violates(error, guardFailed)) return "limit";
    throw error;
  }
}

/**
 * Adds a domain and looks at it once. Of two organizations that add a host at the same time one gets it, by the table's
 * constraint; the other's becomes a claim.
 */
export const addDomain = verb(
  { verb: "domains.add", permission: "brand.write", section: "settings", input: domainForm },
  async (actor, { domain, www }, deps: Deps): Promise<Added> => {
    const now = Date.now();
    const all = settings(deps.env);
    const set = domainSettings(all);
    if (set === null) return { ok: false, reason: "unset" };
    if (!hasWhiteLabel(actor.limits, actor.organization.status)) return { ok: false, reason: "plan" };
    const typed = typedHost(domain, [all.PUBLIC_HOST, registeredDomain(set.target)]);
    if (!typed.ok) return typed;
    const { host } = typed;
    const organizationId = actor.organization.id;
    const limit = { key: `domains-added:${organizationId}`, ...mostAdded };
    const spent = await spend(deps.db, [limit], now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const before = await knownOf(deps.db, organizationId, host, now);
    if (before.own_state !== null)
      return { ok: false, reason: before.own_state === "deleting" ? "leaving" : "already_yours" };
    if (before.released_at !== null)
      return { ok: false, reason: "quarantined", until: before.released_at + quarantine_ms };
    const id = newId(now);
    const added = { id, host, hasWww: typed.hasWww || www, isClaim: before.is_taken };
    let refused = await insert(deps.db, actor, added, now);
    if (refused === "taken") refused = await insert(deps.db, actor, { ...added, isClaim: true }, now);
    if (refused === "own") return { ok: false, reason: "already_yours" };
    if (refused !== null) return { ok: false, reason: "limit" };
    const row = await findDomain(deps.db, organizationId, id);
    if (row) await checkDomain(deps, row, now);
    return { ok: true, id, host, isHeld: before.is_held };
  },
);
