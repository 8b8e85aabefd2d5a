/** What an agency decides about the account that its clients pay to: by those who pay for it, with a recent proof of identity, because the account says where its income goes. */

import { z } from "zod";
import {
  accountOf,
  connectAccount,
  dashboardLink,
  disconnecting,
  onboardingLink,
  refreshAccount,
} from "#app/billing/resale/connect.server.ts";
import { makeRetailPrices } from "#app/billing/resale/retail-prices.server.ts";
import { stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { isProven } from "#app/membership/actor.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { verb } from "#app/membership/verb.ts";
import { platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";

type Needs = Pick<Deps, "db" | "env" | "after">;

/** `off`: this deployment takes no payments. `busy`: Stripe didn't answer, or refused in its own words. `gone`: there is no account. `unproven`: a recent proof of identity is missing. */
type Led =
  | { ok: true; url: string }
  | { ok: false; reason: "off" | "gone" | "busy" | "unproven"; words?: string };

/** Runs requests to Stripe; its refusals become outcomes. */
async function atStripe(ask: () => Promise<string | null>): Promise<Led> {
  try {
    const url = await ask();
    return url === null ? { ok: false, reason: "gone" } : { ok: true, url };
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) throw error;
    return { ok: false, reason: "busy", ...(problem.is === "invalid" && { words: problem.message }) };
  }
}

/** Makes the agency's account if it has none, and leads to Stripe's form for it. */
export const connectPayouts = verb(
  {
    verb: "clients.connect_payouts",
    permission: "subscription.write",
    isPersonal: true,
    /** `page`: the address that the person comes back to, of the host that they are on. */
    input: z.object({ attempt: z.string().min(8).max(64), page: z.url() }),
  },
  async (actor, { attempt, page }, { db, env, after }: Needs): Promise<Led> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    if (!takesPayments(settings(env))) return { ok: false, reason: "off" };
    const { id, name, country } = actor.organization;
    return atStripe(async () => {
      const before = await accountOf(db, id);
      const account = await connectAccount(env, db, { id, name, country }, attempt, now);
      if (before === null || before.disconnected_at !== null)
        await actor.record("clients.account_connected", account.account_id);
      after(makeRetailPrices(env, db, id, now));
      return onboardingLink(env, account, page);
    });
  },
);

/** Leads to Stripe's dashboard, where the agency sees its payouts. */
export const openPayouts = verb(
  { verb: "clients.open_payouts", permission: "subscription.write", isPersonal: true, input: z.object({}) },
  async (actor, _, { db, env }: Needs): Promise<Led> => {
    if (!isProven(actor, Date.now())) return { ok: false, reason: "unproven" };
    return atStripe(async () => {
      const account = await accountOf(db, actor.organization.id);
      return account && dashboardLink(env, account);
    });
  },
);

/** Sells no more by card. */
export const disconnectPayouts = verb(
  {
    verb: "clients.disconnect_payouts",
    permission: "subscription.write",
    isPersonal: true,
    input: z.object({}),
  },
  async (actor, _, { db: d1 }: Needs): Promise<{ ok: true } | { ok: false; reason: "gone" | "unproven" }> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const { id } = actor.organization;
    const db = platform(d1);
    const ok = await runGuarded(db, [
      disconnecting(db, id, now),
      ...hasMatched(db),
      db.insert(auditEvents).values(await actor.note("clients.account_disconnected", id)),
    ]);
    return ok ? { ok } : { ok, reason: "gone" };
  },
);

/** Reads the account anew, after its form or because someone asks. Null: Stripe can't be asked now. */
export async function readAgain(
  { db, env }: Needs,
  agencyId: string,
  now: number,
): Promise<"read" | "gone" | null> {
  const account = await accountOf(db, agencyId);
  if (account === null || !takesPayments(settings(env))) return null;
  try {
    return (await refreshAccount(env, db, account, now)) === null ? "gone" : "read";
  } catch (error) {
    if (stripeProblem(error) === null) throw error;
    return null;
  }
}
