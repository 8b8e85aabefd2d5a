/** The carrier account that carries a call, ready to be asked. */
import { Database } from "#app/platform/d1.server.ts";
import { type Settings, settings as settingsOf } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import type { GoingCall } from "./going-call.ts";

/** @returns null: this deployment has no such account any more */
export async function accountOf(
  { call, progress }: GoingCall,
  env: Env,
): Promise<{ settings: Settings; account: CarrierAccount } | null> {
  const settings = settingsOf(env);
  const named = { carrier: call.provider, account_id: progress.account_id };
  const account = await credentialsOf(new Database(env.DB, new Timing()), settings, named, true);
  return account && { settings, account };
}
