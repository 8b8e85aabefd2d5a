/** The door for Stripe, /webhooks/stripe: an event is believed, stored and answered; the queue processes it (R27, R28). */
import { handOver, storeEvents } from "#app/billing/stripe/events.server.ts";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { isOurMode, ourVersion, verifiedEvent } from "#app/billing/stripe/verified-event.server.ts";
import { ipPrefix } from "#app/limits/network.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { bodyOf } from "#app/platform/body.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { settings as settingsOf } from "#app/platform/env.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { isUsedEvent } from "./stripe-events.ts";

const route = "webhooks/stripe";
const plain = (status: number, headers: HeadersInit = {}): Response =>
  new Response(null, { status, headers });

export async function answerStripe(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const settings = settingsOf(env);
  if (!takesPayments(settings)) return plain(404);
  if (request.method !== "POST") return plain(405, { allow: "POST" });
  const body = await textOf(request);
  if (body === null) return plain(413);
  const now = Date.now();
  const request_id = request.headers.get("x-request-id") ?? newId();
  const event = await verifiedEvent(settings, body, request.headers.get("stripe-signature"), now);
  if (event === null) {
    noteRefusal("webhook", { route, network: ipPrefix(request.headers.get("cf-connecting-ip")), request_id });
    return plain(400);
  }
  const report = (error: unknown, severity: "warning" | "critical") =>
    ctx.waitUntil(recordError(env, { error, url: `/${route}`, route, request_id, severity }));
  if (!isOurMode(settings, event)) {
    report(new Error("an event of Stripe's other mode was ignored"), "warning");
    return plain(200);
  }
  // Objects are read anew in the version of our own client, so another version of the event does no harm.
  if (event.api_version !== (await ourVersion()))
    log("warn", "stripe_api_version", { request_id, version: event.api_version });
  try {
    const stored = await storeEvents(new Database(env.DB, new Timing()), [event], isUsedEvent, now);
    ctx.waitUntil(handOver(env, stored, now));
    return plain(200);
  } catch (error) {
    report(error, "critical");
    // Stripe sends it again.
    return plain(500);
  }
}

/** The body; null when it is longer than the front door allows. */
async function textOf(request: Request): Promise<string | null> {
  try {
    return await (await bodyOf(request)).text();
  } catch (error) {
    if (codeOf(error) === "too_large") return null;
    throw error;
  }
}
