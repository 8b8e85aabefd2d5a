/** The key of a request: found by its prefix, checked by its hash, and made into an actor with what its maker still may. */
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { flagsOf, sectionNames } from "#app/accounts/session-row.server.ts";
import { hiddenFrom, isHidden } from "#app/branding/hidden-sections.ts";
import { ipPrefix } from "#app/limits/network.ts";
import { actorOf, type Deps } from "#app/membership/actor.server.ts";
import type { Actor, Machine } from "#app/membership/actor.ts";
import { may } from "#app/membership/permissions.ts";
import { randomToken, sameSecret, sha256 } from "#app/platform/crypto.server.ts";
import { platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { apiKeys } from "#drizzle/control/schema.ts";
import { type Refusal, refusal } from "./problem.ts";
import { isApiScope } from "./scopes.ts";

const form = /^(key_[0-9a-f]{12})_[\w-]{43}$/;

/** A new key, with the part by which it is found. No name of ours stands in it: it works under every brand. */
export async function newKey(): Promise<{ key: string; prefix: string; secret_hash: string }> {
  const prefix = `key_${(await sha256(randomToken(16))).slice(0, 12)}`;
  const key = `${prefix}_${randomToken(32)}`;
  return { key, prefix, secret_hash: await sha256(key) };
}

const limits = z
  .string()
  .nullable()
  .transform((json) => (json === null ? null : z.record(z.string(), z.number()).parse(JSON.parse(json))));

const keyRow = z.object({
  key_id: z.string(),
  key_name: z.string(),
  secret_hash: z.string(),
  scopes: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json)).filter(isApiScope)),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  role: z.string(),
  id: z.string(),
  name: z.string(),
  region: z.string().nullable(),
  time_zone: z.string(),
  locale: z.string(),
  currency: z.string(),
  country: z.string(),
  address: z.string().nullable(),
  subscription_tier: z.string(),
  subscription_status: z.string(),
  past_due_since: z.number().nullable(),
  next_tier: z.string().nullable(),
  require_two_factor: z.number().transform(Boolean),
  client_limits: limits,
  granted_limits: limits,
  archived_at: z.number().nullable(),
  suspended_at: z.number().nullable(),
  agency_id: z.string().nullable(),
  agency_status: z.string().nullable(),
  agency_past_due_since: z.number().nullable(),
  own_flags: sectionNames,
  agency_flags: sectionNames,
  withheld: z
    .string()
    .nullable()
    .transform((json) => z.record(z.string(), z.array(z.string())).parse(JSON.parse(json ?? "{}"))),
});

/** One read: the key, the organization, its agency, and the membership of the key's maker, without which it does not count: who was removed and is a member again makes new keys. */
const keyStatement = (prefix: string) => sql`
  select k.id as key_id, k.name as key_name, k.secret_hash, k.scopes, k.expires_at, k.last_used_at, m.role,
    o.id, o.name, o.region, o.time_zone, o.locale, o.currency, o.country, o.address,
    o.subscription_tier, o.subscription_status, o.past_due_since, o.next_tier, o.require_two_factor,
    o.client_limits, o.granted_limits, o.archived_at,
    coalesce(o.suspended_at, o.platform_suspended_at, a.suspended_at, a.platform_suspended_at) as suspended_at,
    a.id as agency_id, a.subscription_status as agency_status, a.past_due_since as agency_past_due_since,
    ${flagsOf("b")} as own_flags, ${flagsOf("pb")} as agency_flags, o.withheld_sections as withheld
  from api_keys k
  join organizations o on o.id = k.organization_id
  join organization_members m
  left join organization_branding b on b.organization_id = o.id
  left join organizations a on a.id = o.parent_organization_id
  left join organization_branding pb on pb.organization_id = o.parent_organization_id
  where k.prefix = ${prefix} and k.revoked_at is null
    and m.organization_id = k.organization_id and m.user_id = k.created_by
    and m.created_at <= k.created_at`;

/** Last use is written at most so often. */
const usedEvery_ms = 5 * minute_ms;

export type Keyed = { ok: true; actor: Actor<Machine>; key_id: string } | { ok: false; refusal: Refusal };

const invalidKey = (): Keyed => ({
  ok: false,
  refusal: refusal("invalid_key", undefined, { "www-authenticate": 'Bearer realm="api"' }),
});

/**
 * The actor of a request's key. A wrong key, one that is expired or revoked, and one whose maker left are answered
 * alike.
 * @param now ms UTC
 */
export async function actorOfKey(request: Request, deps: Deps, now: number): Promise<Keyed> {
  const [, given = ""] = /^Bearer +([\w-]{1,100})$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const [, prefix] = form.exec(given) ?? [];
  if (prefix === undefined) return invalidKey();
  const { db, env } = deps;
  const found = await platform(db).get<unknown>(keyStatement(prefix));
  if (!found) return invalidKey();
  const row = keyRow.parse(found);
  if (!sameSecret(row.secret_hash, await sha256(given))) return invalidKey();
  if (row.archived_at !== null || (row.expires_at !== null && row.expires_at <= now)) return invalidKey();
  const isClient = row.agency_id !== null;
  const hidden = hiddenFrom({
    role: row.role,
    isClient,
    own: row.own_flags,
    agency: row.agency_flags,
    withheld: row.withheld,
  });
  if (row.suspended_at !== null || isHidden(hidden, "integrations"))
    return { ok: false, refusal: refusal("api_closed") };
  const by: Machine = {
    kind: "api_key",
    id: row.key_id,
    name: row.key_name,
    permissions: row.scopes.filter((scope) => may(row.role, scope)),
  };
  const agency = isClient
    ? { subscription_status: row.agency_status ?? "", past_due_since: row.agency_past_due_since }
    : null;
  const { client_limits } = row;
  const actor = actorOf(
    { ...row, hidden, agency, client_limits: isClient ? (client_limits ?? {}) : null },
    by,
    {
      db,
      env,
      trace: async () => ({
        ip_prefix: ipPrefix(request.headers.get("cf-connecting-ip")),
        user_agent_hash: null,
        request_id: request.headers.get("x-request-id"),
      }),
    },
  );
  if (row.last_used_at === null || row.last_used_at <= now - usedEvery_ms)
    deps.after(noteUse(deps, row, now));
  return { ok: true, actor, key_id: row.key_id };
}

/** Of parallel requests one writes. */
const noteUse = async (
  { db }: Deps,
  { id, key_id }: { id: string; key_id: string },
  now: number,
): Promise<void> => {
  const used = apiKeys.last_used_at;
  await tenant(db, id)
    .update(apiKeys)
    .set({ last_used_at: now })
    .where(
      and(
        eq(apiKeys.organization_id, id),
        eq(apiKeys.id, key_id),
        or(isNull(used), lte(used, now - usedEvery_ms)),
      ),
    );
};
