/** What a request to Stripe works with: the objects, the time, and the events that it causes. */
import { second_ms } from "#app/platform/durations.ts";
import type { EventStore } from "./event-store.ts";
import { newStripeId } from "./ids.ts";
import type { ObjectStore } from "./object-store.ts";
import { missing } from "./refusals.ts";
import type { Kind, Of, StripeObject } from "./shapes.ts";
import { shown } from "./shown.ts";
import type { UsageStore } from "./usage-store.ts";

/** The version that the package in package.json speaks. */
export const apiVersion = "2026-10-28.endive";

export type Asked = {
  /** Where the sandbox's own pages are. */
  origin: string;
  request_id: string | null;
  idempotency_key: string | null;
};

export class Desk {
  #moment: number | null = null;

  constructor(
    readonly objects: ObjectStore,
    readonly usage: UsageStore,
    readonly events: EventStore,
    /** Seconds that the sandbox's Stripe is ahead of this machine. */
    private readonly ahead: number,
    readonly asked: Asked,
  ) {}

  /** Seconds UTC, on the customer's own clock. */
  now(customer: string | null = null): number {
    if (this.#moment !== null) return this.#moment;
    const own = customer === null ? 0 : (this.objects.find("customer", customer)?._ahead ?? 0);
    return Math.floor(Date.now() / second_ms) + this.ahead + own;
  }

  /** Does something as if it were `moment` (seconds). */
  at<Result>(moment: number, act: () => Result): Result {
    const before = this.#moment;
    this.#moment = moment;
    try {
      return act();
    } finally {
      this.#moment = before;
    }
  }

  /** @throws StripeRefusal `resource_missing` */
  need<K extends Kind>(kind: K, id: string, param = "id"): Of<K> {
    const found = this.objects.find(kind, id);
    // What the address names is answered with 404, what a field names with 400.
    if (!found) throw missing(kind.replaceAll(/[._]/g, " "), id, param, param === "id" ? 404 : 400);
    return found;
  }

  /** @throws StripeRefusal for a customer that does not exist, or no longer */
  customer(id: string, param = "customer"): Of<"customer"> {
    const found = this.need("customer", id, param);
    if (found.deleted) throw missing("customer", id, param, param === "id" ? 404 : 400);
    return found;
  }

  /** Stores an object, and tells of it as `type`. */
  put<Stored extends StripeObject>(object: Stored, type?: string): Stored {
    const before = this.objects.any(object.id);
    this.objects.put(object);
    if (type) this.#tell(type, object, before);
    return object;
  }

  /** Tells of an object without changing it. */
  tell(type: string, object: StripeObject): void {
    this.#tell(type, object, null);
  }

  remove(object: StripeObject): void {
    this.objects.remove(object.id);
  }

  #tell(type: string, object: StripeObject, before: StripeObject | null): void {
    const isUpdate = type.endsWith(".updated");
    const previous = before && isUpdate ? changed(before, object) : null;
    if (previous && Object.keys(previous).length === 0) return;
    const customer = "customer" in object && typeof object.customer === "string" ? object.customer : null;
    this.events.add({
      id: newStripeId("evt"),
      object: "event",
      api_version: apiVersion,
      created: this.now(object.object === "customer" ? object.id : customer),
      data: { object: shown(object), ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: this.asked.request_id, idempotency_key: this.asked.idempotency_key },
      type,
      ...(object.object === "account" && { account: object.id }),
    });
  }
}

/** The earlier values of the fields that changed. */
function changed(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(shown(after)));
  return Object.fromEntries(
    Object.entries(shown(before)).filter(
      ([name, value]) => JSON.stringify(now.get(name)) !== JSON.stringify(value),
    ),
  );
}
