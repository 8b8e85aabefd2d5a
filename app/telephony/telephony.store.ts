/** The telephony settings in the organization's object, and the number that outgoing calls show. */
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { keepSetting, settingReader } from "#app/object/settings.store.ts";
import { liveCalls, numbers } from "#drizzle/organization/schema.ts";
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

/** A number that may go to another account of the platform now; null: it is not in use, or a call of it goes on. */
export function movable(
  db: OrganizationDatabase,
  id: string,
): { country: string; provider_sid: string | null } | null {
  const isBusy = sql`exists (select 1 from ${liveCalls} where ${liveCalls.number_id} = ${id})`;
  const found = db
    .select({ country: numbers.country, provider_sid: numbers.provider_sid })
    .from(numbers)
    .where(and(eq(numbers.id, id), eq(numbers.status, "active"), sql`not ${isBusy}`))
    .get();
  return found ?? null;
}

/** A number lies in the account that the platform made for the organization. @returns whether it is still in use */
export function moveNumber(
  db: OrganizationDatabase,
  { id, account_id, now }: { id: string; account_id: string; now: number },
): boolean {
  const moved = db
    .update(numbers)
    .set({ account_id, is_in_subaccount: true, updated_at: now })
    .where(
      and(
        eq(numbers.id, id),
        eq(numbers.status, "active"),
        or(isNull(numbers.account_id), eq(numbers.account_id, account_id)),
      ),
    )
    .returning({ id: numbers.id })
    .all();
  return moved.length > 0;
}
