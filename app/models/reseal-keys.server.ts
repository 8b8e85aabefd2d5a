/** After a change of the application's secret: seals anew the keys of language models, so that the previous secret can be removed (R44). */
import { and, eq, isNotNull, notLike } from "drizzle-orm";
import { innermostMessage } from "#app/platform/constraints.ts";
import { keyIdOf, open, seal } from "#app/platform/crypto.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { modelKeys } from "#drizzle/control/schema.ts";
import { sealedFor } from "./model-keys.server.ts";

/** In one run of cron. */
const atOnce = 100;

export async function resealModelKeys(env: Env): Promise<void> {
  const keys = keyringOf(settings(env));
  if (keys.length === 1) return;
  const db = platform(new Database(env.DB, new Timing()));
  const rows = await db
    .select()
    .from(modelKeys)
    .where(and(isNotNull(modelKeys.sealed), notLike(modelKeys.sealed, `%.${await keyIdOf(keys[0])}`)))
    .limit(atOnce);
  for (const { id, organization_id, sealed } of rows) {
    if (sealed === null) continue;
    const about = sealedFor(organization_id, id);
    try {
      const anew = await seal(keys[0], about, await open(keys, about, sealed));
      // A key that was removed meanwhile stays removed.
      await db
        .update(modelKeys)
        .set({ sealed: anew })
        .where(and(eq(modelKeys.id, id), eq(modelKeys.sealed, sealed)));
    } catch (error) {
      log("error", "model_key_unreadable", { key_id: id, message: innermostMessage(error) });
    }
  }
}
