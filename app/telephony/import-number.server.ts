/** Takes a number into use that an organization holds in its own account at a carrier. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { platform } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { phoneNumbers } from "#drizzle/control/schema.ts";
import { spendRequest } from "./carrier-limits.server.ts";
import type { CarrierRefusal } from "./carriers/carrier.schema.ts";
import { credentialsOf } from "./carriers/carriers.server.ts";
import { ownAccountsOf } from "./carriers/own-accounts.server.ts";
import { numberContextOf } from "./number-verbs.server.ts";
import { type NumberContext, take } from "./numbers.server.ts";
import { priceCurrency } from "./sale/number-prices.ts";

const wanted = z.object({
  account_id: z.uuid(),
  phone_number: z.string().regex(/^\+[1-9]\d{6,14}$/, "Enter the whole number with its country code"),
  /** ISO 3166 */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** The agent that answers it at once; null: none yet. */
  agent_id: z.uuid().nullable(),
});

/** `elsewhere`: another organization has it here. `not_held`: the account does not hold it. */
type Imported =
  | { ok: true; number_id: string; agent_name: string | null }
  | { ok: false; reason: "no_account" | "elsewhere" | "not_held" | "held" | "no_agent" | "plan_full" }
  | { ok: false; reason: "too_many"; retryAfter: number }
  | { ok: false; reason: CarrierRefusal; why: string | null };

type Entry = { carrier: string; account_id: string | null; provider_sid: string | null };

/** Whether an account certainly has a number no longer. */
async function isGone(
  { db, settings }: Pick<NumberContext, "db" | "settings">,
  { provider_sid, ...at }: Entry,
): Promise<boolean> {
  const account = await credentialsOf(db, settings, at);
  if (!account || provider_sid === null) return false;
  const looked = await account.client.numbers.look(provider_sid);
  return looked.ok && looked.number === null;
}

/** Points the number at us and lists it here. The carrier goes on charging the account's owner for it. */
export const importNumber = verb(
  { verb: "numbers.import", permission: "numbers.write", section: "purchase_numbers", input: wanted },
  async (
    actor,
    { account_id, phone_number, country, agent_id },
    deps: Pick<Deps, "db" | "env">,
  ): Promise<Imported> => {
    const numberContext = numberContextOf(actor, deps);
    const { db, settings, store, organization_id } = numberContext;
    const now = Date.now();
    const carrier = (await ownAccountsOf(db, organization_id)).find(({ id }) => id === account_id)?.carrier;
    const account = carrier === undefined ? null : await credentialsOf(db, settings, { carrier, account_id });
    if (!account) return { ok: false, reason: "no_account" };
    const spent = await spendRequest(numberContext, now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const entry = await platform(db)
      .select({
        organization_id: phoneNumbers.organization_id,
        carrier: phoneNumbers.provider,
        account_id: phoneNumbers.account_id,
        provider_sid: phoneNumbers.provider_sid,
      })
      .from(phoneNumbers)
      .where(eq(phoneNumbers.phone_number, phone_number))
      .get();
    const others = entry && entry.organization_id !== organization_id ? entry : null;
    const { numbers } = account.client;
    const held = await numbers.held(phone_number);
    if (!held.ok) return { ok: false, reason: held.reason, why: held.why };
    const { sid } = held;
    // A number that was released and sold again may still be listed for who had it.
    if (others && (sid === null || !(await isGone(numberContext, others))))
      return { ok: false, reason: "elsewhere" };
    const looked = sid === null ? null : await numbers.look(sid);
    if (looked && !looked.ok) return { ok: false, reason: looked.reason, why: looked.why };
    if (sid === null || !looked?.number) return { ok: false, reason: "not_held" };
    const { aim } = looked.number;
    const id = newId(now);
    const reserved = await store.numbers.reserve({
      id,
      phone_number,
      country,
      provider: account.carrier,
      account_id,
      locality: null,
      region: null,
      monthly: { micros: 0, currency: priceCurrency(actor.organization.currency) },
      agent_id,
      created_by: authorOf(actor),
      most: actor.limits.numbers,
      now,
    });
    if (!reserved.ok) return reserved;
    const pointed = await numbers.configure(sid);
    if (!pointed.ok) {
      // What the carrier kept silent about may have been done: it is put back.
      if (pointed.reason === "silent") await numbers.aim(sid, aim);
      await store.numbers.fail({ id, isSure: true, now: Date.now() });
      return { ok: false, reason: pointed.reason, why: pointed.why };
    }
    const { agent_name } = reserved;
    const { carrier: provider } = account;
    try {
      await take(numberContext, { id, phone_number, provider, account_id, sid, agent_name });
    } catch (error) {
      await numbers.aim(sid, aim);
      throw error;
    }
    await actor.record("number.imported", id, { phone_number });
    return { ok: true, number_id: id, agent_name };
  },
);
