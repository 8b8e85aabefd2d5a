/** Webhooks, for programs. Long because it is one list of operations. */
import { z } from "zod";
import {
  instant,
  instantOf,
  instantOrNull,
  noAnswer,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeForms,
  placeOf,
  sliced,
} from "#app/api/operation.server.ts";
import { invalidFields, notFound, Refusal, refusal } from "#app/api/problem.ts";
import { bornAt } from "#app/platform/id.ts";
import { catalogue } from "#app/webhooks/catalogue.ts";
import { addressWords } from "#app/webhooks/endpoint-form.server.ts";
import {
  type AddressRefusal,
  addWebhook,
  changeWebhook,
  removeWebhook,
  replayDelivery,
  rotateWebhook,
  switchWebhook,
  testWebhook,
} from "#app/webhooks/webhook-verbs.server.ts";
import { deliveryStatuses, type Endpoint } from "#app/webhooks/webhooks.schema.ts";
import { unreadable } from "./told-scopes.ts";

const about = { tag: "Webhooks", scope: "webhooks.manage", section: "integrations" } as const;

const endpoint = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  is_enabled: z.boolean(),
  disabled_at: instant.nullable().describe("When it was disabled because it kept failing"),
  failures: z.int().describe("Attempts that failed in a row"),
  last_attempt_at: instant.nullable(),
  created_at: instant,
  updated_at: instant,
});

const shown = (one: Endpoint): z.output<typeof endpoint> => ({
  id: one.id,
  name: one.name,
  url: one.url,
  events: one.events,
  is_enabled: one.is_enabled,
  disabled_at: instantOrNull(one.disabled_at),
  failures: one.failures,
  last_attempt_at: instantOrNull(one.last_attempt_at),
  created_at: instantOf(one.created_at),
  updated_at: instantOf(one.updated_at),
});

