/**
 * Buys (`buyNumber`), assigns and releases numbers across three places that share no transaction: the carrier, the organization's
 * own rows, and the number index that webhooks read. Every step can be repeated; `reconcileNumber` finishes or undoes
 * what a crash interrupted.
 */
import { and, eq } from "drizzle-orm";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { type Settings, settings } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { phoneNumbers } from "#drizzle/control/schema.ts";
import type { CarrierAccount, CarrierRefusal } from "./carriers/carrier.schema.ts";
import { credentialsOf } from "./carriers/carriers.server.ts";
import { leaveNumber } from "./carriers/leave-number.server.ts";
import { accountToBuyIn, standingOf, wakeSubaccount } from "./carriers/subaccounts.server.ts";
import type { NumberKind } from "./number-terms.schema.ts";
import type { MonthlyPrice } from "./numbers.schema.ts";
import { endingClaim } from "./sale/number-claims.server.ts";
import { endingRent, settleRents } from "./sale/rents.server.ts";
import type { SoldCountry } from "./sale/sold-countries.schema.ts";

/** The context of a change: an organization, its store, the control plane and the carrier's account. */
export type NumberContext = { organization_id: string; store: Store; db: Database; settings: Settings };
/** `most`: how many numbers the organization's plan allows. */
type Budget = { most: number };

export type Purchase = {
  phone_number: string;
  country: SoldCountry;
  kind: NumberKind;
  locality: string | null;
  region: string | null;
  agent_id: string | null;
  created_by: string;
  /** What the organization pays for it; nothing for a number that is included. */
  monthly: MonthlyPrice;
  /** The number's id here, where it was fixed before; a purchase under an id that was begun is not begun again. */
  id?: string;
};

/** Where a number is held: at a carrier, in the platform's account or in the organization's. */
type Held = { provider: string; account_id: string | null };

export type Bought =
  | { ok: true; number_id: string; agent_name: string | null }
  | { ok: false; reason: "held" | "no_agent" | "plan_full" | CarrierRefusal };

/** Buys a number, and assigns an agent if one is named. After `silent` a check finds out within minutes whether it was bought. */
export async function buyNumber(numberContext: NumberContext, wish: Purchase & Budget): Promise<Bought> {
  const { store } = numberContext;
  const now = Date.now();
  const { phone_number, country, kind, id = newId(now) } = wish;
  const opened = await accountToBuyIn(numberContext, { country, kind });
  if (!opened.ok) return { ok: false, reason: opened.reason };
  const { account } = opened;
  const { carrier: provider, id: account_id } = account;
  const is_in_subaccount = account_id !== null;
  const reserved = await store.numbers.reserve({ ...wish, id, provider, account_id, is_in_subaccount, now });
  if (!reserved.ok) return reserved;
  const bought = await account.client.numbers.buy({ phone_number, number_id: id, country, kind });
  const sid = bought.ok
    ? bought.sid
    : await afterRefusal(numberContext, account, { id, phone_number, reason: bought.reason });
  if (sid === null) return { ok: false, reason: bought.ok ? "silent" : bought.reason };
  await take(numberContext, {
    id,
    phone_number,
    provider,
    account_id,
    sid,
    agent_name: reserved.agent_name,
  });
  return { ok: true, number_id: id, agent_name: reserved.agent_name };
}

type Refused = { id: string; phone_number: string; reason: CarrierRefusal };

/** A clear refusal undoes the reservation. Silence may hide a success: the carrier is asked what it did, now and later by a check. */
async function afterRefusal(
  { store }: NumberContext,
  { client }: CarrierAccount,
  { id, phone_number, reason }: Refused,
): Promise<string | null> {
  const isSure = reason !== "silent";
  const found = isSure ? null : await client.numbers.find({ phone_number, number_id: id });
  if (found?.ok && found.sid !== null) return found.sid;
  if (isSure || found?.ok) await store.numbers.fail({ id, isSure, now: Date.now() });
  return null;
}

type Taken = Held & { id: string; phone_number: string; sid: string; agent_name: string | null };

