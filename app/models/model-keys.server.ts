/** The keys of an organization's providers: added once a provider took them, tested again, removed, and opened for calls and previews. */
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Keyring, open, seal } from "#app/platform/crypto.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { auditEvents, modelKeys, users } from "#drizzle/control/schema.ts";
import { keyForm } from "./key-form.server.ts";
import { isOfModels } from "./key-providers.ts";
import type { KeyProvider } from "./offered-models.ts";
import { baseOf, type TestResult, testKey } from "./test-key.server.ts";

type Needs = Pick<Deps, "db" | "env">;

/** Whose key it is: a sealed key opens for its own row alone. */
export const sealedFor = (organizationId: string, id: string): string => `model key:${organizationId}:${id}`;

/** Keys that one organization may have. */
const mostKeys = 20;

const asked = { permission: "organization.write", section: "settings", isPersonal: true } as const;

/** Every test asks a provider. */
const testLimit = (id: string): Limit => ({ key: `model-key:${id}`, most: 30, within_ms: hour_ms });

/** The keys that were not removed, the newest first. */
export const keysOf = (db: Database, organizationId: string) =>
  tenant(db, organizationId)
    .select({
      id: modelKeys.id,
      provider: modelKeys.provider,
      name: modelKeys.name,
      base_url: modelKeys.base_url,
      last_four: modelKeys.last_four,
      tested_at: modelKeys.tested_at,
      test_result: modelKeys.test_result,
      tested_by: sql<string | null>`coalesce(${users.name}, ${users.email})`,
    })
    .from(modelKeys)
    .leftJoin(users, eq(users.id, modelKeys.tested_by))
    .where(and(eq(modelKeys.organization_id, organizationId), isNull(modelKeys.revoked_at)))
    .orderBy(desc(modelKeys.created_at), desc(modelKeys.id));

type Limited = { ok: false; reason: "too_often"; retryAfter: number };
type Added =
  | { ok: true }
  | { ok: false; reason: "too_many" }
  | { ok: false; reason: "untaken"; result: Exclude<TestResult, "works"> }
  | Limited;

/** Keeps a key that its provider took. */
export const addKey = verb(
  { verb: "models.add_key", ...asked, input: keyForm },
  async (actor, { provider, name, base_url, key }, { db, env }: Needs): Promise<Added> => {
    const { id: organization_id } = actor.organization;
    const now = Date.now();
    const spent = await spend(db, [testLimit(organization_id)], now);
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    if ((await keysOf(db, organization_id)).length >= mostKeys) return { ok: false, reason: "too_many" };
    const result = await testKey(provider, base_url, key);
    if (result !== "works") return { ok: false, reason: "untaken", result };
    const id = newId(now);
    const by = personOf(actor).id;
    const own = tenant(db, organization_id);
    const [current] = keyringOf(settings(env));
    await own.batch([
      own.insert(modelKeys).values({
        id,
        organization_id,
        provider,
        name,
        base_url,
        sealed: await seal(current, sealedFor(organization_id, id), key),
        // Four of a short key would be half of it.
        last_four: key.length >= 16 ? key.slice(-4) : "",
        tested_at: now,
        tested_by: by,
        test_result: result,
        created_by: by,
        created_at: now,
      }),
      own.insert(auditEvents).values(await actor.note("models.key_added", id, { provider })),
    ]);
    return { ok: true };
  },
);

export const keyChoice = z.object({ id: z.string().min(1).max(64) });

type Row = typeof modelKeys.$inferSelect;

const keyRow = (db: Database, organizationId: string, id: string): Promise<Row | undefined> =>
  tenant(db, organizationId)
    .select()
    .from(modelKeys)
    .where(
      and(eq(modelKeys.id, id), eq(modelKeys.organization_id, organizationId), isNull(modelKeys.revoked_at)),
    )
    .get();

