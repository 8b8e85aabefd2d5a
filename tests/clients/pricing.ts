/** Prices and used months in tests. */
import { eq } from "drizzle-orm";
import { monthAt, monthNamed } from "#app/billing/resale/client-months.ts";
import * as control from "#drizzle/control/schema.ts";
import { callOf } from "../billing/arrange.ts";
import { ended } from "../calls/arrange.ts";
import { delivered } from "../support/outbox.ts";
import { controlPlane, type Person } from "../support/people.ts";
import { agencyOwner, clientOf } from "./arrange.ts";

export const zone = "America/New_York";

/** An agency on its largest plan, which pays, and a client of it that does. */
export async function houseOf(client: Parameters<typeof clientOf>[1] = {}) {
  const owner = await agencyOwner({ subscription_tier: "agency", time_zone: zone });
  const shop = await clientOf(owner, {
    subscription_tier: "growth",
    subscription_status: "active",
    time_zone: zone,
    ...client,
  });
  return { owner, shop };
}

export const figures = { fee_amount: "199", included_minutes: "500", minute_micros: "0.35" };

/** The version of a price, as its form holds it. */
export const versionOf = async (owner: Person, tier: string, client = ""): Promise<number> =>
  (await pricesOf(owner)).find((one) => one.tier === tier && one.client_id === client)?.updated_at ?? 0;

export const pricesOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.clientPrices)
    .where(eq(control.clientPrices.agency_id, organizationId));

/** Sets the price of a plan, or of one client. */
export async function price(
  owner: Person,
  form: Record<string, string> = {},
  client: Pick<Person, "organizationId"> | null = null,
) {
  const tier = form.tier ?? "growth";
  const version = String(await versionOf(owner, tier, client?.organizationId));
  const path = client === null ? "/clients/prices" : `/clients/${client.organizationId}`;
  return owner.post(path, { intent: "price", tier, version, ...figures, ...form });
}

export const termsOf = ({ organizationId }: Pick<Person, "organizationId">) =>
  controlPlane()
    .select()
    .from(control.clientTerms)
    .where(eq(control.clientTerms.client_id, organizationId))
    .orderBy(control.clientTerms.month);

/** A moment in the month after this one, in the zone of the tests. */
export const inNextMonth = (now = Date.now()): number => monthAt(now, zone).ends_at + 3_600_000;

/** What a client used in a month. */
export const used = (
  owner: Person,
  { organizationId }: Pick<Person, "organizationId">,
  month: string,
  seconds: number,
  calls = 1,
) =>
  controlPlane()
    .insert(control.clientMonths)
    .values({
      client_id: organizationId,
      month,
      agency_id: owner.organizationId,
      starts_at: monthNamed(month, zone)?.starts_at ?? 0,
      calls,
      seconds,
    });

/** Ends calls of so many seconds in a client, and tells D1 of each as the outbox does, twice. */
export async function called(shop: Person, seconds: readonly number[], at: number) {
  const calls = seconds.map((one, i) => callOf(one, at + i * 1000));
  await ended(shop, ...calls);
  const facts = (await shop.store.outbox.waiting(Date.now() + 86_400_000)).map((fact) => ({
    ...fact,
    organization_id: shop.organizationId,
  }));
  await delivered(facts);
  await delivered(facts);
}
