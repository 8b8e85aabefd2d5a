/** The one client of Stripe, loaded only where money is touched: its package is larger than the rest of a request. */
import type Stripe from "stripe";
import { second_ms } from "#app/platform/durations.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";

/** Stripe's own limit is 80 s; a person waits at most this long, twice. */
const patience_ms = 10 * second_ms;
/** The package repeats 409, 429, 5xx and lost connections under the same idempotency key. */
const retries = 2;

/** Clients, and never their promises: with the request that began the loading, a promise ends unanswered for all that wait. */
const clients = new Map<string, Stripe>();

/** Whether this deployment can take payments. */
export const takesPayments = (settings: Settings): boolean =>
  settings.STRIPE_SECRET_KEY !== undefined &&
  settings.STRIPE_PUBLISHABLE_KEY !== undefined &&
  settings.STRIPE_WEBHOOK_SECRET !== undefined;

/**
 * The client for this deployment's account.
 * @throws Fault `payments_unavailable` when no key is set
 */
export async function stripeOf({ STRIPE_SECRET_KEY }: Settings): Promise<Stripe> {
  if (STRIPE_SECRET_KEY === undefined) throw new Fault("payments_unavailable");
  const known = clients.get(STRIPE_SECRET_KEY) ?? (await made(STRIPE_SECRET_KEY));
  clients.set(STRIPE_SECRET_KEY, known);
  return known;
}

async function made(key: string): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  return new Client(key, {
    httpClient: Client.createFetchHttpClient(),
    timeout: patience_ms,
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

/**
 * What went wrong at Stripe, as far as callers treat it differently.
 * `declined`: the card was refused, `message` says why in Stripe's words for card holders. `gone`: the object does not
 * exist. `invalid`: Stripe refuses the request, and would again. `busy`: Stripe did not answer, or not now.
 */
export type StripeProblem = { is: "declined" | "gone" | "invalid" | "busy"; message: string };

/** Whether a payment did not succeed because the card's holder must confirm it (3-D Secure). */
export const wantsConfirmation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "authentication_required";

/** Sorts an error that the client threw; null: it is not Stripe's. */
export function stripeProblem(error: unknown): StripeProblem | null {
  if (!(error instanceof Error) || !("type" in error) || typeof error.type !== "string") return null;
  if (!error.type.startsWith("Stripe")) return null;
  const { message } = error;
  if (error.type === "StripeCardError") return { is: "declined", message };
  if (error.type === "StripeInvalidRequestError")
    return { is: "code" in error && error.code === "resource_missing" ? "gone" : "invalid", message };
  return { is: "busy", message };
}
