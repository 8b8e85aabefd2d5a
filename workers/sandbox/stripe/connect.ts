/** Connect: express accounts, their onboarding, transfers, fees, balances. */
import { z } from "zod";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import type { Account } from "./connect-shapes.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, metadata, paging, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { paged } from "./lists.ts";
import { invalid } from "./refusals.ts";

const linkLife_s = (5 * minute_ms) / second_ms;

const currencies: Record<string, string> = { US: "usd", GB: "gbp", CA: "cad", AU: "aud" };
/** What an express account must tell before it can be paid. */
const wanted = ["business_type", "external_account", "tos_acceptance.date", "tos_acceptance.ip"];

const expand = z.array(text).optional();
const capabilities = z.record(z.string(), z.strictObject({ requested: z.string() }));
const profile = z.strictObject({
  name: text.optional(),
  url: text.optional(),
  mcc: text.optional(),
  support_email: text.optional(),
  product_description: text.optional(),
});
const shared = {
  business_profile: profile.optional(),
  business_type: text.optional(),
  capabilities: capabilities.optional(),
  company: z.unknown().optional(),
  default_currency: text.optional(),
  email: text.optional(),
  individual: z.unknown().optional(),
  metadata: metadata.optional(),
  settings: z.unknown().optional(),
  expand,
};
const creation = z.strictObject({
  ...shared,
  type: z.enum(["express", "standard", "custom"]).optional(),
  controller: z.unknown().optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be a country")
    .optional(),
});

export function createAccount(desk: Desk, form: Form): Account {
  const order = fieldsOf(creation, form);
  const country = order.country ?? "US";
  const made: Account = {
    id: newStripeId("acct", 16),
    object: "account",
    business_profile: {
      mcc: null,
      name: order.business_profile?.name ?? null,
      url: order.business_profile?.url ?? null,
    },
    business_type: order.business_type ?? null,
    capabilities: Object.fromEntries(
      Object.keys(order.capabilities ?? { card_payments: {}, transfers: {} }).map((name) => [
        name,
        "inactive",
      ]),
    ),
    charges_enabled: false,
    country,
    created: desk.now(),
    default_currency: order.default_currency ?? currencies[country] ?? "eur",
    details_submitted: false,
    email: order.email ?? null,
    livemode: false,
    metadata: withMetadata({}, order.metadata),
    payouts_enabled: false,
    requirements: requirements(wanted),
    settings: { payouts: { schedule: { interval: "daily", delay_days: 2 } } },
    type: order.type ?? "express",
  };
  return desk.put(made);
}

const requirements = (due: string[]): Account["requirements"] => ({
  currently_due: due,
  eventually_due: due,
  past_due: due,
  pending_verification: [],
  disabled_reason: due.length > 0 ? "requirements.past_due" : null,
  current_deadline: null,
  errors: [],
});

export function updateAccount(desk: Desk, id: string, form: Form): Account {
  const before = desk.need("account", id);
  const order = fieldsOf(z.strictObject(shared), form);
  return desk.put(
    {
      ...before,
      email: order.email ?? before.email,
      business_type: order.business_type ?? before.business_type,
      business_profile: {
        ...before.business_profile,
        name: order.business_profile?.name ?? before.business_profile.name,
        url: order.business_profile?.url ?? before.business_profile.url,
      },
      metadata: withMetadata(before.metadata, order.metadata),
    },
    "account.updated",
  );
}

export function deleteAccount(desk: Desk, id: string): object {
  const account = desk.need("account", id);
  desk.remove(account);
  desk.tell("account.application.deauthorized", account);
  return { id, object: "account", deleted: true };
}

export const listAccounts = (desk: Desk, form: Form) =>
  paged(
    desk.objects.list("account"),
    fieldsOf(z.strictObject({ ...paging, created: z.unknown().optional() }), form),
    "/v1/accounts",
  );

