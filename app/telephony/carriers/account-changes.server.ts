/** Changes of an organization's own account at a carrier: its name, its credentials, its limits, and its removal. */
import { and, eq, isNotNull, lt } from "drizzle-orm";
import { z } from "zod";
import { spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { seal } from "#app/platform/crypto.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { giveBackNumber } from "#app/telephony/numbers.server.ts";
import { auditEvents, carrierAccounts } from "#drizzle/control/schema.ts";
import { mostCallsPerSecond } from "./account-terms.ts";
import { carrierTitle, ownAccount, sealedForAccount } from "./carriers.server.ts";
import {
  accountChoice,
  accountName,
  asked,
  givenCredentials,
  held,
  type Limited,
  ownAccountsOf,
  testLimit,
  type Untaken,
  untaken,
} from "./own-accounts.server.ts";

type Needs = Pick<Deps, "db" | "env">;
type Missing = { ok: false; reason: "not_found" };
const missing: Missing = { ok: false, reason: "not_found" };

/** The account of the actor's organization; null: it has none of this id. */
async function accountOf({ organization }: Actor, { db }: Pick<Needs, "db">, id: string) {
  const all = await ownAccountsOf(db, organization.id);
  return { all, account: all.find((one) => one.id === id) ?? null };
}

const mine = ({ organization }: Actor, id: string) => and(held(organization.id), eq(carrierAccounts.id, id));

type Kept = Partial<typeof carrierAccounts.$inferInsert>;

/** Changes the row, and notes the deed. */
async function change(
  actor: Actor,
  { db }: Pick<Needs, "db">,
  { id, carrier }: { id: string; carrier: string },
  kept: Kept,
  deed: "carriers.renamed" | "carriers.credentials_replaced" | "carriers.limits_changed" | "carriers.removed",
): Promise<void> {
  const own = tenant(db, actor.organization.id);
  await own.batch([
    own.update(carrierAccounts).set(kept).where(mine(actor, id)),
    own.insert(auditEvents).values(await actor.note(deed, id, { carrier: carrierTitle(carrier) })),
  ]);
}

export const renameAccount = verb(
  {
    verb: "carriers.rename",
    ...asked,
    worksUnpaid: true,
    input: accountChoice.extend({ name: accountName }),
  },
  async (
    actor,
    { id, name },
    deps: Needs,
  ): Promise<{ ok: true } | Missing | { ok: false; reason: "same_name" }> => {
    const { all, account } = await accountOf(actor, deps, id);
    if (!account) return missing;
    if (all.some((one) => one.id !== id && one.name === name)) return { ok: false, reason: "same_name" };
    await change(actor, deps, account, { name }, "carriers.renamed");
    return { ok: true };
  },
);

type Replaced =
  | { ok: true }
  | Missing
  | { ok: false; reason: "unread" }
  | ({ ok: false; reason: "untaken" } & Untaken)
  | Limited;

/** Keeps new credentials of an account once its carrier took them; until then the old ones stay. */
export const replaceCredentials = verb(
  {
    verb: "carriers.replace_credentials",
    ...asked,
    worksUnpaid: true,
    input: accountChoice.extend({ credentials: givenCredentials }),
  },
  async (actor, { id, credentials }, deps: Needs): Promise<Replaced> => {
    const { db, env } = deps;
    const organization_id = actor.organization.id;
    const { account } = await accountOf(actor, deps, id);
    if (!account) return missing;
    const known = settings(env);
    const opened = ownAccount(known, { carrier: account.carrier, id, organization_id }, credentials);
    if (!opened) return { ok: false, reason: "unread" };
    const now = Date.now();
    const spent = await spend(db, [testLimit(organization_id)], now);
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const checked = await opened.client.check();
    if (!checked.ok) return { ok: false, reason: "untaken", ...untaken(checked) };
    const [current] = keyringOf(known);
    const text = JSON.stringify(opened.credentials);
    const sealed = await seal(current, sealedForAccount(organization_id, id), text);
    const kept = { sealed, tested_at: now, trouble: null };
    await change(actor, deps, account, kept, "carriers.credentials_replaced");
    return { ok: true };
  },
);

const limit = (most: number) => z.int().min(1).max(most).nullable();

/** Sets how many calls an account may carry at once, and how many it may place in a second. `plan`: the plan allows fewer lines. */
export const limitAccount = verb(
  {
    verb: "carriers.limit",
    ...asked,
    input: accountChoice.extend({ lines: limit(10_000), calls_per_second: limit(mostCallsPerSecond) }),
  },
  async (
    actor,
    { id, lines, calls_per_second },
    deps: Needs,
  ): Promise<{ ok: true } | Missing | { ok: false; reason: "plan"; most: number }> => {
    const { account } = await accountOf(actor, deps, id);
    if (!account) return missing;
    const most = actor.limits.lines;
    if (lines !== null && lines > most) return { ok: false, reason: "plan", most };
    await change(actor, deps, account, { lines, calls_per_second }, "carriers.limits_changed");
    return { ok: true };
  },
);

/**
 * Removes an account. Its numbers leave here and stay at the carrier, where our addresses are taken off them. Its
 * credentials are kept until the calls that go on are over, so that these end as calls do; then cron forgets them.
 */
export const removeAccount = verb(
  { verb: "carriers.remove", ...asked, worksUnpaid: true, input: accountChoice },
  async (actor, { id }, deps: Needs): Promise<{ ok: true; numbers: number } | Missing> => {
    const { db, env } = deps;
    const { account } = await accountOf(actor, deps, id);
    if (!account) return missing;
    const { store, organization } = actor;
    const numbers = await store.numberRouting.ofAccount(id);
    const going = await store.live.list();
    const isGoing = going.some(({ number_id }) => numbers.some((number) => number.id === number_id));
    const context = { organization_id: organization.id, store, db, settings: settings(env) };
    for (const number of numbers) await giveBackNumber(context, number.id);
    await store.telephony.forgetAccount(id);
    const kept = { revoked_at: Date.now(), ...(!isGoing && { sealed: null }) };
    await change(actor, deps, account, kept, "carriers.removed");
    return { ok: true, numbers: numbers.length };
  },
);

/** Longer than any call lasts. */
const callsEnd_ms = 4 * hour_ms;

/** Forgets the credentials of removed accounts whose last calls are over. Run by cron. @param now ms UTC */
export async function forgetRemovedAccounts(env: Env, now: number): Promise<void> {
  await platform(new Database(env.DB, new Timing()))
    .update(carrierAccounts)
    .set({ sealed: null })
    .where(and(isNotNull(carrierAccounts.sealed), lt(carrierAccounts.revoked_at, now - callsEnd_ms)));
}
