/** API keys of an organization: made and shown once, listed, revoked. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { isProven, personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { apiKeys, auditEvents, organizationMembers, users } from "#drizzle/control/schema.ts";
import { newKey } from "./api-key.server.ts";
import { keyForm, type TypedKey } from "./key-terms.schema.ts";
import { type ApiScope, apiScopes, isApiScope, isReadingScope } from "./scopes.ts";

/** Keys that one organization may have at a time. */
export const mostKeys = 50;

/** The keys that were not revoked, the newest first. `is_member` null: its maker left, so it does not work. */
export const keysOf = (db: Database, organizationId: string) =>
  tenant(db, organizationId)
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      prefix: apiKeys.prefix,
      scopes: apiKeys.scopes,
      expires_at: apiKeys.expires_at,
      last_used_at: apiKeys.last_used_at,
      created_at: apiKeys.created_at,
      made_by: sql<string | null>`coalesce(${users.name}, ${users.email})`,
      is_member: organizationMembers.user_id,
    })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.created_by))
    .leftJoin(
      organizationMembers,
      and(
        eq(organizationMembers.organization_id, apiKeys.organization_id),
        eq(organizationMembers.user_id, apiKeys.created_by),
      ),
    )
    .where(and(eq(apiKeys.organization_id, organizationId), isNull(apiKeys.revoked_at)))
    .orderBy(desc(apiKeys.created_at), desc(apiKeys.id))
    .limit(mostKeys);

const about = { permission: "organization.write", section: "integrations", isPersonal: true } as const;

/** What a key of this form may do, of what its maker may. */
const scopesOf = ({ access, scopes }: TypedKey, may: (scope: ApiScope) => boolean): ApiScope[] =>
  apiScopes.filter(
    (scope) =>
      may(scope) &&
      (access === "all" ||
        (access === "read" ? isReadingScope(scope) : scopes.filter(isApiScope).includes(scope))),
  );

type Made = { ok: true; key: string } | { ok: false; reason: "unproven" | "too_many" };

/** Makes a key, after a recent proof of identity (R3). @returns the key, which is kept nowhere */
export const makeApiKey = verb(
  { verb: "api_keys.make", ...about, input: keyForm },
  async (actor, typed, { db }: Pick<Deps, "db">): Promise<Made> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const { id: organization_id } = actor.organization;
    if ((await keysOf(db, organization_id)).length >= mostKeys) return { ok: false, reason: "too_many" };
    const { key, prefix, secret_hash } = await newKey();
    const id = newId(now);
    const scopes = scopesOf(typed, actor.may);
    const own = tenant(db, organization_id);
    await own.batch([
      own.insert(apiKeys).values({
        ...{ id, organization_id, prefix, secret_hash, scopes },
        name: typed.name,
        expires_at: typed.days === "never" ? null : now + Number(typed.days) * day_ms,
        created_by: personOf(actor).id,
        created_at: now,
      }),
      own
        .insert(auditEvents)
        .values(await actor.note("api_key.made", id, { name: typed.name, scopes: scopes.length })),
    ]);
    return { ok: true, key };
  },
);

export const keyChoice = z.object({ id: z.string().min(1).max(64) });

/** Ends a key at once. */
export const revokeApiKey = verb(
  { verb: "api_keys.revoke", ...about, worksUnpaid: true, input: keyChoice },
  async (actor, { id }, { db }: Pick<Deps, "db">): Promise<{ revoked: boolean }> => {
    const { id: organization_id } = actor.organization;
    const own = tenant(db, organization_id);
    const gone = await own
      .update(apiKeys)
      .set({ revoked_at: Date.now() })
      .where(
        and(eq(apiKeys.organization_id, organization_id), eq(apiKeys.id, id), isNull(apiKeys.revoked_at)),
      )
      .returning({ name: apiKeys.name });
    const [key] = gone;
    if (key) await actor.record("api_key.revoked", id, { name: key.name });
    return { revoked: key !== undefined };
  },
);