/** How the onboarding of an account ends: complete, with something still missing, or refused. */
export const onboarding = z.strictObject({
  outcome: z.enum(["complete", "incomplete", "rejected"]).default("complete"),
});
export type Onboarding = z.output<typeof onboarding>;

export function onboard(desk: Desk, id: string, { outcome }: Onboarding): Account {
  const account = desk.need("account", id);
  const isReady = outcome === "complete";
  const state = isReady ? "active" : "inactive";
  return desk.put(
    {
      ...account,
      details_submitted: outcome !== "incomplete",
      charges_enabled: isReady,
      payouts_enabled: isReady,
      business_type: account.business_type ?? "company",
      capabilities: Object.fromEntries(Object.keys(account.capabilities).map((name) => [name, state])),
      requirements: {
        ...requirements(isReady ? [] : ["external_account"]),
        ...(outcome === "rejected" && { disabled_reason: "rejected.other" }),
      },
    },
    "account.updated",
  );
}

const linkOrder = z.strictObject({
  account: text,
  refresh_url: text.optional(),
  return_url: text.optional(),
  type: z.enum(["account_onboarding", "account_update"]),
  collect: text.optional(),
  collection_options: z.unknown().optional(),
  expand,
});

export function createAccountLink(desk: Desk, form: Form): object {
  const order = fieldsOf(linkOrder, form);
  const { id } = desk.need("account", order.account, "account");
  if (!order.return_url || !order.refresh_url)
    throw invalid("Account links of type account_onboarding need `return_url` and `refresh_url`.", {
      param: "return_url",
    });
  const created = desk.now();
  const query = new URLSearchParams({ return_url: order.return_url });
  return {
    object: "account_link",
    created,
    expires_at: created + linkLife_s,
    url: `${desk.asked.origin}/sandbox/stripe/connect/${id}?${query}`,
  };
}

export function createLoginLink(desk: Desk, id: string): object {
  const account = desk.need("account", id);
  if (!account.details_submitted)
    throw invalid("Cannot create a login link for an account that has not completed onboarding.");
  return {
    object: "login_link",
    created: desk.now(),
    url: `${desk.asked.origin}/sandbox/stripe/connect/${id}`,
  };
}

/** What an account has: transfers to it, less what was reversed and the platform's fees; without one, the platform's own. */
export function balanceOf(desk: Desk, account: string | null): object {
  const sums = new Map<string, number>();
  const add = (currency: string, amount: number) => sums.set(currency, (sums.get(currency) ?? 0) + amount);
  for (const transfer of desk.objects.list("transfer")) {
    const amount = transfer.amount - transfer.amount_reversed;
    if (account === null) add(transfer.currency, -amount);
    else if (transfer.destination === account) add(transfer.currency, amount);
  }
  for (const fee of desk.objects.list("application_fee")) {
    const amount = fee.amount - fee.amount_refunded;
    if (account === null) add(fee.currency, amount);
    else if (fee.account === account) add(fee.currency, -amount);
  }
  if (account === null)
    for (const charge of desk.objects.list("charge"))
      if (charge.paid) add(charge.currency, charge.amount_captured - charge.amount_refunded);
  const available = [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  return { object: "balance", available, livemode: false, pending: [] };
}

export function listTransfers(desk: Desk, form: Form) {
  const asked = fieldsOf(
    z.strictObject({
      ...paging,
      destination: text.optional(),
      created: z.unknown().optional(),
      transfer_group: text.optional(),
    }),
    form,
  );
  const found = desk.objects
    .list("transfer")
    .filter(({ destination }) => asked.destination === undefined || destination === asked.destination);
  return paged(found, asked, "/v1/transfers");
}

export function listFees(desk: Desk, form: Form) {
  const asked = fieldsOf(
    z.strictObject({ ...paging, charge: text.optional(), created: z.unknown().optional() }),
    form,
  );
  const found = desk.objects
    .list("application_fee")
    .filter(({ charge }) => asked.charge === undefined || charge === asked.charge);
  return paged(found, asked, "/v1/application_fees");
}
