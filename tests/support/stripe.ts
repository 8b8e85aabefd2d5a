/** The simulated Stripe as tests order it: payments, deliveries, time (docs/simulated-stripe.md). */
import { exports } from "cloudflare:workers";
import { z } from "zod";

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  poor: "4000000000009995",
  secure: "4000002500003155",
  failsLater: "4000000000000341",
  disputed: "4000000000000259",
} as const;

const ask = async (method: "GET" | "POST", path: string, body?: unknown): Promise<Response> =>
  exports.default.fetch(
    new Request(`https://app.test/sandbox/stripe/${path}`, {
      method,
      headers: { accept: "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

const asked = async (method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> => {
  const response = await ask(method, path, body);
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
};

const payment = z.object({
  status: z.enum(["complete", "requires_action"]),
  return_to: z.string().nullable().optional(),
});
const refusal = z.object({
  error: z.object({ code: z.string().optional(), decline_code: z.string().optional(), message: z.string() }),
});

type Form = {
  email?: string;
  name?: string;
  country?: string;
  postal_code?: string;
  challenge?: "passed" | "failed";
};

/**
 * Fills in the payment form of a session, named by its id or its client secret. @returns where the browser goes,
 * that 3-D Secure is asked for, or why the card was refused
 */
export async function pay(session: string, card: string = cards.good, form: Form = {}) {
  const response = await ask("POST", `checkout/${encodeURIComponent(session)}/pay`, { card, ...form });
  if (!response.ok) return { status: "refused" as const, ...refusal.parse(await response.json()).error };
  return payment.parse(await response.json());
}

type Delivery = { mode: "normal" | "late" | "repeated" | "out_of_order" | "held"; late_ms?: number };

/** How webhooks travel from now on. Tests that do not wait for them hold them. */
export const deliver = (order: Delivery): Promise<unknown> => asked("POST", "delivery", order);

/** Sends held events: these, or all. `drop`: they are lost instead. @returns the product's status for each */
export const release = async (
  order: { events?: string[]; order?: "in_order" | "reversed"; drop?: boolean } = {},
): Promise<Record<string, number | null>> =>
  z
    .object({ statuses: z.record(z.string(), z.number().nullable()) })
    .parse(await asked("POST", "release", order)).statuses;

/** Waits until no delivery is running. */
export const settled = (): Promise<unknown> => asked("GET", "settled");

/** Sends one event again. @returns the product's status */
export const deliverAgain = async (event: string): Promise<number | null> =>
  z.object({ status: z.number().nullable() }).parse(await asked("POST", `events/${event}/deliver`, {}))
    .status;

const keptEvent = z.object({
  id: z.string(),
  type: z.string(),
  state: z.enum(["waiting", "delivered", "failed", "dropped"]),
  attempts: z.number(),
  last_status: z.number().nullable(),
  event: z.looseObject({
    created: z.number(),
    data: z.object({ object: z.looseObject({ id: z.string() }) }),
  }),
});

/** Every event, oldest first, and where its delivery stands. */
export const events = async (): Promise<z.output<typeof keptEvent>[]> =>
  z
    .array(keptEvent)
    .parse(await asked("GET", "events"))
    .reverse();

/** How far: days, seconds, or until a moment, RFC 3339 or in seconds UTC (`to`). */
type Time = ({ days: number } | { seconds: number } | { advance_to: string } | { to: number }) & {
  /** Only this customer's clock. */
  customer?: string;
};

/** Moves Stripe's clock, everyone's or one customer's: trials end, periods renew, payments are tried again. */
export function advance(time: Time, customer = time.customer): Promise<unknown> {
  const { customer: _customer, ...far } = time;
  const order = "to" in far ? { advance_to: new Date(far.to * 1000).toISOString() } : far;
  return asked("POST", "clock", { ...order, ...(customer !== undefined && { customer }) });
}

/** Sets a new customer's clock, also back, so that its history can begin in the past. */
export const startClockAt = (at: string, customer: string): Promise<unknown> =>
  asked("POST", "clock", { advance_to: at, customer, silently: true });

/** What becomes of a subscription when all retries of a payment have failed; "cancel" from the start. */
export const afterRetries = (becomes: "cancel" | "unpaid" | "past_due"): Promise<unknown> =>
  asked("POST", "after-retries", { becomes });

/** Stripe forgets idempotency keys after a day: from now on a repeat is a request of its own. */
export const forgetKeys = (): Promise<unknown> => asked("POST", "forget-keys");

/** Ends the onboarding of a connected account, as its owner would on Stripe's page. */
export const onboard = (
  account: string,
  outcome: "complete" | "incomplete" | "rejected" = "complete",
): Promise<unknown> => asked("POST", `connect/${account}`, { outcome });

/** The bank decides a dispute. */
export const decide = (dispute: string, outcome: "won" | "lost"): Promise<unknown> =>
  asked("POST", `disputes/${dispute}`, { outcome });

const object = z.looseObject({ id: z.string(), status: z.string().optional() });

/** Objects of a kind, newest first: of one customer, or all. */
export const objects = async (kind: string, customer?: string): Promise<z.output<typeof object>[]> =>
  z
    .array(object)
    .parse(await asked("GET", `objects/${kind}${customer === undefined ? "" : `?customer=${customer}`}`));

export const subscriptions = (customer?: string) => objects("subscription", customer);
export const invoices = (customer?: string) => objects("invoice", customer);
