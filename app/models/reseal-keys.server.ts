/** After a change of the application's secret: seals anew the keys of language models, the secrets of tools and the credentials of carrier accounts, so that the previous secret can be removed (R44). */
import { and, eq, isNotNull, notLike } from "drizzle-orm";
import { innermostMessage } from "#app/platform/constraints.ts";
import { keyIdOf, open, seal } from "#app/platform/crypto.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { sealedForAccount } from "#app/telephony/carriers/carriers.server.ts";
import { carrierAccounts, modelKeys, toolSecrets } from "#drizzle/control/schema.ts";
import { sealedFor } from "./model-keys.server.ts";
import { toolSecretFor } from "./tool-secrets.server.ts";

/** In one run of cron, of each table. */
const atOnce = 100;

/** The tables keep what is sealed in the same way; each has its own words for whom it is sealed. */
const tables = [
  { table: modelKeys, about: sealedFor, unreadable: "model_key_unreadable" },
  { table: carrierAccounts, about: sealedForAccount, unreadable: "carrier_account_unreadable" },
  { table: toolSecrets, about: toolSecretFor, unreadable: "tool_secret_unreadable" },
] as const;

export async function resealModelKeys(env: Env): Promise<void> {
  const keys = keyringOf(settings(env));
  if (keys.length === 1) return;
  const db = platform(new Database(env.DB, new Timing()));
  const current = await keyIdOf(keys[0]);
  for (const { table, about, unreadable } of tables) {
    const rows = await db
      .select({ id: table.id, organization_id: table.organization_id, sealed: table.sealed })
      .from(table)
      .where(and(isNotNull(table.sealed), notLike(table.sealed, `%.${current}`)))
      .limit(atOnce);
    for (const { id, organization_id, sealed } of rows) {
      if (sealed === null) continue;
      const whose = about(organization_id, id);
      try {
        const anew = await seal(keys[0], whose, await open(keys, whose, sealed));
        // What was removed or replaced meanwhile stays so.
        await db
          .update(table)
          .set({ sealed: anew })
          .where(and(eq(table.id, id), eq(table.sealed, sealed)));
      } catch (error) {
        log("error", unreadable, { key_id: id, message: innermostMessage(error) });
      }
    }
  }
}
