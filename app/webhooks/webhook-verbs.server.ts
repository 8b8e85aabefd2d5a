/** What members do with webhooks: endpoints made, changed, switched, given a new secret, tested, removed; deliveries replayed. */
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { authorOf } from "#app/membership/actor.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { nameRefusal } from "#app/platform/public-name.server.ts";
import { type EventName, eventNamed } from "./catalogue.ts";
import { bodyOf } from "./deliver.server.ts";
import { momentOf } from "./outside-events.ts";
import { sealSecret } from "./secrets.server.ts";
import { addressRefusal } from "./send-signed.server.ts";
import { newSecret } from "./signature.ts";

const about = { permission: "webhooks.manage", section: "integrations" } as const;
export type Needs = Pick<Deps, "db" | "env">;

const longestAddress = 500;
const mostEvents = 100;

const isEvent = (name: string): name is EventName => eventNamed(name) !== null;
const events = z
  .array(z.string().refine(isEvent, "There is no such event"))
  .min(1, "Choose at least one event")
  .max(mostEvents)
  .transform((names) => [...new Set(names)]);
const id = z.uuid();
const name = oneLine(60, "Enter a name");
const url = oneLine(longestAddress, "Enter the address");

const adding = z.object({ name, url, events });
const changing = adding.extend({ id });
const choice = z.object({ id });
const switching = z.object({ id, on: z.boolean() });
const testing = z.object({ id, event: z.string().refine(isEvent, "Choose an event") });
const replaying = z.object({ id, delivery_id: z.string().min(1).max(60) });
const replayingFailed = z.object({ id, since: z.int().min(0) });

/** Why an address is refused. `nowhere`: DNS has no such name. */
export type AddressRefusal = "malformed" | "own_address" | "private_address" | "nowhere";
type NotFound = { ok: false; reason: "not_found" };
type Refused = { ok: false; reason: AddressRefusal };
const notFound: NotFound = { ok: false, reason: "not_found" };

/** Looks at an address as each attempt does; null: it may be kept. */
export async function endpointRefusal({ db, env }: Needs, typed: string): Promise<AddressRefusal | null> {
  const refused = await addressRefusal(env, db, typed);
  if (refused !== null) return refused;
  try {
    const named = await nameRefusal(new URL(typed).hostname);
    return named === "unreachable" ? "nowhere" : named;
  } catch {
    // DNS can't be asked now. It is asked again before each attempt.
    return null;
  }
}

type Added =
  | { ok: true; id: string; secret: string }
  | { ok: false; reason: "too_many"; most: number }
  | Refused;

/** Makes an endpoint. Its secret is in the answer, and nowhere afterwards; made again under the same id, it gets another secret. */
export const addWebhook: Verb<typeof adding, [Needs, id?: string], Added> = verb(
  { verb: "webhooks.add", ...about, input: adding },
  async (actor, { name, url, events }, needs, id = newId()) => {
    const reason = await endpointRefusal(needs, url);
    if (reason !== null) return { ok: false, reason };
    const now = Date.now();
    const secret = newSecret();
    const sealed = await sealSecret(needs.env, actor.organization.id, id, secret);
    const endpoint = { id, name, url, events, sealed, created_by: authorOf(actor) };
    const most = actor.limits.webhooks;
    if (!(await actor.store.webhooks.add(endpoint, most, now)))
      return { ok: false, reason: "too_many", most };
    await actor.record("webhook.added", id, { name });
    return { ok: true, id, secret };
  },
);

/** Changes an endpoint's name, its address, and its events. */
export const changeWebhook: Verb<typeof changing, [Needs], { ok: true } | NotFound | Refused> = verb(
  { verb: "webhooks.change", ...about, input: changing },
  async (actor, input, needs) => {
    const known = await actor.store.webhooks.find(input.id);
    if (!known) return notFound;
    const reason = known.url === input.url ? null : await endpointRefusal(needs, input.url);
    if (reason !== null) return { ok: false, reason };
    if (!(await actor.store.webhooks.change(input, Date.now()))) return notFound;
    await actor.record("webhook.changed", input.id, { name: input.name });
    return { ok: true };
  },
);

