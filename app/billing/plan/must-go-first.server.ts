/** Counts what an organization has of all that plans limit. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { placesTaken } from "./included-numbers.server.ts";
import { type Holding, rankOf, tooMuchFor } from "./too-much.ts";

const row = z.object({
  members: z.number(),
  invited: z.number(),
  clients: z.number(),
  domains: z.number(),
  senders: z.number(),
});

async function heldInD1(db: Database, id: string) {
  const found = await tenant(db, id).get<unknown>(sql`select
    (select count(*) from organization_members m where m.organization_id = ${id}) as members,
    (select count(*) from user_invitations i where i.organization_id = ${id} and i.accepted_at is null
      and i.revoked_at is null) as invited,
    (select count(*) from organizations c where c.parent_organization_id = ${id} and c.archived_at is null) as clients,
    (select count(*) from custom_domains d where d.organization_id = ${id}) as domains,
    (select count(*) from sending_domains s where s.organization_id = ${id}) as senders`);
  return row.parse(found);
}

const running: readonly string[] = ["trialing", "active", "past_due"];

/** Whether a paying organization chooses less. One without a plan is told by mail what its numbers cost (docs/telephony.md, "Numbers beyond the plan"). */
const isShrinking = ({ status, tier }: Actor["organization"], chosen: string): boolean =>
  running.includes(status) && rankOf(chosen) < rankOf(tier);

/** What an organization has now, as far as it counts for a plan. `now`: ms UTC */
export async function holdingOf(
  { organization, store }: Pick<Actor, "organization" | "store">,
  { db }: Pick<Deps, "db">,
  tier: string,
  now: number,
): Promise<Holding> {
  const day = new Date(now).toISOString().slice(0, 10);
  const [used, held, included] = await Promise.all([
    store.plan.use(day, day),
    heldInD1(db, organization.id),
    isShrinking(organization, tier) ? placesTaken(db, organization.id, now) : 0,
  ]);
  return {
    agents: used.agents,
    numbers: used.numbers,
    included,
    members: held.members + held.invited,
    clients: held.clients,
    hasOwnDomain: held.domains + held.senders > 0,
  };
}

/** What must go before a plan can be chosen; empty: nothing. `now`: ms UTC */
export const mustGoFirst = async (
  actor: Pick<Actor, "organization" | "store" | "granted">,
  deps: Pick<Deps, "db">,
  tier: string,
  now: number,
): Promise<string[]> =>
  tooMuchFor(tier, await holdingOf(actor, deps, tier, now), actor.organization.locale, actor.granted);
