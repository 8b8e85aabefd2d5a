/** /integrations/webhooks: the endpoints, and the answers of its forms. */
import { data } from "react-router";
import { orLargerPlan } from "#app/billing/upgrade.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, counted } from "#app/platform/format.ts";
import {
  addressWords,
  type EndpointErrors,
  errorsIn,
  eventGroups,
  type TypedEndpoint,
  typedIn,
} from "./endpoint-form.server.ts";
import { addWebhook } from "./webhook-verbs.server.ts";
import { standingOf } from "./webhook-words.ts";

export async function webhooksPage(context: Context) {
  const { store, organization, limits } = permitted(context, "webhooks.manage");
  const now = Date.now();
  const place = { timeZone: organization.timeZone, locale: organization.locale };
  const [endpoints, counts] = await Promise.all([store.webhooks.list(), store.webhooks.counts(now)]);
  const number = (id: string, status: string) =>
    counts.find((one) => one.endpoint_id === id && one.status === status)?.n ?? 0;
  const told = (id: string) => {
    const [arrived, failed] = [number(id, "delivered"), number(id, "failed")];
    const words = `${counted(arrived, "delivery", "deliveries", place.locale)} in the last 24 hours`;
    return failed === 0 ? words : `${words}, ${failed} failed`;
  };
  return {
    endpoints: endpoints.map((one) => ({
      id: one.id,
      name: one.name,
      url: one.url,
      standing: standingOf(one),
      events: counted(one.events.length, "event", "events", place.locale),
      deliveries: told(one.id),
      last:
        one.last_attempt_at === null
          ? "Nothing sent yet"
          : `Last sent ${ago(one.last_attempt_at, now, place)}`,
    })),
    groups: eventGroups(),
    isFull: endpoints.length >= limits.webhooks,
    most: limits.webhooks,
  };
}

export type WebhooksAnswer = {
  /** The new endpoint, with its secret: shown this once. */
  made: { id: string; name: string; secret: string } | null;
  message: string | null;
  errors: EndpointErrors;
  typed: TypedEndpoint | null;
};

const nothing: WebhooksAnswer = { made: null, message: null, errors: {}, typed: null };

const fullWords = (member: Member, most: number): string =>
  `Your plan includes ${counted(most, "webhook", "webhooks", member.organization.locale)}. Delete one first, ${orLargerPlan(member, "webhooks")}.`;

export async function answerWebhooks(request: Request, context: Context) {
  const member = permitted(context, "webhooks.manage");
  const form = await readForm(request, context);
  if (form.get("do") !== "add") throw faultResponse("bad_request");
  const typed = typedIn(form);
  const input = addWebhook.input.safeParse(typed);
  if (!input.success) return data({ ...nothing, errors: errorsIn(input.error.issues), typed }, 422);
  const added = await addWebhook(member, input.data, depsOf(context));
  if (added.ok)
    return data({ ...nothing, made: { id: added.id, name: input.data.name, secret: added.secret } }, 201);
  if (added.reason === "too_many")
    return data({ ...nothing, message: fullWords(member, added.most), typed }, 409);
  return data({ ...nothing, errors: { url: [addressWords[added.reason]] }, typed }, 422);
}