export async function opened(
  keys: Keyring,
  row: Pick<Row, "id" | "organization_id" | "sealed">,
): Promise<string | null> {
  if (row.sealed === null) return null;
  try {
    return await open(keys, sealedFor(row.organization_id, row.id), row.sealed);
  } catch (error) {
    log("error", "model_key_unreadable", { key_id: row.id, message: innermostMessage(error) });
    return null;
  }
}

type Tested = { ok: true; result: TestResult } | { ok: false; reason: "missing" } | Limited;

/** Asks the provider again. */
export const testKeyAgain = verb(
  { verb: "models.test_key", ...asked, input: keyChoice },
  async (actor, { id }, { db, env }: Needs): Promise<Tested> => {
    const { id: organization_id } = actor.organization;
    const row = await keyRow(db, organization_id, id);
    if (!row) return { ok: false, reason: "missing" };
    const now = Date.now();
    const spent = await spend(db, [testLimit(organization_id)], now);
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const key = await opened(keyringOf(settings(env)), row);
    const test_result = key === null ? "refused" : await testKey(row.provider, row.base_url, key);
    const own = tenant(db, organization_id);
    await own.batch([
      own
        .update(modelKeys)
        .set({ tested_at: now, tested_by: personOf(actor).id, test_result })
        .where(and(eq(modelKeys.id, id), eq(modelKeys.organization_id, organization_id))),
      own
        .insert(auditEvents)
        .values(await actor.note("models.key_tested", id, { provider: row.provider, result: test_result })),
    ]);
    return { ok: true, result: test_result };
  },
);

type Removed = { ok: true } | { ok: false; reason: "missing" };

/** Forgets a key; calls that use it go on with what answers next. */
export const removeKey = verb(
  { verb: "models.remove_key", ...asked, worksUnpaid: true, input: keyChoice },
  async (actor, { id }, { db }: Pick<Deps, "db">): Promise<Removed> => {
    const { id: organization_id } = actor.organization;
    const row = await keyRow(db, organization_id, id);
    if (!row) return { ok: false, reason: "missing" };
    const own = tenant(db, organization_id);
    await own.batch([
      own
        .update(modelKeys)
        .set({ sealed: null, last_four: "", revoked_at: Date.now() })
        .where(and(eq(modelKeys.id, id), eq(modelKeys.organization_id, organization_id))),
      own.insert(auditEvents).values(await actor.note("models.key_removed", id, { provider: row.provider })),
    ]);
    return { ok: true };
  },
);

/** A key that calls ask with. `payer`: whose account the provider charges. */
export type OpenKey = {
  readonly provider: KeyProvider;
  readonly base: string;
  readonly key: string;
  readonly payer: "organization" | "platform";
};

/** The platform's own keys, for organizations that have none of a provider. */
export function platformKeys(env: object): OpenKey[] {
  const { OPENAI_API_KEY, ANTHROPIC_API_KEY } = settings(env);
  const one = (provider: "openai" | "anthropic", key: string | undefined): OpenKey[] =>
    key ? [{ provider, base: baseOf(provider, null), key, payer: "platform" }] : [];
  return [...one("openai", OPENAI_API_KEY), ...one("anthropic", ANTHROPIC_API_KEY)];
}

/** An organization's keys for models, opened, the newest first, then the platform's. For calls: they never leave the Worker. */
export async function openKeysOf(env: Env, db: Database, organizationId: string): Promise<OpenKey[]> {
  const rows = await tenant(db, organizationId)
    .select()
    .from(modelKeys)
    .where(
      and(
        eq(modelKeys.organization_id, organizationId),
        isNull(modelKeys.revoked_at),
        isNotNull(modelKeys.sealed),
      ),
    )
    .orderBy(desc(modelKeys.created_at), desc(modelKeys.id));
  const keys = keyringOf(settings(env));
  const own = await Promise.all(
    rows.map(async (row): Promise<OpenKey[]> => {
      const { provider, base_url } = row;
      if (!isOfModels(provider)) return [];
      const key = await opened(keys, row);
      return key === null ? [] : [{ provider, base: baseOf(provider, base_url), key, payer: "organization" }];
    }),
  );
  return [...own.flat(), ...platformKeys(env)];
}
