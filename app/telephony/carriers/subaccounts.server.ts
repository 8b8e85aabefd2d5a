/**
 * The platform's accounts for single organizations (docs/telephony.md, "Subaccounts"): made when an organization first buys
 * a number, suspended with the organization, and closed at its purge.
 */
import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { type Settings, settings as settingsOf } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { carrierAccounts } from "#drizzle/control/schema.ts";
import type { CarrierAccount, CarrierAnswer, CarrierRefusal, NumberSort } from "./carrier.schema.ts";
import {
  credentialsOf,
  keepCredentials,
  platformAccounts,
  renewedSubaccount,
  usualAccount,
} from "./carriers.server.ts";

/** Whose account it is about. */
export type Needs = { organization_id: string; db: Database; settings: Settings };
type Found = CarrierAnswer<{ account: CarrierAccount }>;

/** Longer than the carrier is waited for: who began to make an account and is not done by then has died. */
const making_ms = 30 * second_ms;
const looks = 12;
const between_ms = second_ms / 2;

const refusal = (reason: CarrierRefusal): Found => ({ ok: false, reason, why: null });

const pause = () => new Promise((resolve) => setTimeout(resolve, between_ms));

/** What a subaccount is called at the carrier, where it is found again by it. */
const nameOf = (organization_id: string): string => `organization ${organization_id}`;

/**
 * The account in which an organization's next number is bought: its own within the platform's, made if there is none yet.
 * Documents belong to the account that they were approved for, so numbers that need them are bought there; and so is
 * every number of an organization for which the carrier makes no account. A refusal is sure: nothing was bought.
 */
export async function accountToBuyIn(needs: Needs, sort: NumberSort): Promise<Found> {
  const usual = usualAccount(needs.settings);
  const hasDocuments = !usual.client.numbers.lacksDocuments({ ...sort, needsAddress: true });
  if (!usual.client.subaccounts?.areWanted || hasDocuments) return { ok: true, account: usual };
  for (let look = 0; look < looks; look++) {
    const row = await rowOf(needs, usual);
    const known = row.sealed === null ? null : await opened(needs, row);
    if (known) return { ok: true, account: known };
    if (await isClaimed(needs, row.id)) return make(needs, usual, row);
    await pause();
  }
  return refusal("busy");
}

type Row = typeof carrierAccounts.$inferSelect;

const opened = ({ db, settings }: Omit<Needs, "organization_id">, { id, carrier }: Row) =>
  credentialsOf(db, settings, { carrier, account_id: id });

/** The organization's row for an account of the platform, written if it is the first time. */
async function rowOf(
  { db, organization_id }: Needs,
  { carrier, lines_of: parent }: CarrierAccount,
): Promise<Row> {
  const own = tenant(db, organization_id);
  const within = and(
    eq(carrierAccounts.organization_id, organization_id),
    eq(carrierAccounts.parent, parent),
  );
  const now = Date.now();
  const known = await own.select().from(carrierAccounts).where(within).get();
  if (known) return known;
  const row = { id: newId(now), organization_id, carrier, name: nameOf(organization_id), parent };
  await own
    .insert(carrierAccounts)
    .values({ ...row, created_at: now })
    .onConflictDoNothing();
  const [written] = await own.select().from(carrierAccounts).where(within);
  if (!written) throw new Error("the row of a subaccount is gone");
  return written;
}

/** One request at a time makes an account. */
async function isClaimed({ db, organization_id }: Needs, id: string): Promise<boolean> {
  const now = Date.now();
  const claimed = await tenant(db, organization_id)
    .update(carrierAccounts)
    .set({ claimed_at: now })
    .where(
      and(
        eq(carrierAccounts.organization_id, organization_id),
        eq(carrierAccounts.id, id),
        or(isNull(carrierAccounts.claimed_at), lt(carrierAccounts.claimed_at, now - making_ms)),
      ),
    )
    .returning({ id: carrierAccounts.id });
  return claimed.length > 0;
}

const free = ({ db }: Needs, id: string) =>
  platform(db).update(carrierAccounts).set({ claimed_at: null }).where(eq(carrierAccounts.id, id));

/** One that was made and never heard of is found by its name. */
async function make(needs: Needs, usual: CarrierAccount, row: Row): Promise<Found> {
  const { subaccounts } = usual.client;
  if (!subaccounts) return { ok: true, account: usual };
  const found = await subaccounts.find(row.name);
  const made =
    found.ok && found.credentials !== null ? found : found.ok ? await subaccounts.make(row.name) : found;
  if (made.ok) {
    await keepCredentials(needs.db, needs.settings, row, made.credentials);
    await free(needs, row.id);
    const account = await opened(needs, row);
    return account ? { ok: true, account } : refusal("busy");
  }
  // After silence the carrier may still be making it: the claim holds until that is over.
  if (made.reason !== "silent" || !found.ok) await free(needs, row.id);
  if (made.reason === "silent" || made.reason === "busy") return refusal("busy");
  log("error", "carrier_makes_no_account", { carrier: usual.carrier, exact: made.exact ?? "" });
  return { ok: true, account: usual };
}