/** The carrier says that the number is ours, so it is: another organization's outdated entry is replaced. */
export async function take(
  { organization_id, store, db }: NumberContext,
  { id, phone_number, provider, account_id, sid, agent_name }: Taken,
) {
  const now = Date.now();
  const entry = {
    organization_id,
    number_id: id,
    provider,
    provider_sid: sid,
    account_id,
    agent_name,
    updated_at: now,
  };
  const all = platform(db);
  await all.batch([
    all
      .insert(phoneNumbers)
      .values({ ...entry, phone_number, created_at: now })
      .onConflictDoUpdate({ target: phoneNumbers.phone_number, set: entry }),
    endingClaim(db, organization_id, id),
  ]);
  await store.numbers.activate({ id, provider_sid: sid, now });
}

const isOwnEntry = (organization_id: string, phone_number: string) =>
  and(eq(phoneNumbers.phone_number, phone_number), eq(phoneNumbers.organization_id, organization_id));

/** Writes the agent's name into the number index. */
async function nameAgent(
  { db, organization_id }: NumberContext,
  { phone_number, agent_name }: { phone_number: string; agent_name: string | null },
): Promise<void> {
  await tenant(db, organization_id)
    .update(phoneNumbers)
    .set({ agent_name, updated_at: Date.now() })
    .where(isOwnEntry(organization_id, phone_number));
}

export type Reassigned =
  | { ok: true; phone_number: string; agent_name: string | null }
  | { ok: false; reason: "not_found" | "no_agent" };

/** Assigns an agent to a number from the next call on; null removes it. */
export async function assignNumber(
  numberContext: NumberContext,
  { id, agent_id }: { id: string; agent_id: string | null },
): Promise<Reassigned> {
  const assigned = await numberContext.store.numbers.assign({ id, agent_id, now: Date.now() });
  if (assigned.ok) await nameAgent(numberContext, assigned);
  return assigned;
}

/** `pending`: the carrier has not confirmed it yet, and is asked again until it does. */
export type Released =
  | { ok: true; phone_number: string; pending: boolean }
  | { ok: false; reason: "not_found" };

/** Releases a number to the carrier. From this moment its calls are not answered. */
export async function giveBackNumber(
  numberContext: NumberContext,
  id: string,
  isPurge = false,
): Promise<Released> {
  const started = await numberContext.store.numbers.startRelease({ id, now: Date.now() });
  if (!started.ok) return started;
  const isDone = await finishRelease(numberContext, { id, isPurge, ...started });
  return { ok: true, phone_number: started.phone_number, pending: !isDone };
}

type Gone = { provider_sid: string | null; phone_number: string };
type Leaving = Held & { id: string; phone_number: string; provider_sid: string | null; isPurge?: boolean };

/**
 * Whether a number is no longer at a carrier's account for us. An organization's own number stays in its own account:
 * it was never ours to give back, and our addresses are taken off it as far as the carrier lets us.
 */
async function isReleased(
  { db, settings }: NumberContext,
  { provider, account_id, provider_sid, phone_number }: Held & Gone,
): Promise<boolean> {
  if (provider_sid === null) return true;
  const standing = await standingOf(db, account_id);
  if (standing === "closed") return true;
  if (standing === "subaccount" && account_id !== null) await wakeSubaccount({ db, settings }, account_id);
  if (standing === "own") {
    const own = await credentialsOf(db, settings, { carrier: provider, account_id });
    if (own) await leaveNumber(own, { sid: provider_sid, phone_number });
    return true;
  }
  const account = await credentialsOf(db, settings, { carrier: provider, account_id });
  return account !== null && (await account.client.numbers.release(provider_sid)).ok;
}

async function finishRelease(
  numberContext: NumberContext,
  { id, phone_number, isPurge = false, ...held }: Leaving,
): Promise<boolean> {
  const { db, organization_id, store } = numberContext;
  if (!(await isReleased(numberContext, { ...held, phone_number }))) return false;
  const now = Date.now();
  await platform(db).batch([
    tenant(db, organization_id).delete(phoneNumbers).where(isOwnEntry(organization_id, phone_number)),
    endingRent(db, id, now),
  ]);
  await store.numbers.markReleased({ id, now, isPurge });
  if (!isPurge) await stopCharging(numberContext, now);
  return true;
}