/** Turns an endpoint on or off. */
export const switchWebhook: Verb<typeof switching, [], { ok: true } | NotFound> = verb(
  { verb: "webhooks.switch", ...about, worksUnpaid: true, input: switching },
  async (actor, { id, on }) => {
    const known = await actor.store.webhooks.find(id);
    if (!known || !(await actor.store.webhooks.enable(id, on, Date.now()))) return notFound;
    await actor.record(on ? "webhook.enabled" : "webhook.disabled", id, { name: known.name });
    return { ok: true };
  },
);

/** Gives an endpoint a new secret; the one before signs too for a day from this moment. */
export const rotateWebhook: Verb<
  typeof choice,
  [Pick<Deps, "env">, now?: number],
  { ok: true; secret: string } | NotFound
> = verb(
  { verb: "webhooks.rotate", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }, { env }, now = Date.now()) => {
    const known = await actor.store.webhooks.find(id);
    if (!known) return notFound;
    const secret = newSecret();
    const sealed = await sealSecret(env, actor.organization.id, id, secret);
    if (!(await actor.store.webhooks.rotate(id, sealed, now))) return notFound;
    await actor.record("webhook.rotated", id, { name: known.name });
    return { ok: true, secret };
  },
);

/** Removes an endpoint with its deliveries. */
export const removeWebhook: Verb<typeof choice, [], { ok: true } | NotFound> = verb(
  { verb: "webhooks.remove", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }) => {
    const known = await actor.store.webhooks.find(id);
    if (!known || !(await actor.store.webhooks.remove(id))) return notFound;
    await actor.record("webhook.removed", id, { name: known.name });
    return { ok: true };
  },
);

type Off = { ok: false; reason: "off" };
type TooOften = { ok: false; reason: "too_often" };

/** Sends the example of an event, once. */
export const testWebhook: Verb<
  typeof testing,
  [test_id?: string],
  { ok: true; delivery_id: string } | NotFound | Off | TooOften
> = verb(
  { verb: "webhooks.test", ...about, input: testing },
  async (actor, { id, event }, test_id = newId()) => {
    const known = await actor.store.webhooks.find(id);
    const entry = eventNamed(event);
    if (!known || !entry) return notFound;
    const now = Date.now();
    const body = bodyOf({
      type: entry.name,
      version: entry.version,
      timestamp: momentOf(now),
      organization_id: actor.organization.id,
      test: true,
      data: entry.example,
    });
    const told = { event_id: `test:${test_id}`, type: entry.name, body };
    const sent = await actor.store.webhooks.test(id, told, now);
    return typeof sent === "string" ? { ok: false, reason: sent } : { ok: true, ...sent };
  },
);

/** Sends a delivery that is over again, under its own id. */
export const replayDelivery: Verb<typeof replaying, [], { ok: true } | NotFound | Off> = verb(
  { verb: "webhooks.replay", ...about, input: replaying },
  async (actor, { id, delivery_id }) => {
    const known = await actor.store.webhooks.find(id);
    if (!known) return notFound;
    if (!known.is_enabled) return { ok: false, reason: "off" };
    if (!(await actor.store.webhooks.replay(id, delivery_id, Date.now()))) return notFound;
    await actor.record("webhook.replayed", id, { name: known.name, deliveries: 1 });
    return { ok: true };
  },
);

/** Sends every delivery that failed since a moment again. */
export const replayFailedDeliveries: Verb<
  typeof replayingFailed,
  [],
  { ok: true; deliveries: number } | NotFound | Off
> = verb(
  { verb: "webhooks.replay_failed", ...about, input: replayingFailed },
  async (actor, { id, since }) => {
    const known = await actor.store.webhooks.find(id);
    if (!known) return notFound;
    const deliveries = await actor.store.webhooks.replayFailed(id, since, Date.now());
    if (deliveries === null) return { ok: false, reason: "off" };
    await actor.record("webhook.replayed", id, { name: known.name, deliveries });
    return { ok: true, deliveries };
  },
);
