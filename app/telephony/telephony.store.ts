/** The telephony settings in the organization's object, and the number that outgoing calls show. */
import { and, asc, eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { keepSetting, settingReader } from "#app/object/settings.store.ts";
import { numbers } from "#drizzle/organization/schema.ts";
import { type Direction, isCountryAllowed as isAllowed } from "./allowed-countries.ts";
import {
  type TelephonyChange,
  type TelephonySettings,
  telephonySettingsShape,
} from "./telephony-settings.schema.ts";

const stored = "telephony";

/** The settings; a part that was never chosen has its default. */
export const settings = settingReader(
  stored,
  (kept): TelephonySettings => telephonySettingsShape.parse(kept ?? {}),
);

/** Keeps some of the settings; the others stay as they are. */
export function save(db: OrganizationDatabase, changes: TelephonyChange): void {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  keepSetting(db, stored, telephonySettingsShape.parse({ ...settings(db), ...given }));
}

/** An own account is gone: outgoing calls no longer leave through it. */
export function forgetAccount(db: OrganizationDatabase, account_id: string): void {
  if (settings(db).default_account === account_id) save(db, { default_account: null });
}

/** Whether calls from, or to, a number's country are allowed. @param number E.164; null: withheld */
export const isCountryAllowed = (
  db: OrganizationDatabase,
  direction: Direction,
  number: string | null,
): boolean => isAllowed(settings(db), direction, number);

/** A number that can be called from: the carrier and the account that hold it. */
export type CallerId = {
  id: string;
  /** E.164 */
  phone_number: string;
  provider: string;
  account_id: string | null;
};

/**
 * The number that an outgoing call shows when its agent has none of its own: the chosen one, or the first of the default
 * account, or the first of all. Null: the organization has no number.
 */
export function callerId(db: OrganizationDatabase): CallerId | null {
  const { caller_id, default_account } = settings(db);
  const active = db
    .select({
      id: numbers.id,
      phone_number: numbers.phone_number,
      provider: numbers.provider,
      account_id: numbers.account_id,
      is_in_subaccount: numbers.is_in_subaccount,
    })
    .from(numbers)
    .where(and(eq(numbers.status, "active")))
    .orderBy(asc(numbers.seq))
    .all();
  return (
    active.find(({ id }) => id === caller_id) ??
    active.find((one) => (one.is_in_subaccount ? null : one.account_id) === default_account) ??
    active[0] ??
    null
  );
}
