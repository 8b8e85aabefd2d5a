/** Organizations' own accounts at carriers: connected once the carrier took the credentials, and tested again. */
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { verb } from "#app/membership/verb.ts";
import { seal } from "#app/platform/crypto.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, carrierAccounts } from "#drizzle/control/schema.ts";
import { unansweredWords } from "./account-words.ts";
import type { CarrierRefusal } from "./carrier.schema.ts";
import { carrierTitle, credentialsOf, ownAccount, sealedForAccount } from "./carriers.server.ts";

type Needs = Pick<Deps, "db" | "env">;

/** Accounts that one organization may have. */
const mostAccounts = 20;

/** What every change of an account asks for. */
export const asked = { permission: "organization.write", section: "settings" } as const;

/** Every test asks a carrier. */
export const testLimit = (id: string): Limit => ({
  key: `carrier-account:${id}`,
  most: 30,
  within_ms: hour_ms,
});

export const held = (organization_id: string) =>
  and(
    eq(carrierAccounts.organization_id, organization_id),
    isNull(carrierAccounts.revoked_at),
    isNull(carrierAccounts.parent),
  );

/** The accounts that were not removed, the newest first. */
export const ownAccountsOf = (db: Database, organization_id: string) =>
  tenant(db, organization_id)
    .select({
      id: carrierAccounts.id,
      carrier: carrierAccounts.carrier,
      name: carrierAccounts.name,
      lines: carrierAccounts.lines,
      calls_per_second: carrierAccounts.calls_per_second,
      tested_at: carrierAccounts.tested_at,
      trouble: carrierAccounts.trouble,
      created_at: carrierAccounts.created_at,
    })
    .from(carrierAccounts)
    .where(held(organization_id))
    .orderBy(desc(carrierAccounts.created_at), desc(carrierAccounts.id));

export const accountName = z.string().trim().min(1, "Enter a name").max(60, "At most 60 characters");
/** By the carrier's own names of them. */
export const givenCredentials = z.record(z.string().max(40), z.string().trim().max(300));

const given = z.object({
  carrier: z.string().min(1).max(20),
  name: accountName,
  credentials: givenCredentials,
});

/** Why a carrier did not take an account: in words, and as it says it. */
export type Untaken = { because: CarrierRefusal; why: string | null; exact: string | null };
export type Limited = { ok: false; reason: "too_often"; retryAfter: number };
/** `unread`: these are no credentials of that carrier. */
type Connected =
  | { ok: true; id: string }
  | { ok: false; reason: "unread" | "too_many" | "same_name" }
  | ({ ok: false; reason: "untaken" } & Untaken)
  | Limited;

type Refusal = { reason: CarrierRefusal; why: string | null; exact?: string | null };

export const untaken = ({ reason, why, exact = null }: Refusal): Untaken => ({ because: reason, why, exact });

/** Keeps an account that its carrier took. */
export const connectAccount = verb(
  { verb: "carriers.connect", ...asked, input: given },
  async (actor, { carrier, name, credentials }, { db, env }: Needs): Promise<Connected> => {
    const { id: organization_id } = actor.organization;
    const now = Date.now();
    const id = newId(now);
    const known = settings(env);
    const account = ownAccount(known, { carrier, id, organization_id }, credentials);
    if (!account) return { ok: false, reason: "unread" };
    const spent = await spend(db, [testLimit(organization_id)], now);
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const others = await ownAccountsOf(db, organization_id);
    if (others.length >= mostAccounts) return { ok: false, reason: "too_many" };
    if (others.some((one) => one.name === name)) return { ok: false, reason: "same_name" };
    const checked = await account.client.check();
    if (!checked.ok) return { ok: false, reason: "untaken", ...untaken(checked) };
    const own = tenant(db, organization_id);
    const [current] = keyringOf(known);
    const sealed = await seal(
      current,
      sealedForAccount(organization_id, id),
      JSON.stringify(account.credentials),
    );
    await own.batch([
      own
        .insert(carrierAccounts)
        .values({ id, organization_id, carrier, name, sealed, tested_at: now, created_at: now }),
      own
        .insert(auditEvents)
        .values(await actor.note("carriers.connected", id, { carrier: carrierTitle(carrier) })),
    ]);
    return { ok: true, id };
  },
);

export const accountChoice = z.object({ id: z.uuid() });

type Tested = { ok: true } | { ok: false; reason: CarrierRefusal; why: string | null; exact: string | null };

/** Asks the carrier whether it still takes an account's credentials. */
export const testAccount = verb(
  { verb: "carriers.test", ...asked, worksUnpaid: true, input: accountChoice },
  async (
    actor,
    { id },
    { db, env }: Needs,
  ): Promise<Tested | { ok: false; reason: "not_found" } | Limited> => {
    const { id: organization_id } = actor.organization;
    const carrier = (await ownAccountsOf(db, organization_id)).find((one) => one.id === id)?.carrier;
    const account =
      carrier === undefined ? null : await credentialsOf(db, settings(env), { carrier, account_id: id });
    if (!account) return { ok: false, reason: "not_found" };
    const now = Date.now();
    const spent = await spend(db, [testLimit(organization_id)], now);
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    const checked = await account.client.check();
    const { why, exact = null } = checked.ok ? { why: null } : checked;
    const trouble = checked.ok ? null : { why: why ?? unansweredWords(checked.reason), exact };
    await tenant(db, organization_id)
      .update(carrierAccounts)
      .set({ tested_at: now, trouble })
      .where(and(held(organization_id), eq(carrierAccounts.id, id)));
    return checked.ok ? { ok: true } : { ok: false, reason: checked.reason, why, exact };
  },
);
