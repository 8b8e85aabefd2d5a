/** Accounts at the carriers that belong to customers: made for tests, and given new credentials as their owners do. */
import { type Account, newNumericId, newSid } from "./carrier-records.ts";
import type { CarrierStore } from "./carrier-store.ts";
import { newSigningKeys } from "./telnyx/signing.ts";

/** What the account's owner reads in the carrier's portal. */
export type OwnAccount = { account_sid: string; credentials: Record<string, string> };

const random = (): string => newSid("AC").slice(2);

type Keys = { auth_token: string; signing_key: string; public_key: string };

async function newKeys(carrier: Account["carrier"]): Promise<Keys> {
  if (carrier === "twilio") return { auth_token: random(), signing_key: "", public_key: "" };
  return { auth_token: `KEY${random()}`, ...(await newSigningKeys()) };
}

const shown = (
  carrier: Account["carrier"],
  sid: string,
  keys: Keys,
  application_id: string | null,
): OwnAccount => ({
  account_sid: sid,
  credentials:
    carrier === "twilio"
      ? { account_sid: sid, auth_token: keys.auth_token }
      : {
          api_key: keys.auth_token,
          public_key: keys.public_key,
          account_sid: sid,
          messaging_profile_id: crypto.randomUUID(),
          ...(application_id !== null && { application_id }),
        },
});

export async function makeOwnAccount(store: CarrierStore, carrier: Account["carrier"]): Promise<OwnAccount> {
  const keys = await newKeys(carrier);
  const sid = carrier === "twilio" ? newSid("AC") : crypto.randomUUID();
  store.held.addOwnAccount({ sid, carrier, ...keys });
  const application_id = carrier === "telnyx" ? newNumericId() : null;
  if (application_id !== null) store.held.addApplication(application_id, sid);
  return shown(carrier, sid, keys, application_id);
}

/** Null: there is no such account. The application of an account stays. */
export async function replaceCredentials(store: CarrierStore, sid: string): Promise<OwnAccount | null> {
  const account = store.account(sid);
  if (!account) return null;
  const keys = await newKeys(account.carrier);
  store.held.replaceCredentials(sid, keys.auth_token, keys.signing_key);
  return shown(account.carrier, sid, keys, null);
}