const delivery = z.object({
  id: z.string().describe("The webhook-id that receivers get"),
  type: z.string(),
  is_test: z.boolean(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  next_at: instant.nullable(),
  last_status: z.int().nullable(),
  why: z.string().nullable().describe("Why the last attempt failed"),
  created_at: instant,
  done_at: instant.nullable(),
});

const secret = z
  .string()
  .nullable()
  .describe(
    "What signs. It is in this answer and nowhere afterwards: null when the request is repeated with its idempotency key",
  );
const one = z.strictObject({ webhook_id: z.uuid().describe("The id of the webhook") });
const fields = addWebhook.input.shape;
const noAddress = (reason: AddressRefusal): Refusal =>
  invalidFields([{ path: "body.url", message: addressWords[reason] }]);

const off = (): Refusal => refusal("conflict", "This webhook is off. Turn it on first.");

export const webhookOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "webhooks.list",
    method: "GET",
    path: "/webhooks",
    summary: "List webhooks",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(endpoint),
    run: async ({ actor, query }) =>
      sliced("webhooks", (await actor.store.webhooks.list()).map(shown), query),
  }),
  operation({
    ...about,
    id: "webhooks.add",
    method: "POST",
    path: "/webhooks",
    summary: "Add a webhook",
    description: "The key must be able to read what the events tell: calls.read_persons for most of them.",
    status: 201,
    params: nothing,
    query: nothing,
    body: z.strictObject(fields),
    answer: z.object({ id: z.uuid(), secret }),
    secret: "secret",
    async run({ actor, deps, request_id, body }) {
      const refused = unreadable(actor, body.events);
      if (refused) return refused;
      const added = await addWebhook(actor, body, deps, request_id);
      if (added.ok) return { id: added.id, secret: added.secret };
      if (added.reason !== "too_many") return noAddress(added.reason);
      return refusal("conflict", `This organization's plan includes ${added.most} webhooks.`);
    },
  }),
  operation({
    ...about,
    id: "webhooks.read",
    method: "GET",
    path: "/webhooks/{webhook_id}",
    summary: "Read a webhook",
    params: one,
    query: nothing,
    body: noBody,
    answer: endpoint,
    async run({ actor, path: { webhook_id } }) {
      const found = await actor.store.webhooks.find(webhook_id);
      return found === null ? notFound() : shown(found);
    },
  }),
  operation({
    ...about,
    id: "webhooks.change",
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    summary: "Change a webhook",
    description: "Fields that aren't sent stay as they are. `is_enabled` turns it on and off.",
    params: one,
    query: nothing,
    body: z.strictObject({ ...fields, is_enabled: z.boolean() }).partial(),
    answer: endpoint,
    async run({ actor, deps, path: { webhook_id: id }, body: { is_enabled, ...changes } }) {
      const known = await actor.store.webhooks.find(id);
      if (known === null) return notFound();
      if (Object.keys(changes).length > 0) {
        const { name = known.name, url = known.url } = changes;
        const input = changeWebhook.input.safeParse({
          id,
          name,
          url,
          events: changes.events ?? known.events,
        });
        if (!input.success) return refusal("conflict", "An event of this webhook is gone. Send its events.");
        const refused = unreadable(actor, input.data.events);
        if (refused) return refused;
        const changed = await changeWebhook(actor, input.data, deps);
        if (!changed.ok) return changed.reason === "not_found" ? notFound() : noAddress(changed.reason);
      }
      if (is_enabled !== undefined && is_enabled !== known.is_enabled)
        await switchWebhook(actor, { id, on: is_enabled });
      const now = await actor.store.webhooks.find(id);
      return now === null ? notFound() : shown(now);
    },
  }),
  operation({
    ...about,
    id: "webhooks.remove",
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
    summary: "Delete a webhook",
    description: "Its log is deleted, too.",
    status: 204,
    params: one,
    query: nothing,
    body: nothing,
    answer: noAnswer,
    run: async ({ actor, path: { webhook_id: id } }) =>
      (await removeWebhook(actor, { id })).ok ? null : notFound(),
  }),
  operation({
    ...about,
    id: "webhooks.rotate",
    method: "POST",
    path: "/webhooks/{webhook_id}/secret",
    summary: "Create a new secret",
    description: "For 24 hours the secret before signs, too.",
    params: one,
    query: nothing,
    body: nothing,
    answer: z.object({ secret }),
    secret: "secret",
    async run({ actor, deps, request_id, path: { webhook_id: id } }) {
      const rotated = await rotateWebhook(actor, { id }, deps, bornAt(request_id));
      return rotated.ok ? { secret: rotated.secret } : notFound();
    },
  }),
  operation({
    ...about,
    id: "webhooks.test",
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    summary: "Send a test",
    description: "Sends the example of an event once.",
    status: 202,
    params: one,
    query: nothing,
    body: z.strictObject({ event: z.enum(catalogue.map(({ name }) => name)) }),
    answer: z.object({ delivery_id: z.string() }),
    async run({ actor, request_id, path: { webhook_id: id }, body: { event } }) {
      const sent = await testWebhook(actor, { id, event }, request_id);
      if (sent.ok) return { delivery_id: sent.delivery_id };
      if (sent.reason === "too_often")
        return refusal("too_many_requests", "Ten tests a minute are possible.", { "retry-after": "60" });
      return sent.reason === "off" ? off() : notFound();
    },
  }),
  operation({
    ...about,
    id: "webhooks.deliveries",
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    summary: "List deliveries",
    description: "Newest first, of the last 30 days.",
    params: one,
    query: z.strictObject({ ...paging, status: z.enum(deliveryStatuses).optional() }),
    body: noBody,
    answer: pageOf(delivery),
    async run({ actor, path: { webhook_id }, query: { limit, cursor, status = null } }) {
      const place = placeOf("deliveries", cursor, placeForms.number);
      if (place instanceof Refusal) return place;
      if ((await actor.store.webhooks.find(webhook_id)) === null) return notFound();
      const { rows, older } = await actor.store.webhooks.deliveries(
        { endpoint_id: webhook_id, status, type: null, before: place === null ? null : Number(place) },
        limit,
      );
      const told = rows.map((row) => ({
        ...row,
        next_at: instantOrNull(row.next_at),
        created_at: instantOf(row.created_at),
        done_at: instantOrNull(row.done_at),
      }));
      return page("deliveries", told, older === null ? null : String(older));
    },
  }),
  operation({
    ...about,
    id: "webhooks.replay",
    method: "POST",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    summary: "Send a delivery again",
    description: "Under the same webhook-id.",
    status: 202,
    params: one.extend({ delivery_id: z.string().min(1).max(60).describe("The id of the delivery") }),
    query: nothing,
    body: nothing,
    answer: noAnswer,
    async run({ actor, path: { webhook_id: id, delivery_id } }) {
      const replayed = await replayDelivery(actor, { id, delivery_id });
      if (replayed.ok) return null;
      return replayed.reason === "off" ? off() : notFound();
    },
  }),
  operation({
    ...about,
    id: "webhooks.events",
    method: "GET",
    path: "/webhook-events",
    summary: "List the events",
    description: "What webhooks can be told of, each with its version and an example of its data.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(
      z.object({
        id: z.string(),
        version: z.int(),
        title: z.string(),
        description: z.string(),
        example: z.record(z.string(), z.unknown()),
      }),
    ),
    run: async ({ query }) =>
      sliced(
        "webhook_events",
        catalogue.map(({ name, version, title, about, example }) => ({
          id: name,
          version,
          title,
          description: about,
          example,
        })),
        query,
      ),
  }),
];