/** The signature of a post was not of the token that we know: it may have been replaced at the carrier. Anyone can send such a post. */
const renewals = (id: string): Limit => ({ key: `carrier-subaccount:${id}`, most: 1, within_ms: minute_ms });

/** A subaccount with its token as it is now; null: as we knew it, or it is not asked for so soon again. */
export async function renewedAccount(
  db: Database,
  settings: Settings,
  { id }: CarrierAccount,
): Promise<CarrierAccount | null> {
  if (id === null || !(await spend(db, [renewals(id)], Date.now())).ok) return null;
  return renewedSubaccount(db, settings, id);
}

/** What the platform is to an account: `own`: it is the organization's; `closed`: it was within the platform's. */
export async function standingOf(
  db: Database,
  account_id: string | null,
): Promise<"platform" | "subaccount" | "own" | "closed"> {
  if (account_id === null) return "platform";
  const row = await platform(db)
    .select({ parent: carrierAccounts.parent, revoked_at: carrierAccounts.revoked_at })
    .from(carrierAccounts)
    .where(eq(carrierAccounts.id, account_id))
    .get();
  if (!row || row.parent === null) return "own";
  return row.revoked_at === null ? "subaccount" : "closed";
}

type Status = "active" | "suspended" | "closed";

/** Tells the carrier, and writes down what it was told. @returns whether it was done */
async function become({ db, settings }: Omit<Needs, "organization_id">, row: Row, status: Status) {
  const parent = platformAccounts(settings).find(({ lines_of }) => lines_of === row.parent);
  const subaccounts = parent?.client.subaccounts;
  if (!subaccounts) return false;
  const known = await opened({ db, settings }, row);
  // One that was made and never heard of is known by its name alone.
  const found = known
    ? { ok: true as const, credentials: known.credentials }
    : await subaccounts.find(row.name);
  if (!found.ok) return false;
  if (found.credentials !== null && !(await subaccounts.become(found.credentials, status)).ok) return false;
  const kept = status === "closed" ? { revoked_at: Date.now() } : { is_suspended: status === "suspended" };
  await platform(db).update(carrierAccounts).set(kept).where(eq(carrierAccounts.id, row.id));
  return true;
}

/** A suspended account releases no numbers. */
export async function wakeSubaccount(needs: Omit<Needs, "organization_id">, id: string): Promise<void> {
  const asleep = and(eq(carrierAccounts.id, id), eq(carrierAccounts.is_suspended, true));
  const row = await platform(needs.db).select().from(carrierAccounts).where(asleep).get();
  if (row) await become(needs, row, "active");
}

/**
 * Closes an organization's accounts within the platform's, and with them their numbers. One within an account that this
 * deployment no longer has cannot be closed: its numbers are given back one by one. @returns whether no other is left
 */
export async function closeSubaccounts(needs: Needs): Promise<boolean> {
  const rows = await tenant(needs.db, needs.organization_id)
    .select()
    .from(carrierAccounts)
    .where(
      and(
        eq(carrierAccounts.organization_id, needs.organization_id),
        isNotNull(carrierAccounts.parent),
        isNull(carrierAccounts.revoked_at),
      ),
    );
  const parents = new Set(platformAccounts(needs.settings).map(({ lines_of }) => lines_of));
  for (const row of rows)
    if (row.parent !== null && parents.has(row.parent) && !(await become(needs, row, "closed"))) return false;
  return true;
}

/** In one run of cron. */
const atOnce = 20;

/** Whether the people of the row `o` may use it no longer, for now or for good; `agency` is the agency that it is a client of. */
export const isShut = sql<number>`(o.archived_at is not null or coalesce(o.suspended_at, o.platform_suspended_at,
  agency.suspended_at, agency.platform_suspended_at) is not null)`;

/**
 * Suspends the accounts of organizations that were suspended or deleted, and opens them again. One whose numbers put
 * callers through to a fallback number stays open while it is only suspended, because a suspended account carries no call.
 * Run by cron, which tries again what the carrier did not take.
 */
export async function settleSubaccounts(env: Env): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const settings = settingsOf(env);
  const due = await platform(db).all<{ id: string; region: string | null; is_deleted: number }>(
    sql`select a.id, o.region, o.archived_at is not null as is_deleted from carrier_accounts a
      join organizations o on o.id = a.organization_id
      left join organizations agency on agency.id = o.parent_organization_id
      where a.sealed is not null and a.parent is not null and a.revoked_at is null and a.is_suspended <> ${isShut}
      order by random() limit ${atOnce}`,
  );
  for (const { id, region, is_deleted } of due) {
    const row = await platform(db).select().from(carrierAccounts).where(eq(carrierAccounts.id, id)).get();
    if (!row) continue;
    const { organization_id } = row;
    try {
      const store = storeOf(organizationObject({ id: organization_id, region }, env));
      const mustCarry = !row.is_suspended && is_deleted === 0 && (await store.numberRouting.hasFallback());
      if (!mustCarry) await become({ db, settings }, row, row.is_suspended ? "active" : "suspended");
    } catch (error) {
      log("error", "subaccount_not_settled", { organization_id, message: innermostMessage(error) });
    }
  }
}
