/** The simulated Stripe inside the World object: answers the API, keeps its clock, sends its webhooks. */
import { z } from "zod";
import type { FrontDoor } from "#workers/sandbox/front-door.ts";
import { localSettings } from "#workers/sandbox/local-bindings.ts";
import type { Passage } from "#workers/sandbox/traffic.ts";
import { answered } from "./api.ts";
import { type AfterRetries, runUntil } from "./clock.ts";
import { type Asked, apiVersion, Desk } from "./desk.ts";
import { EventStore } from "./event-store.ts";
import { decode } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { ObjectStore } from "./object-store.ts";
import { StripeRefusal } from "./refusals.ts";
import { type Answered, Replays } from "./replays.ts";
import { pathsOf, shown } from "./shown.ts";
import { UsageStore } from "./usage-store.ts";
import { type Delivery, delivery, normalDelivery, Webhooks } from "./webhooks.ts";

/** Where the entry on this machine says its pages are. */
export const originHeader = "x-sandbox-origin";

type Surroundings = {
  product: FrontDoor;
  record(passage: Passage): void;
  later(work: Promise<unknown>): void;
};

export const afterRetries = z.enum(["cancel", "unpaid", "past_due"]);

export class StripeWorld {
  readonly #storage: DurableObjectStorage;
  readonly #later: Surroundings["later"];
  readonly objects: ObjectStore;
  readonly events: EventStore;
  readonly usage: UsageStore;
  readonly #replays: Replays;
  readonly webhooks: Webhooks;

  constructor(storage: DurableObjectStorage, { product, record, later }: Surroundings) {
    this.#storage = storage;
    this.#later = later;
    this.objects = new ObjectStore(storage.sql);
    this.events = new EventStore(storage.sql, () => this.delivery().mode === "assumed");
    this.usage = new UsageStore(storage.sql);
    this.#replays = new Replays(storage.sql);
    this.webhooks = new Webhooks(this.events, product, record, () => this.delivery());
  }

