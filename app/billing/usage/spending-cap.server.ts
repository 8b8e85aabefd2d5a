/** The spending cap of an organization: kept in D1, with a copy in the organization's object, by which it admits its own calls. */
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { auditEvents, organizations, spendingCaps } from "#drizzle/control/schema.ts";
import { capActions, microsOf, mostCap } from "./cap-terms.schema.ts";
import { noteSavedCap } from "./spending-warnings.server.ts";
import { termsOf } from "./spent.server.ts";

const input = z.object({
  /** Minor units; null: no cap. */
  amount: z.int().min(1).max(mostCap).nullable(),
  /** ISO 4217: the one that the form showed. */
  currency: z.string().length(3),
  action: z.enum(capActions),
});

type Outcome =
  | { ok: true }
  /** The organization is billed in another currency by now. */
  | { ok: false; reason: "currency"; currency: string };

/** The currency that an organization's minutes are billed in, or would be. */
const currencyOf = async (db: Database, { organization }: Actor, now: number): Promise<string> =>
  (await termsOf(db, organization.id, now))?.currency ?? organization.currency;

/** Sets the cap, or removes it. The next call goes by it. */
export const saveSpendingCap = verb(
  {
    verb: "subscription.save_cap",
    permission: "subscription.write",
    section: "subscription",
    worksUnpaid: true,
    input,
  },
  async (actor, { amount, currency, action }, { db, env }: Pick<Deps, "db" | "env">): Promise<Outcome> => {
    const now = Date.now();
    const { id } = actor.organization;
    const billed = await currencyOf(db, actor, now);
    if (currency !== billed) return { ok: false, reason: "currency", currency: billed };
    const own = tenant(db, id);
    const audit = await actor.note("subscription.cap_saved", id, { amount, currency, action });
    const fact = enqueueFact(env, own, id, {
      kind: "settings.changed",
      payload: { v: 1, change_id: audit.id },
      at: now,
    });
    const values = { amount, currency, action, reached_in: null, updated_by: authorOf(actor) };
    const [, told] = await own.batch([
      own
        .insert(spendingCaps)
        .values({ organization_id: id, ...values, updated_at: now })
        .onConflictDoUpdate({
          target: spendingCaps.organization_id,
          set: { ...values, updated_at: sql`max(${spendingCaps.updated_at} + 1, ${now})` },
        }),
      fact.statement,
      own.insert(auditEvents).values(audit),
    ]);
    try {
      await noteSavedCap(db, id, now);
      await copyCap(env, db, id, now);
    } catch (error) {
      // The fact brings it there, and the next call that ends notes whether it is reached.
      log("warn", "cap_not_copied", { organization_id: id, message: innermostMessage(error) });
    }
    await fact.send(told);
    return { ok: true };
  },
);

/**
 * Copies the cap as it is now to the organization's object: called late, twice or out of order, it leaves the newest there.
 * @throws when the object cannot be reached
 */
export async function copyCap(
  env: Pick<Env, "ORGANIZATION">,
  db: Database,
  organization_id: string,
  now: number,
): Promise<void> {
  const row = await tenant(db, organization_id)
    .select({
      region: organizations.region,
      amount: spendingCaps.amount,
      currency: spendingCaps.currency,
      action: spendingCaps.action,
      updated_at: spendingCaps.updated_at,
    })
    .from(spendingCaps)
    .innerJoin(organizations, eq(organizations.id, spendingCaps.organization_id))
    .where(
      and(
        eq(spendingCaps.organization_id, organization_id),
        // The object of an organization whose purge is due is not created anew.
        or(isNull(organizations.archived_at), gt(organizations.purge_at, now)),
      ),
    )
    .get();
  if (!row) return;
  const { region, amount, currency, action, updated_at } = row;
  const cap = amount === null ? null : { amount_micros: microsOf(amount), currency, action };
  await storeOf(organizationObject({ id: organization_id, region }, env)).usage.setCap({ cap, updated_at });
}
