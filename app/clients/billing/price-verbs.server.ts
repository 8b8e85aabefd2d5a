/** What an agency changes about its prices: for everyone on a plan, or for one client. */

import { and, eq } from "drizzle-orm";
import { fixTerms } from "#app/billing/resale/client-terms.server.ts";
import { makeRetailPrices } from "#app/billing/resale/retail-prices.server.ts";
import { clientOf, noteBoth } from "#app/clients/agency.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { tiersUpTo } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { type Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { auditEvents, clientPrices } from "#drizzle/control/schema.ts";
import { newPrice, priceChoice } from "./price-forms.server.ts";

type Needs = Pick<Deps, "db" | "env" | "after">;

/** `too_large`: the plan is above the agency's own. `unknown`: no client of theirs. `meanwhile`: someone else saved another price since the form was filled. */
type Priced = { ok: true } | { ok: false; reason: "too_large" | "unknown" | "meanwhile" };

type Where = { tier: string; client: string; version: number };

const isThis = (actor: Actor, { tier, client, version }: Where) =>
  and(
    eq(clientPrices.agency_id, actor.organization.id),
    eq(clientPrices.tier, tier),
    eq(clientPrices.client_id, client),
    eq(clientPrices.updated_at, version),
  );

/** A client stands in both trails; the list of plans is the agency's own matter. */
const notes = async (
  actor: Actor,
  { tier, client }: Where,
  action: string,
  changes: Record<string, string | number>,
) =>
  client === ""
    ? [await actor.note(action, tier, { tier, ...changes })]
    : // Prices that the agency considers are not told to the client: its statement says what it pays.
      noteBoth(actor, client, action, { tier });

async function refusal(
  db: Database,
  actor: Actor,
  { tier, client }: Where,
): Promise<"too_large" | "unknown" | null> {
  if (client !== "") return (await clientOf(db, actor.organization.id, client)) ? null : "unknown";
  return tiersUpTo(actor.organization.tier).includes(tier) ? null : "too_large";
}

/** Sets a price. It counts from the next month on: this month's terms are fixed before it is written. */
export const setPrice = verb(
  { verb: "clients.set_price", permission: "clients.write", input: newPrice },
  async (actor, { tier, client, version, ...figures }, { db: d1, env, after }: Needs): Promise<Priced> => {
    const where = { tier, client, version };
    const reason = await refusal(d1, actor, where);
    if (reason !== null) return { ok: false, reason };
    const { id: agency_id, currency } = actor.organization;
    const now = Date.now();
    await fixTerms(d1, agency_id, now);
    const db = platform(d1);
    const set = { ...figures, currency, updated_by: authorOf(actor), updated_at: Math.max(now, version + 1) };
    const isDone = await runGuarded(db, [
      version === 0
        ? db
            .insert(clientPrices)
            .values({ agency_id, tier, client_id: client, ...set })
            .onConflictDoNothing()
        : db.update(clientPrices).set(set).where(isThis(actor, where)),
      ...hasMatched(db),
      db.insert(auditEvents).values(await notes(actor, where, "client_price.set", { ...figures, currency })),
    ]);
    if (!isDone) return { ok: false, reason: "meanwhile" };
    // Clients without terms, because they had no price, get this one for the month that runs.
    await fixTerms(d1, agency_id, now);
    after(makeRetailPrices(env, d1, agency_id, now));
    return { ok: true };
  },
);

/** Takes a price back: a client pays its plan's again, and a plan without one is sold no more. */
export const removePrice = verb(
  { verb: "clients.remove_price", permission: "clients.write", input: priceChoice },
  async (actor, where, { db: d1 }: Pick<Deps, "db">): Promise<Priced> => {
    await fixTerms(d1, actor.organization.id, Date.now());
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      db.delete(clientPrices).where(isThis(actor, where)),
      ...hasMatched(db),
      db.insert(auditEvents).values(await notes(actor, where, "client_price.removed", {})),
    ]);
    return isDone ? { ok: true } : { ok: false, reason: "meanwhile" };
  },
);

/** The statement that gives a new client the price of its template, for the batch that creates it. */
export const pricingClient = (
  db: PlatformDb,
  actor: Actor,
  client: { id: string; tier: string },
  figures: { fee_amount: number; included_minutes: number; minute_micros: number; currency: string },
  now: number,
) =>
  db.insert(clientPrices).values({
    agency_id: actor.organization.id,
    tier: client.tier,
    client_id: client.id,
    ...figures,
    updated_by: authorOf(actor),
    updated_at: now,
  });
