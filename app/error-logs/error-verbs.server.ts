/** What members do with their organization's errors: mark them as resolved or muted, and choose what is kept of new ones. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { verb } from "#app/membership/verb.ts";
import { type PlatformDb, tenant } from "#app/platform/d1.server.ts";
import { auditEvents, errorGroups, organizationSettings } from "#drizzle/control/schema.ts";
import { type MarkChoice, markChoice } from "./mark-choice.ts";

/** The statement that marks a group, for the caller's batch; a resolved one opens by itself when its error happens after `now` (ms UTC). */
export const marking = (
  db: PlatformDb,
  organizationId: string | null,
  { error, state }: MarkChoice,
  now: number,
) =>
  db
    .update(errorGroups)
    .set({ state, marked_at: now, reopened_at: null })
    .where(
      and(
        eq(errorGroups.id, error),
        organizationId === null ? undefined : eq(errorGroups.organization_id, organizationId),
      ),
    );

type Marked = { ok: true } | { ok: false; reason: "not_found" };

export const markError = verb(
  { verb: "errors.mark", permission: "errors.write", worksUnpaid: true, input: markChoice },
  async (actor, choice, { db: d1 }: Pick<Deps, "db">): Promise<Marked> => {
    const { id } = actor.organization;
    const db = tenant(d1, id);
    const [known] = await db
      .select({ state: errorGroups.state })
      .from(errorGroups)
      .where(and(eq(errorGroups.id, choice.error), eq(errorGroups.organization_id, id)));
    if (known === undefined) return { ok: false, reason: "not_found" };
    if (known.state === choice.state) return { ok: true };
    const noted = await actor.note("error.marked", choice.error, { state: choice.state });
    await db.batch([marking(db, id, choice, Date.now()), db.insert(auditEvents).values(noted)]);
    return { ok: true };
  },
);

/** Stack and context are omitted unless an organization wants them (docs/product.md, "Error texts"). */
export const keepErrorDetails = verb(
  {
    verb: "errors.keep_details",
    permission: "organization.write",
    worksUnpaid: true,
    input: z.object({ keeps_error_details: z.boolean() }),
  },
  async (actor, choice, { db: d1 }: Pick<Deps, "db">): Promise<{ ok: true }> => {
    const { id } = actor.organization;
    const db = tenant(d1, id);
    await db.batch([
      db
        .insert(organizationSettings)
        .values({ organization_id: id, ...choice, updated_at: Date.now() })
        .onConflictDoUpdate({ target: organizationSettings.organization_id, set: choice }),
      db.insert(auditEvents).values(await actor.note("organization.error_details_changed", id, choice)),
    ]);
    return { ok: true };
  },
);
