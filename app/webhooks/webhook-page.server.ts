/** /integrations/webhooks/:endpointId and a delivery of it: what they show, and the answers of their forms. */
import { data, redirect } from "react-router";
import { depsOf } from "#app/membership/actor.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { ago, counted, exactTime } from "#app/platform/format.ts";
import { catalogue, eventNamed } from "./catalogue.ts";
import {
  addressWords,
  type EndpointErrors,
  errorsIn,
  eventGroups,
  type TypedEndpoint,
  typedIn,
} from "./endpoint-form.server.ts";
import {
  changeWebhook,
  removeWebhook,
  replayDelivery,
  replayFailedDeliveries,
  rotateWebhook,
  switchWebhook,
  testWebhook,
} from "./webhook-verbs.server.ts";
import { deliveryStanding, standingOf, whyWords } from "./webhook-words.ts";
import { type Delivery, deliveryStatuses, mostFailures } from "./webhooks.schema.ts";

const gone = () => missing("webhook", { to: "/integrations/webhooks", label: "Webhooks" });
const titleOf = (type: string): string => eventNamed(type)?.title ?? type;

/** How far back a replay of failed deliveries goes. */
const spans = { hour: hour_ms, day: day_ms, week: 7 * day_ms, month: 30 * day_ms } as const;
const isSpan = (text: unknown): text is keyof typeof spans =>
  typeof text === "string" && Object.hasOwn(spans, text);

type Place = { timeZone: string; locale: string };

const shown = (delivery: Delivery, now: number, place: Place) => ({
  id: delivery.id,
  type: delivery.type,
  title: titleOf(delivery.type),
  isTest: delivery.is_test,
  standing: deliveryStanding(delivery),
  why: whyWords(delivery.why, delivery.last_status),
  attempts: counted(delivery.attempts, "attempt", "attempts", place.locale),
  when: ago(delivery.created_at, now, place),
  exactly: exactTime(delivery.created_at, place),
  next: delivery.next_at === null || delivery.attempts === 0 ? null : exactTime(delivery.next_at, place),
});

const whyOff = (failures: number, locale: string): string =>
  failures < mostFailures
    ? "the server said that this address is gone for good (410)"
    : `${counted(failures, "delivery", "deliveries", locale)} failed in a row`;

export async function webhookPage(request: Request, context: Context, id: string) {
  const { store, organization } = permitted(context, "webhooks.manage");
  const { timeZone, locale } = organization;
  const place = { timeZone, locale };
  const now = Date.now();
  const params = new URL(request.url).searchParams;
  const status = deliveryStatuses.find((one) => one === params.get("status")) ?? null;
  const type = eventNamed(params.get("event") ?? "")?.name ?? null;
  const cursor = Number(params.get("cursor") ?? "");
  const before = Number.isSafeInteger(cursor) && cursor > 0 ? cursor : null;
  const [endpoint, log] = await Promise.all([
    store.webhooks.find(id),
    store.webhooks.deliveries({ endpoint_id: id, status, type, before }),
  ]);
  if (!endpoint) throw gone();
  const { name, url, events, failures, failing_since, previous_until, disabled_at } = endpoint;
  return {
    id,
    values: { name, url, events },
    isOn: endpoint.is_enabled,
    standing: standingOf(endpoint),
    trouble:
      failing_since === null
        ? null
        : disabled_at === null
          ? `${counted(failures, "delivery", "deliveries", locale)} failed in a row since ${exactTime(failing_since, place)}. After 20 over a day, the webhook is disabled.`
          : `Disabled on ${exactTime(disabled_at, place)}, because ${whyOff(failures, locale)}. Turn it on once your server works again, then replay what failed.`,
    overlap:
      previous_until !== null && previous_until > now
        ? `The secret before also signs until ${exactTime(previous_until, place)}.`
        : null,
    groups: eventGroups(),
    tests: events.map((event) => ({ value: event, label: titleOf(event) })),
    filters: { status, event: type },
    types: catalogue.map((event) => ({ value: event.name, label: event.title })),
    deliveries: log.rows.map((row) => shown(row, now, place)),
    older: log.older === null ? null : String(log.older),
    isFirst: before === null,
  };
}

export type WebhookAnswer = {
  isGood: boolean;
  message: string | null;
  /** A new secret: shown this once. */
  secret: string | null;
  errors: EndpointErrors;
  typed: TypedEndpoint | null;
};

const plain = { secret: null, errors: {}, typed: null };
const good = (message: string): WebhookAnswer => ({ ...plain, isGood: true, message });
const bad = (message: string | null): WebhookAnswer => ({ ...plain, isGood: false, message });
const off = () => data(bad("Turn the webhook on first."), 409);

