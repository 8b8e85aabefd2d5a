/** Sends events to the product's /webhooks/stripe, signed as Stripe signs, in the order and number that was ordered. */
import { z } from "zod";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import type { FrontDoor } from "#workers/sandbox/front-door.ts";
import { localSettings } from "#workers/sandbox/local-bindings.ts";
import type { Passage } from "#workers/sandbox/traffic.ts";
import type { EventStore, KeptEvent, StripeEvent } from "./event-store.ts";

/** Stripe waits this long for an answer. */
const patience_ms = 30 * second_ms;

/**
 * How events reach the product. `held`: not at all, until they are released. `late`: after `late_ms` of real time.
 * `repeated`: each twice. `out_of_order`: those of one moment newest first. `assumed`: none is sent, and those that come
 * to be count as delivered.
 */
export const delivery = z.strictObject({
  mode: z.enum(["normal", "late", "repeated", "out_of_order", "held", "assumed"]),
  late_ms: z.number().int().min(0).max(minute_ms).default(1000),
});
export type Delivery = z.output<typeof delivery>;
export const normalDelivery: Delivery = { mode: "normal", late_ms: 1000 };

/** The header of a payload: its time, and HMAC-SHA256 of both under the endpoint's secret. */
export async function signatureOf(payload: string, secret: string, timestamp: number): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const mac = await crypto.subtle.sign("HMAC", key, bytes(`${timestamp}.${payload}`));
  const hex = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${timestamp},v1=${hex}`;
}

export class Webhooks {
  #pumping: Promise<void> | null = null;
  #sending = new Set<Promise<unknown>>();

  constructor(
    private readonly events: EventStore,
    private readonly product: FrontDoor,
    private readonly record: (passage: Passage) => void,
    private readonly order: () => Delivery,
  ) {}

  /** Sends what waits, unless it is held; returns when nothing waits any more. */
  pump(): Promise<void> {
    this.#pumping ??= this.#run().finally(() => {
      this.#pumping = null;
    });
    return this.#pumping;
  }

  /** Returns when no delivery is running and nothing waits for one that is not held. */
  async settled(): Promise<void> {
    await this.pump();
    while (this.#sending.size > 0) {
      await Promise.allSettled(this.#sending);
      await this.pump();
    }
  }

  async #run(): Promise<void> {
    while (this.order().mode !== "held") {
      const { mode, late_ms } = this.order();
      const batch = this.events.waiting();
      if (batch.length === 0) return;
      if (mode === "late") await new Promise((resolve) => setTimeout(resolve, late_ms));
      if (mode === "out_of_order") batch.reverse();
      for (const kept of batch) {
        await this.send(kept);
        if (mode === "repeated") await this.send(kept);
      }
    }
  }

  /** Repeats the deliveries that failed and are due (ms UTC). */
  async retry(now: number): Promise<void> {
    for (const kept of this.events.due(now)) await this.send(kept);
    await this.pump();
  }

  /** One delivery, whatever was ordered. @returns the product's status; null: it did not answer */
  send(kept: KeptEvent): Promise<number | null> {
    const sending = this.#send(kept).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return sending;
  }

  async #send(kept: KeptEvent): Promise<number | null> {
    const { PUBLIC_HOST, STRIPE_WEBHOOK_SECRET } = localSettings("8787");
    const payload = payloadOf(kept.event);
    const began = Date.now();
    const request = new Request(`https://${PUBLIC_HOST}/webhooks/stripe`, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "stripe-signature": await signatureOf(payload, STRIPE_WEBHOOK_SECRET, Math.floor(began / second_ms)),
      },
      body: payload,
      signal: AbortSignal.timeout(patience_ms),
    });
    const answer = await this.product.fetch(request).then(
      async (response) => {
        await response.arrayBuffer();
        return { status: response.status, note: kept.type };
      },
      (error: unknown) => ({ status: null, note: `${kept.type}: ${String(error)}` }),
    );
    this.record({
      at: began,
      direction: "in",
      method: "POST",
      host: "localhost",
      path: "/webhooks/stripe",
      status: answer.status,
      ms: Date.now() - began,
      note: answer.note,
    });
    this.events.tried(this.events.find(kept.id) ?? kept, answer.status, Date.now());
    return answer.status;
  }
}

/** Stripe's payloads are indented by two. */
export const payloadOf = (event: StripeEvent): string => JSON.stringify(event, null, 2);
