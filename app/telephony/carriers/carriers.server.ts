/** Which carriers there are, and which account at them a number, a call or a webhook belongs to. */
import { and, eq, isNull } from "drizzle-orm";
import { open, seal } from "#app/platform/crypto.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, publicOrigin, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { carrierAccounts } from "#drizzle/control/schema.ts";
import type { CarrierAdapter } from "./adapter.server.ts";
import type { CarrierAccount } from "./carrier.schema.ts";
import { telnyx } from "./telnyx.server.ts";
import { twilio } from "./twilio.server.ts";

const adapters: readonly CarrierAdapter[] = [twilio, telnyx];

const named = (carrier: string): CarrierAdapter | undefined => adapters.find(({ name }) => name === carrier);

/** What people call a carrier. */
export const carrierTitle = (carrier: string): string => named(carrier)?.title ?? carrier;

/** Settings of carriers that are secrets, by name. */
export const carrierSecrets: readonly string[] = adapters.flatMap(({ secrets }) => secrets);

const known = new WeakMap<object, readonly CarrierAccount[]>();

/** The platform's own accounts, the one that numbers are bought at first. */
export function platformAccounts(settings: Settings): readonly CarrierAccount[] {
  const found = known.get(settings);
  if (found) return found;
  const accounts = adapters
    .flatMap((adapter): CarrierAccount[] => {
      const account = adapter.platform(settings.environment, { id: null, origin: publicOrigin(settings) });
      const whose = { id: null, organization_id: null, isOwn: false };
      return account ? [{ carrier: adapter.name, ...whose, ...account }] : [];
    })
    .toSorted(
      (one, other) => Number(other.carrier === settings.CARRIER) - Number(one.carrier === settings.CARRIER),
    );
  known.set(settings, accounts);
  return accounts;
}

/** The account that numbers are bought at. */
export function usualAccount(settings: Settings): CarrierAccount {
  const [account] = platformAccounts(settings);
  if (!account) throw new Error("No carrier is set up (docs/operating.md)");
  return account;
}

const isSet = (environment: object, adapter: CarrierAdapter): boolean =>
  Object.keys(adapter.variables.shape).some((name) => Reflect.get(environment, name) !== undefined);

/** The names of carriers' variables that are missing or malformed: of those that were begun, or of the first when none was. */
export function missingCarrierSettings(environment: object): string[] {
  const begun = adapters.filter((adapter) => isSet(environment, adapter));
  return (begun.length > 0 ? begun : adapters.slice(0, 1)).flatMap(({ variables }) => {
    const { error } = variables.safeParse(environment);
    return [...new Set(error?.issues.map(({ path }) => String(path[0])) ?? [])];
  });
}

/** Whose credentials they are: sealed ones open for their own row alone. */
export const sealedForAccount = (organization_id: string, id: string): string =>
  `carrier account:${organization_id}:${id}`;

/** Where a number, a call or a webhook is: at a carrier, in the platform's account there or in an organization's. */
export type AtCarrier = { carrier: string; account_id: string | null };

type Row = typeof carrierAccounts.$inferSelect;
type Whose = Pick<Row, "id" | "organization_id" | "carrier">;

/** An own account from its credentials; null: they are none of this carrier. */
export function ownAccount(
  settings: Settings,
  { carrier, id, organization_id }: Whose,
  credentials: unknown,
): CarrierAccount | null {
  const account = named(carrier)?.own(credentials, { id, origin: publicOrigin(settings) });
  return account ? { carrier, id, organization_id, isOwn: true, ...account } : null;
}

/** Keeps the credentials of an organization's account, encrypted for its row. */
export async function keepCredentials(
  db: Database,
  settings: Settings,
  { id, organization_id }: Pick<Row, "id" | "organization_id">,
  credentials: unknown,
): Promise<void> {
  const [current] = keyringOf(settings);
  const sealed = await seal(current, sealedForAccount(organization_id, id), JSON.stringify(credentials));
  await platform(db).update(carrierAccounts).set({ sealed }).where(eq(carrierAccounts.id, id));
}

