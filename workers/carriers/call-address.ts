/** The addresses of one call that carriers are given, with a proof that we gave them where the carrier's signature does not cover them. */
import { isMac } from "#app/platform/crypto.server.ts";
import { keyringOf, publicOrigin, type Settings } from "#app/platform/env.server.ts";
import { callAddressPurpose, provenAddress } from "#app/telephony/carriers/call-address.server.ts";
import { type CarrierAccount, webhookUrl } from "#app/telephony/carriers/carrier.schema.ts";
import { wireOf } from "./wires.ts";

export const callAddress = async (
  settings: Settings,
  account: CarrierAccount,
  name: string,
  call_id: string,
): Promise<string> =>
  wireOf(account.carrier)?.signsAddresses
    ? webhookUrl(publicOrigin(settings), account, `${name}/${call_id}`)
    : provenAddress(settings, account, name, call_id);

/** Whether we gave a call's address out. */
export const isOurCallAddress = (settings: Settings, { pathname, searchParams }: URL): Promise<boolean> =>
  isMac(keyringOf(settings), searchParams.get("proof") ?? "", callAddressPurpose, pathname);
