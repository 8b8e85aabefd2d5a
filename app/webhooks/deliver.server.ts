/** From what happened to an endpoint: makes an event's deliveries, and sends one of them. */
import type { FactKind } from "#app/object/events.schema.ts";
import { Database } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { eventOf } from "./catalogue.ts";
import type { OutsideEvent } from "./outside-events.ts";
import { isSealedBefore, openSecret, sealSecret } from "./secrets.server.ts";
import { sendSigned } from "./send-signed.server.ts";
import { mostBytes, type SendAnswer, type WebhookMessage } from "./webhook-terms.schema.ts";
import type { Job } from "./webhooks.schema.ts";

/** The longest texts of an event that is too long, the first that are short enough. */
const shortTexts = [Number.POSITIVE_INFINITY, 1000, 100] as const;

/** A message as it is sent: at most 64 KB. What is longer has its long texts cut. Null: it is too long all the same. */
export function shortBody(message: object): string | null {
  for (const longest of shortTexts) {
    const body = JSON.stringify(message, (_, value) =>
      typeof value === "string" && value.length > longest ? `${value.slice(0, longest)}…` : value,
    );
    if (new TextEncoder().encode(body).length <= mostBytes) return body;
  }
  return null;
}

/** An event as it is sent. */
export const bodyOf = (event: OutsideEvent & { test?: true }): string =>
  shortBody(event) ?? JSON.stringify({ ...event, data: {} });

type Fact = { id: string; at: number; organization_id: string; payload: object };

/** Tells an organization's endpoints of a fact. Telling it twice changes nothing. */
export async function tellEndpoints(store: Store, kind: FactKind, fact: Fact): Promise<void> {
  const { id, at, organization_id, payload } = fact;
  const event = eventOf(kind, payload, { organization_id, at });
  if (event)
    await store.webhooks.tell({ event_id: id, type: event.type, body: bodyOf(event) }, at, Date.now());
}

/** So long a worker goes on with what waits for an endpoint that answers: then the queue takes its turn. */
const goesOn_ms = 10 * second_ms;

/** Sends a delivery once and reports what came of it; while the endpoint answers, the next one follows at once. */
export async function deliver(
  env: Env,
  store: Store,
  { organization_id, delivery_id }: WebhookMessage,
): Promise<void> {
  const until = Date.now() + goesOn_ms;
  let job = await store.webhooks.begin(delivery_id, Date.now());
  while (job) {
    const answer = await sent(env, store, organization_id, job);
    const now = Date.now();
    job = await store.webhooks.report(job.id, answer, { now, goesOn: now < until });
  }
}

async function sent(
  env: Env,
  store: Store,
  organization_id: string,
  { id, endpoint_id, url, body, sealed, previous_sealed }: Job,
): Promise<SendAnswer> {
  const secret = await openSecret(env, organization_id, endpoint_id, sealed);
  if (secret === null) return { ok: false, why: "secret_lost", status: null, ms: 0, bytes: 0, type: null };
  if (await isSealedBefore(env, sealed)) {
    const anew = await sealSecret(env, organization_id, endpoint_id, secret);
    await store.webhooks.reseal(endpoint_id, sealed, anew);
  }
  const before =
    previous_sealed === null ? null : await openSecret(env, organization_id, endpoint_id, previous_sealed);
  const secrets = before === null ? [secret] : [secret, before];
  const db = new Database(env.DB, new Timing());
  return sendSigned(env, db, { url, id, body, secrets }, Date.now());
}
