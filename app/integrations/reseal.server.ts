/** After a change of the application's secret: seals anew what organizations' objects keep, the tokens of connections and the secrets of webhooks, so that the previous secret can be removed (R44). */
import { asc, gt } from "drizzle-orm";
import { cursorOf, keepCursor } from "#app/billing/stripe/cron-cursors.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Keyring, keyIdOf } from "#app/platform/crypto.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { openSecret, sealSecret } from "#app/webhooks/secrets.server.ts";
import { organizations } from "#drizzle/control/schema.ts";
import { openTokens, sealTokens } from "./tokens.server.ts";

/** Organizations that one run of cron looks at. */
const oneRun = 50;
const cursorName = "resealed_objects";

type Count = { resealed: number; unreadable: number };

/** Goes on with the organizations, one after the other and from the start again, while there is an `APP_SECRET_PREVIOUS`. For cron; the log says how many were sealed anew. */
export async function resealObjects(env: Env, now: number): Promise<void> {
  const keys = keyringOf(settings(env));
  if (keys.length === 1) return;
  const db = new Database(env.DB, new Timing());
  const after = (await cursorOf(db, cursorName))?.cursor ?? "";
  const found = await platform(db)
    .select({ id: organizations.id })
    .from(organizations)
    .where(gt(organizations.id, after))
    .orderBy(asc(organizations.id))
    .limit(oneRun);
  const current = await keyIdOf(keys[0]);
  const count: Count = { resealed: 0, unreadable: 0 };
  for (const { id } of found) await resealOne(env, keys, current, id, count);
  await keepCursor(db, cursorName, found.length < oneRun ? "" : (found.at(-1)?.id ?? ""), now);
  if (count.resealed + count.unreadable > 0)
    log(count.unreadable > 0 ? "error" : "info", "objects_resealed", count);
}

async function resealOne(env: Env, keys: Keyring, current: string, id: string, count: Count): Promise<void> {
  try {
    const store = storeOf(organizationObject({ id, region: null }, env));
    const [connections, endpoints] = await Promise.all([
      store.integrations.sealedBefore(current),
      store.webhooks.sealedBefore(current),
    ]);
    for (const { provider, sealed } of connections) {
      const tokens = await openTokens(keys, id, { provider, sealed });
      await store.integrations.reseal(provider, sealed, await sealTokens(keys, id, provider, tokens));
      count.resealed += 1;
    }
    for (const endpoint of endpoints) {
      const secret = await openSecret(env, id, endpoint.id, endpoint.sealed);
      if (secret === null) {
        count.unreadable += 1;
        continue;
      }
      await store.webhooks.reseal(
        endpoint.id,
        endpoint.sealed,
        await sealSecret(env, id, endpoint.id, secret),
      );
      count.resealed += 1;
    }
  } catch (error) {
    count.unreadable += 1;
    log("error", "object_not_resealed", { organization_id: id, message: innermostMessage(error) });
  }
}
