/** Sets an organization's telephony settings, and reads them for whatever calls, answers or records. */
import type { Deps } from "#app/membership/actor.server.ts";
import { verb } from "#app/membership/verb.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { ownAccountsOf } from "#app/telephony/carriers/own-accounts.server.ts";
import { type TelephonySettings, telephonyChange } from "#app/telephony/telephony-settings.schema.ts";

/** The telephony settings of the organization whose store it is. */
export const telephonySettings = (store: Store): Promise<TelephonySettings> => store.telephony.settings();

type Saved = { ok: true } | { ok: false; reason: "no_account" | "no_number" };

/** Keeps what is given; the rest stays as it is. */
export const saveTelephony = verb(
  { verb: "telephony.save", permission: "organization.write", section: "settings", input: telephonyChange },
  async (actor, changes, { db }: Pick<Deps, "db">): Promise<Saved> => {
    const { store, organization } = actor;
    const { default_account, caller_id } = changes;
    if (default_account) {
      const accounts = await ownAccountsOf(db, organization.id);
      if (!accounts.some(({ id }) => id === default_account)) return { ok: false, reason: "no_account" };
    }
    if (caller_id && (await store.numberRouting.details(caller_id))?.status !== "active")
      return { ok: false, reason: "no_number" };
    await store.telephony.save(changes);
    const names = Object.keys(changes).sort().join(", ");
    await actor.record("telephony.settings_changed", organization.id, { settings: names });
    return { ok: true };
  },
);
