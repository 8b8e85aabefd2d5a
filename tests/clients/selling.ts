/** Agencies that are ready to sell by card, in tests. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, vi } from "vitest";
import { offersOf } from "#app/billing/resale/offers.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { bought } from "../billing/buying.ts";
import { newDatabase } from "../billing/subscribing.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, type Person } from "../support/people.ts";
import { onboard } from "../support/stripe.ts";
import { houseOf, price } from "./pricing.ts";

export const accountOf = ({ organizationId }: Pick<Person, "organizationId">) =>
  controlPlane()
    .select()
    .from(control.connectedAccounts)
    .where(eq(control.connectedAccounts.organization_id, organizationId))
    .get();

export const payouts = async (owner: Person, query = "") =>
  pageText(await (await owner.get(`/clients/payouts${query}`)).text());

export const connect = (owner: Person, attempt = newId()) =>
  owner.post("/clients/payouts", { intent: "connect", attempt });

/** Connects an account whose papers are complete. */
export async function connected(owner: Person): Promise<string> {
  expect((await connect(owner)).status).toBe(302);
  const account = (await accountOf(owner))?.account_id ?? "";
  await onboard(account);
  await owner.get("/clients/payouts?stripe=returned");
  return account;
}

export const retailOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.retailPrices)
    .where(eq(control.retailPrices.agency_id, organizationId));

/** Waits until Stripe has every price of an agency. */
export const priced = (owner: Person) =>
  vi.waitFor(async () => {
    const all = await retailOf(owner);
    expect(all.length).toBeGreaterThan(0);
    expect(all.every(({ price_id }) => price_id !== null)).toBe(true);
  });

export const offers = ({ organizationId }: Pick<Person, "organizationId">) =>
  offersOf(env, newDatabase(), { id: organizationId });

/** An agency that is ready to sell, and a client of it that has not subscribed. */
export async function shopOf(client: Parameters<typeof houseOf>[0] = {}) {
  const house = await houseOf({ subscription_status: "pending", ...client });
  const account = await connected(house.owner);
  await price(house.owner);
  await priced(house.owner);
  return { ...house, account };
}

/** The client's subscription after its checkout. */
export async function subscribed(shop: Person) {
  const [offer] = await offers(shop);
  expect((await bought(shop, offer?.price_id ?? "")).status).toBeLessThan(400);
  const row = await controlPlane()
    .select()
    .from(control.subscriptions)
    .where(eq(control.subscriptions.organization_id, shop.organizationId))
    .get();
  if (!row) throw new Error("no subscription");
  return row;
}
