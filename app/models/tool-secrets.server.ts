/** The secrets of agents' webhook tools: sealed, sent to the origin that they were typed for alone, and never shown again. */
import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { open, seal } from "#app/platform/crypto.server.ts";
import { Database, tenant } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditEvents, toolSecrets } from "#drizzle/control/schema.ts";

/** Whose secret it is: a sealed one opens for its own row alone. */
export const toolSecretFor = (organizationId: string, id: string): string =>
  `tool secret:${organizationId}:${id}`;

/** No agent has more tools than this, so no save keeps more. */
const mostAtOnce = 10;

const secretId = z.string().min(1).max(100);

export const secretChanges = z.object({
  agent_id: z.string().min(1).max(100),
  kept: z
    .array(z.object({ id: secretId, origin: z.url().max(500), secret: z.string().min(1).max(400) }))
    .max(mostAtOnce),
  forgotten: z.array(secretId).max(mostAtOnce),
});

/** The ids, among those given, of secrets that are kept, with the origin that each is sent to. */
export async function keptSecrets(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tenant(db, organizationId)
    .select({ id: toolSecrets.id, origin: toolSecrets.origin })
    .from(toolSecrets)
    .where(and(eq(toolSecrets.organization_id, organizationId), inArray(toolSecrets.id, [...ids])));
  return new Map(rows.map(({ id, origin }) => [id, origin]));
}

/** Keeps the secrets of a saved agent's tools, and has others forgotten once no running call can need them. */
export const changeToolSecrets = verb(
  { verb: "agents.change_secrets", permission: "agents.write", section: "agents", input: secretChanges },
  async (actor, { agent_id, kept, forgotten }, { db, env }: Pick<Deps, "db" | "env">): Promise<void> => {
    const organization_id = actor.organization.id;
    const own = tenant(db, organization_id);
    const [current] = keyringOf(settings(env));
    const rows = await Promise.all(
      kept.map(async ({ id, origin, secret }) => ({
        id,
        organization_id,
        origin,
        sealed: await seal(current, toolSecretFor(organization_id, id), secret),
        created_by: authorOf(actor),
        created_at: Date.now(),
      })),
    );
    const changes = { kept: kept.length, forgotten: forgotten.length };
    await own.batch([
      own.insert(auditEvents).values(await actor.note("agent.secrets_changed", agent_id, changes)),
      ...rows.map((row) => own.insert(toolSecrets).values(row)),
    ]);
    if (forgotten.length > 0) await actor.store.publishing.forgetLater(forgotten, Date.now());
  },
);

/** Forgets a secret that nothing names any longer. */
export async function forgetToolSecret(env: Env, organization_id: string, id: string): Promise<void> {
  await tenant(new Database(env.DB, new Timing()), organization_id)
    .delete(toolSecrets)
    .where(and(eq(toolSecrets.id, id), eq(toolSecrets.organization_id, organization_id)));
}

/** An opened secret, for a request to the address; null: it is not kept, cannot be read, or belongs to another origin. */
export async function toolSecret(
  env: Env,
  db: Database,
  organizationId: string,
  { id, url }: { id: string; url: string },
): Promise<string | null> {
  const row = await tenant(db, organizationId)
    .select({ origin: toolSecrets.origin, sealed: toolSecrets.sealed })
    .from(toolSecrets)
    .where(and(eq(toolSecrets.id, id), eq(toolSecrets.organization_id, organizationId)))
    .get();
  if (!row || row.origin !== new URL(url).origin) return null;
  try {
    return await open(keyringOf(settings(env)), toolSecretFor(organizationId, id), row.sealed);
  } catch (error) {
    log("error", "tool_secret_unreadable", { secret_id: id, message: innermostMessage(error) });
    return null;
  }
}
