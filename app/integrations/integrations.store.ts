/** Connections to other systems: their sealed tokens, one renewal at a time, and what became of what was asked there. */
import { and, asc, eq, notLike, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { second_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { integrations } from "#drizzle/organization/schema.ts";
import { forgetCalendar, readCalendarFrom } from "./calendar-events.store.ts";
import {
  type Credential,
  type Integration,
  type IntegrationSettings,
  integrationSettings,
  type NewConnection,
  type Provider,
  provider as providerShape,
} from "./integrations.schema.ts";

export { busyRead, eventOf, keepEvent, unsynced } from "./calendar-events.store.ts";
export { beginDeed, deeds, endDeed, lately } from "./deeds.store.ts";

/** Longer than a provider may take to answer: then another request may ask for a new token. */
const refreshing_ms = 15 * second_ms;

const shown = {
  provider: integrations.provider,
  status: integrations.status,
  auth: integrations.auth,
  account_id: integrations.account_id,
  account_label: integrations.account_label,
  scopes: integrations.scopes,
  expires_at: integrations.expires_at,
  settings: integrations.settings,
  owner_id: integrations.owner_id,
  connected_at: integrations.connected_at,
  last_sync_at: integrations.last_sync_at,
  last_error: integrations.last_error,
  last_error_at: integrations.last_error_at,
};

const of = (provider: Provider) => eq(integrations.provider, provider);

const read = <Row extends { provider: string; settings: unknown }>(row: Row) => ({
  ...row,
  provider: providerShape.parse(row.provider),
  settings: integrationSettings.parse(row.settings),
});

/** All connections, without their tokens. */
export const list = (db: OrganizationDatabase): Integration[] =>
  db.select(shown).from(integrations).orderBy(asc(integrations.connected_at)).all().map(read);

export function find(db: OrganizationDatabase, provider: Provider): Integration | null {
  const row = db.select(shown).from(integrations).where(of(provider)).get();
  return row ? read(row) : null;
}

/** What speaks for a connection; null: there is none. */
export function credential(db: OrganizationDatabase, provider: Provider): Credential | null {
  const row = db.select().from(integrations).where(of(provider)).get();
  return row ? read(row) : null;
}

/** Connects a provider, or connects it anew: its settings stay unless another account is behind it. @param now ms UTC */
export function connect(db: OrganizationDatabase, made: NewConnection, now: number): void {
  const before = find(db, made.provider);
  const isSame = before?.account_id === made.account_id;
  if (before && !isSame) disconnect(db, made.provider);
  const settings = isSame ? before.settings : made.settings;
  const fresh = {
    ...made,
    settings,
    status: "connected" as const,
    refreshing_until: null,
    connected_at: now,
  };
  db.insert(integrations)
    .values(fresh)
    .onConflictDoUpdate({
      target: integrations.provider,
      set: { ...fresh, version: sql`${integrations.version} + 1`, last_error: null, last_error_at: null },
    })
    .run();
  if (made.provider === "google_calendar") readCalendarFrom(db, now);
}

/** The connections whose tokens another secret than the one of this id sealed. */
export const sealedBefore = (
  db: OrganizationDatabase,
  keyId: string,
): { provider: Provider; sealed: string }[] =>
  db
    .select({ provider: integrations.provider, sealed: integrations.sealed })
    .from(integrations)
    .where(notLike(integrations.sealed, `%.${keyId}`))
    .all()
    .map((row) => ({ ...row, provider: providerShape.parse(row.provider) }));

/** Keeps tokens that were sealed anew, unless they were replaced meanwhile. */
export const reseal = (db: OrganizationDatabase, provider: Provider, before: string, sealed: string): void =>
  void db
    .update(integrations)
    .set({ sealed })
    .where(and(of(provider), eq(integrations.sealed, before)))
    .run();

export type Renewal = { is: "lease" } | { is: "wait" } | { is: "fresh" };

/**
 * Lets one request ask for a new token: the others wait until it is there. An object runs one store function at a time,
 * so of two that race one gets the lease.
 * @param version of the token that is to be replaced
 */
export function beginRenewal(
  db: OrganizationDatabase,
  provider: Provider,
  version: number,
  now: number,
): Renewal {
  const row = db.select().from(integrations).where(of(provider)).get();
  if (!row || row.version !== version) return { is: "fresh" };
  if (row.refreshing_until !== null && row.refreshing_until > now) return { is: "wait" };
  db.update(integrations)
    .set({ refreshing_until: now + refreshing_ms })
    .where(of(provider))
    .run();
  return { is: "lease" };
}

/** Keeps a new token in the place of the one of this version. @returns whether it still was that one */
export function keepToken(
  db: OrganizationDatabase,
  provider: Provider,
  kept: { sealed: string; expires_at: number | null; version: number },
): boolean {
  const { sealed, expires_at, version } = kept;
  const changed = db
    .update(integrations)
    .set({ sealed, expires_at, version: version + 1, refreshing_until: null })
    .where(and(of(provider), eq(integrations.version, version)))
    .returning({ version: integrations.version })
    .all();
  return changed.length > 0;
}

/** The provider did not answer: the next request may ask again. */
export const endRenewal = (db: OrganizationDatabase, provider: Provider): void =>
  void db.update(integrations).set({ refreshing_until: null }).where(of(provider)).run();

/** The last thing that was asked succeeded. */
export function noteSuccess(db: OrganizationDatabase, provider: Provider, now: number): void {
  db.update(integrations)
    .set({ status: "connected", last_sync_at: now })
    .where(and(of(provider), sql`${integrations.status} <> 'expired'`))
    .run();
}

export function noteError(db: OrganizationDatabase, provider: Provider, error: string, now: number): void {
  db.update(integrations)
    .set({ status: "error", last_error: error, last_error_at: now })
    .where(and(of(provider), sql`${integrations.status} <> 'expired'`))
    .run();
}

/**
 * The provider refuses the token of this version: nothing more is asked until someone connects it again, who is told
 * once. Busy times of a calendar that can't be read any more are forgotten: agents go by their own rules.
 */
export function expire(
  db: OrganizationDatabase,
  provider: Provider,
  { version, error, now }: { version: number; error: string; now: number },
): void {
  const expired = db
    .update(integrations)
    .set({ status: "expired", refreshing_until: null, last_error: error, last_error_at: now })
    .where(and(of(provider), eq(integrations.version, version), sql`${integrations.status} <> 'expired'`))
    .returning({ owner_id: integrations.owner_id })
    .get();
  if (!expired) return;
  if (provider === "google_calendar") forgetCalendar(db, { events: false });
  const payload = { provider, owner_id: expired.owner_id, at: now };
  enqueueTask(db, { id: newId(now), kind: "integration_expired", payload }, now);
}

export function saveSettings(
  db: OrganizationDatabase,
  provider: Provider,
  settings: IntegrationSettings,
  now: number,
): boolean {
  const before = find(db, provider);
  if (!before) return false;
  db.update(integrations).set({ settings }).where(of(provider)).run();
  if (provider !== "google_calendar") return true;
  if (before.settings.target?.id !== settings.target?.id) forgetCalendar(db, { events: true });
  if (before.status !== "expired") readCalendarFrom(db, now);
  return true;
}

/** Forgets a connection with its tokens. What was done stays in its log. */
export function disconnect(db: OrganizationDatabase, provider: Provider): Integration | null {
  const before = find(db, provider);
  db.delete(integrations).where(of(provider)).run();
  if (provider === "google_calendar") forgetCalendar(db, { events: true });
  return before;
}
