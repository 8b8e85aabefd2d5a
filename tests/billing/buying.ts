/** People who buy a plan: through the function, the form, and the page that comes after. */
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { z } from "zod";
import * as control from "#drizzle/control/schema.ts";
import { post } from "../sandbox/world.ts";
import { type Client, controlPlane, memberOf, type Person } from "../support/people.ts";

const answered = z.object({ clientSecret: z.string().optional(), error: z.string().optional() });

/** Asks for a checkout as our page does. */
export async function createCheckout(
  person: Client,
  priceId: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; clientSecret?: string | undefined; error?: string | undefined }> {
  const answer = await person.fetch("/functions/create-checkout", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: JSON.stringify({ priceId }),
  });
  return { status: answer.status, ...answered.parse(await answer.json()) };
}

/** The secret of a new checkout. */
export async function begun(person: Client, priceId: string): Promise<string> {
  const { status, clientSecret, error } = await createCheckout(person, priceId);
  expect([status, error]).toEqual([200, undefined]);
  return clientSecret ?? "";
}

export const sessionIn = (secret: string): string => secret.split("_secret_")[0] ?? "";

const paid = z.object({ status: z.string(), return_to: z.string() });

/** Fills in the form with a test card; returns the address that it leads back to. */
export async function pay(secret: string, card = "4242424242424242"): Promise<string> {
  const answer = await post(`/stripe/checkout/${sessionIn(secret)}/pay`, {
    card,
    exp_month: 12,
    exp_year: 2034,
  });
  expect(answer.status).toBe(200);
  const { return_to } = paid.parse(await answer.json());
  const { pathname, search } = new URL(return_to);
  return `${pathname}${search}`;
}

/** Checkouts that an organization has begun. */
export const checkoutsOf = (organization_id: string) =>
  controlPlane()
    .select()
    .from(control.checkoutSessions)
    .where(eq(control.checkoutSessions.organization_id, organization_id));

/** Buys a plan and opens the page that comes after. */
export async function bought(person: Person, priceId: string): Promise<Response> {
  return person.get(await pay(await begun(person, priceId)));
}

/** An owner whose organization has had its trial, on a plan that is paid. */
export async function paying(priceId: string): Promise<Person> {
  const owner = await memberOf();
  const { organizationId: organization_id } = owner;
  await controlPlane()
    .insert(control.trialGrants)
    .values({ holder: `organization:${organization_id}`, organization_id, granted_at: Date.now() });
  expect((await bought(owner, priceId)).status).toBe(200);
  return owner;
}
