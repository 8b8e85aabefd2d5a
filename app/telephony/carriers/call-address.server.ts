/** Addresses of one call that carriers are given, with a proof that we gave them: not every carrier's signature covers the address. */
import { mac } from "#app/platform/crypto.server.ts";
import { publicOrigin, type Settings } from "#app/platform/env.server.ts";
import { type CarrierAccount, webhookUrl } from "./carrier.schema.ts";

export const callAddressPurpose = "call address";

/** @param name what the carrier does there */
export async function provenAddress(
  settings: Settings,
  account: Pick<CarrierAccount, "carrier" | "id">,
  name: string,
  call_id: string,
): Promise<string> {
  const url = new URL(webhookUrl(publicOrigin(settings), account, `${name}/${call_id}`));
  url.searchParams.set("proof", await mac(settings.APP_SECRET, callAddressPurpose, url.pathname));
  return url.href;
}
