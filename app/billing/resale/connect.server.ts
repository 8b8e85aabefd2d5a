/** An agency's account at Stripe, to which its clients' payments go: made, read again, and no longer used. */
import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import type { StripeEvent } from "#app/billing/stripe/stripe-event.schema.ts";
import type { EventDeps } from "#app/billing/stripe/subscription-events.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { auditEvents, connectedAccounts, mailOutbox } from "#drizzle/control/schema.ts";
import { accountMails } from "./account-mails.server.ts";

export type ConnectedAccount = typeof connectedAccounts.$inferSelect;

/** An agency's account; null: it has connected none. */
export const accountOf = async (db: Database, agencyId: string): Promise<ConnectedAccount | null> =>
  (await tenant(db, agencyId)
    .select()
    .from(connectedAccounts)
    .where(eq(connectedAccounts.organization_id, agencyId))
    .get()) ?? null;

/** What of an account the row keeps. */
const stateOf = (account: Stripe.Account, now: number) => ({
  charges_enabled: account.charges_enabled === true,
  payouts_enabled: account.payouts_enabled === true,
  details_submitted: account.details_submitted === true,
  requirements: [
    ...new Set([...(account.requirements?.currently_due ?? []), ...(account.requirements?.past_due ?? [])]),
  ],
  country: account.country ?? "",
  currency: (account.default_currency ?? "").toUpperCase(),
  refreshed_at: now,
});

type Agency = { readonly id: string; readonly name: string; readonly country: string };

/**
 * The agency's account, made if it has none. A double click makes one: both requests carry the same key.
 * @param attempt the id of the form that was sent
 */
export async function connectAccount(
  env: Env,
  db: Database,
  agency: Agency,
  attempt: string,
  now: number,
): Promise<ConnectedAccount> {
  const own = tenant(db, agency.id);
  if ((await accountOf(db, agency.id)) === null) {
    const stripe = await stripeOf(settings(env));
    const account = await stripe.accounts.create(
      {
        country: agency.country,
        // The express dashboard; the platform answers for fees and refunds, Stripe asks for the business's papers.
        controller: {
          fees: { payer: "application" },
          losses: { payments: "application" },
          requirement_collection: "stripe",
          stripe_dashboard: { type: "express" },
        },
        capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
        business_profile: { name: agency.name },
        metadata: { organization_id: agency.id },
      },
      { idempotencyKey: `connect:${agency.id}:${attempt}` },
    );
    await own
      .insert(connectedAccounts)
      .values({
        organization_id: agency.id,
        account_id: account.id,
        ...stateOf(account, now),
        created_at: now,
      })
      .onConflictDoNothing();
  }
  await own
    .update(connectedAccounts)
    .set({ disconnected_at: null })
    .where(eq(connectedAccounts.organization_id, agency.id));
  const kept = await accountOf(db, agency.id);
  if (kept === null) throw new Error("a connected account was not kept");
  return kept;
}

/** The address of Stripe's form for an account: good for a few minutes, once. `page`: where the person comes back to. */
export async function onboardingLink(
  env: Env,
  { account_id }: ConnectedAccount,
  page: string,
): Promise<string> {
  const stripe = await stripeOf(settings(env));
  const link = await stripe.accountLinks.create({
    account: account_id,
    type: "account_onboarding",
    refresh_url: `${page}?stripe=expired`,
    return_url: `${page}?stripe=returned`,
  });
  return link.url;
}

/** The address of Stripe's own dashboard for an account. */
export async function dashboardLink(env: Env, { account_id }: ConnectedAccount): Promise<string> {
  const stripe = await stripeOf(settings(env));
  return (await stripe.accounts.createLoginLink(account_id)).url;
}

/** Whether an error says that the account is gone, or that the platform may not see it any more. */
const isGone = (error: unknown): boolean =>
  stripeProblem(error)?.is === "gone" || codeOf(error) === "account_invalid";

/**
 * Reads an account anew. An agency whose account stops taking payments is told by mail; existing subscriptions go on.
 * An account that is gone is forgotten.
 * @returns the state now; null: it is gone
 */
export async function refreshAccount(
  env: Env,
  db: Database,
  before: ConnectedAccount,
  now: number,
): Promise<ConnectedAccount | null> {
  const stripe = await stripeOf(settings(env));
  let account: Stripe.Account;
  try {
    account = await stripe.accounts.retrieve(before.account_id);
  } catch (error) {
    if (!isGone(error)) throw error;
    await forget(env, db, before, now);
    return null;
  }
  const state = stateOf(account, now);
  const isStopped = sells(before) && !sells(state);
  await write(env, db, before, isStopped ? "restricted" : null, now, (own) =>
    own.update(connectedAccounts).set(state).where(isThis(before)),
  );
  return { ...before, ...state };
}

const sells = (one: Pick<ConnectedAccount, "charges_enabled" | "payouts_enabled">): boolean =>
  one.charges_enabled && one.payouts_enabled;

const isThis = ({ organization_id, account_id }: ConnectedAccount) =>
  and(eq(connectedAccounts.organization_id, organization_id), eq(connectedAccounts.account_id, account_id));

/** Forgets an account that was deleted, or that its owner took from the platform. */
const forget = (env: Env, db: Database, account: ConnectedAccount, now: number): Promise<void> =>
  write(env, db, account, "gone", now, (own) => own.delete(connectedAccounts).where(isThis(account)));

type Write = (own: ReturnType<typeof tenant>) => Parameters<ReturnType<typeof tenant>["batch"]>[0][0];

/** Writes a change of an account with the mails and the line in the trail that belong to it. */
async function write(
  env: Env,
  db: Database,
  { organization_id, account_id }: ConnectedAccount,
  loss: "restricted" | "gone" | null,
  now: number,
  change: Write,
): Promise<void> {
  const own = tenant(db, organization_id);
  if (loss === null) {
    await own.batch([change(own)]);
    return;
  }
  const words = await accountMails(env, db, organization_id, loss);
  const mails = await Promise.all(words.map((mail) => promiseMail(env, mail, now)));
  const all = platform(db);
  const event = { action: `clients.account_${loss}`, organization_id, target: account_id };
  await all.batch([
    change(own),
    ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
    all.insert(auditEvents).values(auditLine(noTrace, event)),
  ]);
  for (const mail of mails) await mail.send();
}

/** For Stripe's events about a connected account. One that is no agency's changes nothing. */
export async function readAccountOf({ env, db, now }: EventDeps, event: StripeEvent): Promise<void> {
  const account_id = event.account_id ?? event.object.id ?? "";
  const known = await platform(db)
    .select()
    .from(connectedAccounts)
    .where(eq(connectedAccounts.account_id, account_id))
    .get();
  if (!known) return;
  if (event.type === "account.application.deauthorized") return forget(env, db, known, now);
  await refreshAccount(env, db, known, now);
}

/** Sells no more by the account. Clients that pay by card go on paying to it until their subscriptions end. */
export const disconnecting = (db: ReturnType<typeof platform>, agencyId: string, now: number) =>
  db
    .update(connectedAccounts)
    .set({ disconnected_at: now })
    .where(and(eq(connectedAccounts.organization_id, agencyId), isNull(connectedAccounts.disconnected_at)));
