/** What is kept of an event of Stripe: which object it is about, and whose. The object itself is read anew (R28). */
import { z } from "zod";

/** Stripe writes an id, or the whole object where it was expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

/** The object of an event, as far as it leads to others. */
export const eventObject = z.object({
  id: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  object: z.string(),
  customer: reference,
  subscription: reference,
  invoice: reference,
  charge: reference,
  payment_intent: reference,
  /** Of a checkout session: `subscription`, `payment`, `setup`. */
  mode: z
    .string()
    .nullish()
    .transform((mode) => mode ?? null),
  metadata: z
    .record(z.string(), z.string())
    .nullish()
    .transform((metadata) => metadata ?? {}),
});
export type EventObject = z.infer<typeof eventObject>;

/** An invoice names its subscription here. */
const invoiceParent = z.object({
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
});

/** The object of an event that has just come. */
export function objectOf(told: unknown): EventObject {
  const object = eventObject.parse(told);
  const parent = invoiceParent.safeParse(told).data?.parent?.subscription_details?.subscription ?? null;
  const itself = object.object === "subscription" ? object.id : null;
  const customer = object.object === "customer" ? object.id : object.customer;
  return { ...object, customer, subscription: object.subscription ?? parent ?? itself };
}

/** The object of an event that is only stored: of one whose shape we don't know, nothing is kept. */
export const unusedObjectOf = (told: unknown): EventObject =>
  eventObject.safeParse(told).success ? objectOf(told) : eventObject.parse({ object: "unknown" });

/** An event on its way to its handlers. */
export type StripeEvent = {
  readonly id: string;
  readonly type: string;
  /** The connected account that it comes from; null: the platform's own. */
  readonly account_id: string | null;
  /** Null: it is about no organization that we know. */
  readonly organization_id: string | null;
  readonly object: EventObject;
  /** How often it was tried, this time included. */
  readonly attempts: number;
};
