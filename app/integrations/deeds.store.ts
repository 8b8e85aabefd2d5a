/** What was done at providers: each thing once, and who was told of lately. */
import { and, desc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms, hour_ms, second_ms } from "#app/platform/durations.ts";
import { integrationDeeds } from "#drizzle/organization/schema.ts";
import type { Deed, Provider } from "./integrations.schema.ts";

/** Longer than a provider's search needs to find what was written there. */
const remembered_ms = hour_ms;
/** After that long a deed that has not ended is lost, and no other waits for it. */
const lost_ms = 30 * second_ms;
const deedsKept_ms = 30 * day_ms;
const mostShown = 20;

/** Begins what is to be done once. @returns `again`: it began before, and how it ended is not known */
export function beginDeed(
  db: OrganizationDatabase,
  deed: { id: string; provider: Provider; action: string; subject_id: string },
  now: number,
): "first" | "again" | "done" {
  db.delete(integrationDeeds)
    .where(lt(integrationDeeds.updated_at, now - deedsKept_ms))
    .run();
  const before = db.select().from(integrationDeeds).where(eq(integrationDeeds.id, deed.id)).get();
  if (before?.state === "done") return "done";
  db.insert(integrationDeeds)
    .values({ ...deed, state: "begun", created_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: integrationDeeds.id,
      set: { state: "begun", attempts: sql`${integrationDeeds.attempts} + 1`, updated_at: now },
    })
    .run();
  return before?.state === "begun" ? "again" : "first";
}

export function endDeed(
  db: OrganizationDatabase,
  id: string,
  end: { state: "done" | "failed"; outside_id: string | null; error: string | null },
  now: number,
): void {
  db.update(integrationDeeds)
    .set({ ...end, updated_at: now })
    .where(eq(integrationDeeds.id, id))
    .run();
}

/** Deeds about the person with this number, by the ids of what they are about. */
const isAbout = (phone_number: string) => sql`(
  exists (select 1 from contact_numbers as n where n.contact_id = subject_id and n.phone_number = ${phone_number})
  or exists (select 1 from bookings as b where b.id = subject_id and b.phone_number = ${phone_number})
  or exists (select 1 from calls as c where c.id = subject_id and c.other_number = ${phone_number})
  or exists (select 1 from messages as m where m.id = subject_id and m.phone_number = ${phone_number}))`;

/**
 * What was told lately about the person of a deed. `outside_id`: who that is at the provider. `isGoing`: a deed that was
 * begun before this one is still at work.
 * @param since the connection began
 */
export function lately(
  db: OrganizationDatabase,
  { id, phone_number, since }: { id: string; phone_number: string; since: number },
  now: number,
): { outside_id: string | null; isGoing: boolean } {
  const own = db.select().from(integrationDeeds).where(eq(integrationDeeds.id, id)).get();
  if (!own) return { outside_id: null, isGoing: false };
  const others = db
    .select()
    .from(integrationDeeds)
    .where(
      and(
        eq(integrationDeeds.provider, own.provider),
        gte(integrationDeeds.updated_at, Math.max(since, now - remembered_ms)),
        ne(integrationDeeds.id, id),
        isAbout(phone_number),
      ),
    )
    .orderBy(desc(integrationDeeds.updated_at))
    .all();
  const isBefore = (one: typeof own) =>
    one.created_at === own.created_at ? one.id < own.id : one.created_at < own.created_at;
  return {
    outside_id: others.find(({ state }) => state === "done")?.outside_id ?? null,
    isGoing: others.some((one) => one.state === "begun" && one.updated_at > now - lost_ms && isBefore(one)),
  };
}

/** What was done lately at a provider, the newest first. */
export const deeds = (db: OrganizationDatabase, provider: Provider): Deed[] =>
  db
    .select({
      id: integrationDeeds.id,
      action: integrationDeeds.action,
      subject_id: integrationDeeds.subject_id,
      state: integrationDeeds.state,
      error: integrationDeeds.error,
      attempts: integrationDeeds.attempts,
      updated_at: integrationDeeds.updated_at,
    })
    .from(integrationDeeds)
    .where(eq(integrationDeeds.provider, provider))
    .orderBy(desc(integrationDeeds.updated_at))
    .limit(mostShown)
    .all();