  delivery(): Delivery {
    return delivery.parse(this.#storage.kv.get("stripe_delivery") ?? normalDelivery);
  }
  setDelivery(order: Delivery): void {
    this.#storage.kv.put("stripe_delivery", order);
  }

  /** Seconds that Stripe's clock is ahead of this machine's. */
  ahead(): number {
    return z.number().parse(this.#storage.kv.get("stripe_ahead") ?? 0);
  }
  setAhead(seconds: number): void {
    this.#storage.kv.put("stripe_ahead", seconds);
  }

  desk(asked: Asked): Desk {
    return new Desk(this.objects, this.usage, this.events, this.ahead(), asked);
  }

  /** Does something that is kept whole or not at all, and sends the events that it caused. */
  act<Result>(asked: Asked, work: (desk: Desk) => Result): Result {
    try {
      return this.#whole(() => work(this.desk(asked)));
    } finally {
      this.deliver();
    }
  }

  /** A refusal undoes everything, unless it keeps what was written, as a declined payment does. */
  #whole<Result>(work: () => Result): Result {
    const done = this.#storage.transactionSync((): { result: Result } | { refusal: StripeRefusal } => {
      try {
        return { result: work() };
      } catch (error) {
        if (error instanceof StripeRefusal && error.keepsWrites) return { refusal: error };
        throw error;
      }
    });
    if ("refusal" in done) throw done.refusal;
    return done.result;
  }

  /** Starts to send what waits. */
  deliver(): void {
    if (this.delivery().mode !== "held" && this.events.waiting().length > 0)
      this.#later(this.webhooks.pump());
  }

  /** Answers a request to api.stripe.com. */
  async api(request: Request, origin = request.headers.get(originHeader)): Promise<Response> {
    const url = new URL(request.url);
    const key = request.headers.get("idempotency-key");
    const request_id = newStripeId("req", 14);
    const account = request.headers.get("stripe-account");
    const { STRIPE_SECRET_KEY } = localSettings("");
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token !== STRIPE_SECRET_KEY) return answer(unauthorized(token, request_id));
    const body = request.method === "GET" ? url.search.slice(1) : await bodyOf(request);
    const fingerprint = [request.method, url.pathname, account ?? "", body].join("\n");
    const asked = {
      origin: origin ?? "http://localhost:8787",
      request_id,
      idempotency_key: key,
    };
    try {
      const before = key === null || request.method !== "POST" ? null : this.#replays.find(key, fingerprint);
      const query = request.method === "DELETE" && body === "" ? url.search.slice(1) : body;
      const result = before ?? this.#answered(asked, request.method, url.pathname, query, account);
      // As at Stripe, a request that fails validation never began, so its key stays free.
      if (key !== null && !before && (result.status === 200 || result.status === 402))
        this.#replays.keep(key, fingerprint, result);
      return answer(result, {
        ...(key !== null && { "idempotency-key": key }),
        ...(before && { "idempotent-replayed": "true" }),
      });
    } catch (error) {
      return answer(refused(error, request_id));
    } finally {
      this.deliver();
    }
  }

  #answered(asked: Asked, method: string, pathname: string, body: string, account: string | null): Answered {
    const request_id = asked.request_id ?? "";
    try {
      return this.#whole((): Answered => {
        const form = decode(body);
        const expand = Array.isArray(form.expand)
          ? form.expand.filter((path) => typeof path === "string")
          : [];
        const paths = pathsOf(expand);
        const desk = this.desk(asked);
        if (account !== null) desk.need("account", account, "Stripe-Account");
        const found = shown(answered(desk, { method, pathname, form, account }), paths, this.objects);
        return { status: 200, body: JSON.stringify(found, null, 2), request_id };
      });
    } catch (error) {
      return refused(error, request_id);
    }
  }

  afterRetries(): AfterRetries {
    return afterRetries.parse(this.#storage.kv.get("stripe_after_retries") ?? "cancel");
  }
  setAfterRetries(order: AfterRetries): void {
    this.#storage.kv.put("stripe_after_retries", order);
  }

  /** Forgets everyone and everything that happened; the catalogue stays. */
  forget(): void {
    this.objects.clear(["product", "price", "billing.meter"]);
    this.events.clear();
    this.usage.clear();
    this.#replays.clear();
  }

  /** Forgets what idempotency keys were answered with, as Stripe does after a day. */
  forgetKeys(): void {
    this.#replays.clear();
  }

  /** Does what is due by now, for everyone or for one customer. */
  catchUp(asked: Asked, customer?: string): void {
    const all = customer === undefined ? this.objects.list("customer").map(({ id }) => id) : [customer];
    for (const id of all.reverse())
      this.act(asked, (desk) => runUntil(desk, id, desk.now(id), this.afterRetries()));
  }

  /** Every five minutes: what is due by now, and failed deliveries again. */
  async tick(now: number): Promise<void> {
    this.catchUp({ origin: "http://localhost:8787", request_id: null, idempotency_key: null });
    if (this.delivery().mode !== "held") await this.webhooks.retry(now);
  }
}

/** Read as bytes, because the runtime warns about reading a form as text. */
const bodyOf = async (request: Request): Promise<string> =>
  new TextDecoder().decode(await request.arrayBuffer());

/** @throws what is no refusal */
function refused(error: unknown, request_id: string): Answered {
  if (!(error instanceof StripeRefusal)) throw error;
  return { status: error.status, body: JSON.stringify(error.body(request_id), null, 2), request_id };
}

const unauthorized = (token: string | undefined, request_id: string): Answered => ({
  status: 401,
  request_id,
  body: JSON.stringify({
    error: {
      type: "invalid_request_error",
      message: token
        ? `Invalid API Key provided: ${token.slice(0, 8)}****`
        : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    },
  }),
});

const answer = ({ status, body, request_id }: Answered, headers: Record<string, string> = {}): Response =>
  new Response(body, {
    status,
    headers: {
      "content-type": "application/json",
      "request-id": request_id,
      "stripe-version": apiVersion,
      // Tells the client whether to repeat: a declined card is an answer.
      ...(status === 429 || status >= 500 ? {} : { "stripe-should-retry": "false" }),
      ...headers,
    },
  });