export async function answerWebhook(request: Request, context: Context, id: string) {
  const member = permitted(context, "webhooks.manage");
  const form = await readForm(request, context);
  if (!(await member.store.webhooks.find(id))) throw gone();
  switch (form.get("do")) {
    case "save":
      return saved(member, context, form, id);
    case "on":
    case "off": {
      const on = form.get("do") === "on";
      if (!(await switchWebhook(member, { id, on })).ok) throw gone();
      return data(good(on ? "The webhook is on." : "The webhook is off. What happens now isn’t sent."), 200);
    }
    case "rotate": {
      const rotated = await rotateWebhook(member, { id }, depsOf(context));
      if (!rotated.ok) throw gone();
      return data({ ...good("New secret created."), secret: rotated.secret }, 200);
    }
    case "remove":
      if (!(await removeWebhook(member, { id })).ok) throw gone();
      throw redirect("/integrations/webhooks");
    case "test":
      return tested(member, form, id);
    case "replay_failed":
      return replayedFailed(member, form, id);
    default:
      throw faultResponse("bad_request");
  }
}

async function saved(member: Member, context: Context, form: FormData, id: string) {
  const typed = typedIn(form);
  const input = changeWebhook.input.safeParse({ ...typed, id });
  if (!input.success) return data({ ...bad(null), errors: errorsIn(input.error.issues), typed }, 422);
  const changed = await changeWebhook(member, input.data, depsOf(context));
  if (changed.ok) return data(good("Saved."), 200);
  if (changed.reason === "not_found") throw gone();
  return data({ ...bad(null), errors: { url: [addressWords[changed.reason]] }, typed }, 422);
}

async function tested(member: Member, form: FormData, id: string) {
  const input = testWebhook.input.safeParse({ id, event: form.get("event") });
  if (!input.success) return data(bad("Choose an event."), 422);
  const sent = await testWebhook(member, input.data);
  if (sent.ok) throw redirect(`/integrations/webhooks/${id}/${sent.delivery_id}`);
  if (sent.reason === "not_found") throw gone();
  return sent.reason === "off" ? off() : data(bad("Ten tests a minute are possible. Wait a minute."), 429);
}

async function replayedFailed(member: Member, form: FormData, id: string) {
  const span = form.get("since");
  if (!isSpan(span)) throw faultResponse("bad_request");
  const replayed = await replayFailedDeliveries(member, { id, since: Date.now() - spans[span] });
  if (replayed.ok) {
    const words = counted(replayed.deliveries, "delivery", "deliveries", member.organization.locale);
    return data(
      good(replayed.deliveries === 0 ? "Nothing failed in that time." : `${words} will be sent again.`),
      200,
    );
  }
  if (replayed.reason === "not_found") throw gone();
  return off();
}

const noDelivery = (id: string) =>
  missing("delivery", { to: `/integrations/webhooks/${id}`, label: "the webhook" });

export async function deliveryPage(context: Context, id: string, deliveryId: string) {
  const { store, organization } = permitted(context, "webhooks.manage");
  const place = { timeZone: organization.timeZone, locale: organization.locale };
  const [endpoint, delivery] = await Promise.all([
    store.webhooks.find(id),
    store.webhooks.delivery(id, deliveryId),
  ]);
  if (!endpoint) throw gone();
  if (!delivery) throw noDelivery(id);
  return {
    ...shown(delivery, Date.now(), place),
    endpoint: { id, name: endpoint.name, url: endpoint.url, isOn: endpoint.is_enabled },
    isOver: delivery.status !== "waiting",
    body: JSON.stringify(JSON.parse(delivery.body), null, 2),
    log: delivery.log.map(({ n, at, ms, status, why, bytes, type }) => ({
      n,
      at: exactTime(at, place),
      took: `${ms} ms`,
      status: status === null ? "None" : String(status),
      isGood: why === null,
      words: whyWords(why, null) ?? "Delivered",
      answer:
        bytes === 0
          ? "Empty"
          : `${counted(bytes, "byte", "bytes", place.locale)}${type === null ? "" : `, ${type}`}`,
    })),
  };
}

export async function answerDelivery(request: Request, context: Context, id: string, deliveryId: string) {
  const member = permitted(context, "webhooks.manage");
  const form = await readForm(request, context);
  const input = replayDelivery.input.safeParse({ id, delivery_id: deliveryId });
  if (!input.success || !(await member.store.webhooks.delivery(id, deliveryId))) throw noDelivery(id);
  if (form.get("do") !== "replay") throw faultResponse("bad_request");
  const replayed = await replayDelivery(member, input.data);
  if (replayed.ok) return data(good("It will be sent again."), 200);
  if (replayed.reason === "not_found") throw noDelivery(id);
  return off();
}
