/** Makes, lists and revokes links under which one call can be read without an account (docs/decisions/040-shared-calls.md). */
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Deps } from "#app/membership/actor.server.ts";
import { personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { callShares, users } from "#drizzle/control/schema.ts";
import { mostShares } from "./share-terms.schema.ts";
import { shareChoice, shareInput } from "./shares.schema.ts";

/** The links of a call that can still be opened, the oldest first. `now`: ms UTC */
export const sharesOf = (db: Database, organizationId: string, callId: string, now: number) =>
  tenant(db, organizationId)
    .select({
      id: callShares.id,
      shows_persons: callShares.shows_persons,
      created_at: callShares.created_at,
      expires_at: callShares.expires_at,
      made_by: sql<string | null>`coalesce(${users.name}, ${users.email})`,
    })
    .from(callShares)
    .leftJoin(users, eq(users.id, callShares.user_id))
    .where(
      and(
        eq(callShares.organization_id, organizationId),
        eq(callShares.call_id, callId),
        gt(callShares.expires_at, now),
      ),
    )
    .orderBy(asc(callShares.created_at));

const about = { permission: "calls.write", section: "calls" } as const;

type Made = { ok: true; secret: string } | { ok: false; reason: "not_found" | "full" };

/** @returns the secret of the address, which is kept nowhere */
export const makeShare = verb(
  { verb: "call_shares.make", ...about, isPersonal: true, input: shareInput },
  async (actor, { call_id, days, persons }, { db }: Deps): Promise<Made> => {
    const now = Date.now();
    const { id: organization_id } = actor.organization;
    if (!(await actor.store.calls.isFinished(call_id))) return { ok: false, reason: "not_found" };
    const own = tenant(db, organization_id);
    await own
      .delete(callShares)
      .where(and(eq(callShares.organization_id, organization_id), lte(callShares.expires_at, now)));
    if ((await sharesOf(db, organization_id, call_id, now)).length >= mostShares)
      return { ok: false, reason: "full" };
    // Hex, because addresses of pages are spelled in lower case.
    const secret = await sha256(randomToken(32));
    const shows_persons = persons && actor.may("calls.read_persons");
    await own.insert(callShares).values({
      id: newId(now),
      ...{ organization_id, call_id, shows_persons },
      secret_hash: await sha256(secret),
      user_id: personOf(actor).id,
      created_at: now,
      expires_at: now + Number(days) * day_ms,
    });
    await actor.record("call_share.made", call_id, { persons: shows_persons, days: Number(days) });
    return { ok: true, secret };
  },
);

/** Every member who may make links revokes those of others too. */
export const revokeShare = verb(
  { verb: "call_shares.revoke", ...about, worksUnpaid: true, input: shareChoice },
  async (actor, { call_id, id }, { db }: Deps): Promise<{ revoked: boolean }> => {
    const { id: organization_id } = actor.organization;
    const gone = await tenant(db, organization_id)
      .delete(callShares)
      .where(
        and(
          eq(callShares.organization_id, organization_id),
          eq(callShares.call_id, call_id),
          eq(callShares.id, id),
        ),
      )
      .returning({ id: callShares.id });
    if (gone.length > 0) await actor.record("call_share.revoked", call_id);
    return { revoked: gone.length > 0 };
  },
);
