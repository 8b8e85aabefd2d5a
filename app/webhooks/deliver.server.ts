/** From what happened to an endpoint: makes an event's deliveries, and sends one of them. */
import type { FactKind } from "#app/object/events.schema.ts";
import { Database } from "#app/platform/d1.server.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { eventOf } from "./catalogue.ts";
import type { OutsideEvent } from "./outside-events.ts";
import { isSealedBefore, openSecret, sealSecret } from "./secrets.server.ts";
import { sendSigned } from "./send-signed.server.ts";
import { mostBytes, type SendAnswer, type WebhookMessage } from "./webhook-terms.schema.ts";
import type { Job } from "./webhooks.schema.ts";

/** The object lives already: it has sent what leads here, so no region is asked for. */
const storeFor = (env: Env, id: string): Store => storeOf(organizationObject({ id, region: null }, env));

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
export async function tellEndpoints(env: Env, kind: FactKind, fact: Fact): Promise<void> {
  const { id, at, organization_id, payload } = fact;
  const event = eventOf(kind, payload, { organization_id, at });
  if (!event) return;
  await storeFor(env, organization_id).webhooks.tell(
    { event_id: id, type: event.type, body: bodyOf(event) },
    Date.now(),
  );
}

/** Sends a delivery once and reports what came of it. */
export async function deliver(env: Env, { organization_id, delivery_id }: WebhookMessage): Promise<void> {
  const store = storeFor(env, organization_id);
  const job = await store.webhooks.begin(delivery_id, Date.now());
  if (!job) return;
  const answer = await sent(env, store, organization_id, delivery_id, job);
  await store.webhooks.report(delivery_id, answer, Date.now());
}

async function sent(
  env: Env,
  store: Store,
  organization_id: string,
  id: string,
  { endpoint_id, url, body, sealed, previous_sealed }: Job,
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