/** The subscription stops charging for a number that is gone; what Stripe does not take now, cron settles. */
async function stopCharging({ db, settings, organization_id }: NumberContext, now: number): Promise<void> {
  if (!takesPayments(settings)) return;
  try {
    await settleRents(db, settings, organization_id, now);
  } catch (error) {
    log("warn", "rent_not_settled", { organization_id, message: innermostMessage(error) });
  }
}

/**
 * Releases all numbers of an organization that is being purged, and those that only the number index still lists. False
 * while the carrier has not confirmed all of them; then call it again.
 */
export async function giveBackEvery(numberContext: NumberContext): Promise<boolean> {
  const { db, organization_id, store } = numberContext;
  for (const { id } of await store.numbers.list()) {
    const released = await giveBackNumber(numberContext, id, true);
    if (!released.ok || released.pending) return false;
  }
  const own = tenant(db, organization_id);
  const left = await own
    .select({
      phone_number: phoneNumbers.phone_number,
      provider: phoneNumbers.provider,
      provider_sid: phoneNumbers.provider_sid,
      account_id: phoneNumbers.account_id,
    })
    .from(phoneNumbers)
    .where(eq(phoneNumbers.organization_id, organization_id));
  for (const { phone_number, ...held } of left) {
    if (!(await isReleased(numberContext, { ...held, phone_number }))) return false;
    await own.delete(phoneNumbers).where(isOwnEntry(organization_id, phone_number));
  }
  return true;
}

/** A younger purchase may still be running. */
const purchaseTakes_ms = minute_ms;

/**
 * Makes one number's three places agree, whatever was interrupted; repeating it changes nothing. Handles the outbox
 * event `number_check`.
 * @throws Fault carrier_unavailable when the carrier does not answer, so that the event comes again
 */
export async function reconcileNumber(
  env: Env,
  { organization_id, number_id }: { organization_id: string; number_id: string },
): Promise<void> {
  const numberContext: NumberContext = {
    organization_id,
    store: storeOf(organizationObject({ id: organization_id, region: null }, env)),
    db: new Database(env.DB, new Timing()),
    settings: settings(env),
  };
  const number = await numberContext.store.numbers.find(number_id);
  if (!number) return;
  if (number.status === "active") return nameAgent(numberContext, number);
  if (number.status === "releasing") {
    if (!(await finishRelease(numberContext, number))) throw new Fault("carrier_unavailable");
    return;
  }
  if (number.status === "released" || Date.now() - number.updated_at < purchaseTakes_ms) return;
  const { phone_number, provider, account_id } = number;
  const { db, settings: known } = numberContext;
  const account = await credentialsOf(db, known, { carrier: provider, account_id });
  // An own number is not bought here: its import is undone, and can be begun anew.
  if ((await standingOf(db, account_id)) === "own") {
    if (number.status !== "buying") return;
    if (account && !(await leaveNumber(account, { sid: null, phone_number })))
      throw new Fault("carrier_unavailable");
    await numberContext.store.numbers.fail({ id: number_id, isSure: true, now: Date.now() });
    return;
  }
  const found = await account?.client.numbers.find({ phone_number, number_id });
  if (!account || !found?.ok) throw new Fault("carrier_unavailable");
  if (number.status === "buying") {
    if (found.sid === null) {
      await numberContext.store.numbers.fail({ id: number_id, isSure: true, now: Date.now() });
      await endingClaim(db, organization_id, number_id);
    } else await take(numberContext, { ...number, sid: found.sid });
  } else if (found.sid !== null && !(await account.client.numbers.release(found.sid)).ok)
    // It was abandoned before the carrier had finished, so it must not be paid for.
    throw new Fault("carrier_unavailable");
  else await endingClaim(db, organization_id, number_id);
}