/** The credentials of a subaccount as its owner has them now, kept; null: they are not told. */
async function renewed(db: Database, settings: Settings, row: Row, kept: unknown): Promise<unknown> {
  const parent = platformAccounts(settings).find(({ lines_of }) => lines_of === row.parent);
  const read = await parent?.client.subaccounts?.read(kept);
  if (!read?.ok) return null;
  if (JSON.stringify(read.credentials) === JSON.stringify(kept)) return null;
  await keepCredentials(db, settings, row, read.credentials);
  log("info", "carrier_token_renewed", { account_id: row.id });
  return read.credentials;
}

/** The platform's account for one organization: its calls take the lines of the one that it is in. */
function subaccount(db: Database, settings: Settings, row: Row, credentials: unknown): CarrierAccount | null {
  const { carrier, id, organization_id } = row;
  const parent = platformAccounts(settings).find(({ lines_of }) => lines_of === row.parent);
  const account = named(carrier)?.own(credentials, {
    id,
    origin: publicOrigin(settings),
    renewed: () => renewed(db, settings, row, credentials),
  });
  if (!account) return null;
  const { lines_of, lines, calls_per_second } = parent ?? account;
  return { carrier, id, organization_id, isOwn: false, ...account, lines_of, lines, calls_per_second };
}

/** The account with the limits that its people set. */
function within(
  account: CarrierAccount,
  limits: { lines: number | null; calls_per_second: number | null },
): CarrierAccount {
  const lines = Math.min(account.lines, limits.lines ?? account.lines);
  return { ...account, lines, calls_per_second: limits.calls_per_second ?? account.calls_per_second };
}

type Opened = { row: Row; credentials: unknown };

/** An organization's account as it is stored, with its credentials; null: there is none, or they cannot be read. */
async function storedAccount(
  db: Database,
  settings: Settings,
  account_id: string,
  ofRunningCall: boolean,
): Promise<Opened | null> {
  const row = await platform(db)
    .select()
    .from(carrierAccounts)
    .where(
      and(eq(carrierAccounts.id, account_id), ofRunningCall ? undefined : isNull(carrierAccounts.revoked_at)),
    )
    .get();
  if (!row || row.sealed === null) return null;
  try {
    const whose = sealedForAccount(row.organization_id, row.id);
    return { row, credentials: JSON.parse(await open(keyringOf(settings), whose, row.sealed)) };
  } catch (error) {
    log("error", "carrier_account_unreadable", { account_id, message: String(error) });
    return null;
  }
}

/**
 * The account with its credentials; null: this deployment has no such carrier, or the account was removed.
 * @param ofRunningCall a removed account still speaks for the calls that it carries
 */
export async function credentialsOf(
  db: Database,
  settings: Settings,
  { carrier, account_id }: AtCarrier,
  ofRunningCall: boolean = false,
): Promise<CarrierAccount | null> {
  if (account_id === null)
    return platformAccounts(settings).find((account) => account.carrier === carrier) ?? null;
  const stored = await storedAccount(db, settings, account_id, ofRunningCall);
  if (stored?.row.carrier !== carrier) return null;
  const { row, credentials } = stored;
  if (row.parent !== null) return subaccount(db, settings, row, credentials);
  const account = ownAccount(settings, row, credentials);
  return account && within(account, row);
}

/** A subaccount with its token as it is at the carrier now; null: we know no other one. */
export async function renewedSubaccount(
  db: Database,
  settings: Settings,
  account_id: string,
): Promise<CarrierAccount | null> {
  const stored = await storedAccount(db, settings, account_id, true);
  if (!stored || stored.row.parent === null) return null;
  const credentials = await renewed(db, settings, stored.row, stored.credentials);
  return credentials === null ? null : subaccount(db, settings, stored.row, credentials);
}
