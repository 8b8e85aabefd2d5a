/** The carrier's signed requests to the product (docs/telephony.md, "Signatures" and "Status callbacks"), with the faults that were ordered for them. */
import { second_ms } from "#app/platform/durations.ts";
import type { Carrier } from "./carrier.ts";
import type { Account } from "./carrier-records.ts";
import { dialectOf } from "./dialect.ts";
import type { CarrierAct, Fault } from "./faults.ts";

/** In all, connection included, then the fallback URL (11205). */
const webhook_ms = 15 * second_ms;

export type Webhook = {
  act: CarrierAct;
  url: string;
  method: "GET" | "POST";
  params: Record<string, string>;
  /** The body, where it is no form. */
  json?: unknown;
  /** Who sends it: the account's carrier signs it. */
  account: Account;
};
/** `status` null: the request was not answered, or never sent (a fault). */
export type WebhookAnswer = { status: number | null; body: string };

/** What sending needs of a carrier. */
type Sender = Pick<Carrier, "product" | "takeFault" | "record">;

/** Sends a webhook, disturbed by the fault ordered for its kind, and gives the product's answer; never throws. */
export async function sendWebhook(carrier: Sender, webhook: Webhook): Promise<WebhookAnswer> {
  return sendDisturbed(
    carrier,
    webhook,
    await carrier.takeFault(dialectOf(webhook.account).host, webhook.act),
  );
}

/** The same with a fault that was already taken. */
export async function sendDisturbed(
  carrier: Sender,
  webhook: Webhook,
  fault: Fault | null,
): Promise<WebhookAnswer> {
  if (fault?.delay_ms) await new Promise((resolve) => setTimeout(resolve, fault.delay_ms ?? 0));
  if (fault?.drop) return { status: null, body: "" };
  const token = crypto.randomUUID();
  const answer = await deliver(carrier, webhook, token);
  if (fault?.effect === "repeated") await deliver(carrier, webhook, token);
  return answer;
}

async function deliver(carrier: Sender, webhook: Webhook, idempotencyToken: string): Promise<WebhookAnswer> {
  const url = new URL(webhook.url);
  url.hash = "";
  const form = new URLSearchParams(webhook.params);
  if (webhook.method === "GET") for (const [name, value] of form) url.searchParams.append(name, value);
  const isPost = webhook.method === "POST";
  const isJson = webhook.json !== undefined;
  const body = isJson ? JSON.stringify(webhook.json) : isPost ? form.toString() : "";
  const signed = { url: isPost ? withoutHash(webhook.url) : url.href, method: webhook.method, body };
  const headers = new Headers(
    await dialectOf(webhook.account).headers(webhook.account, signed, isPost && !isJson ? form : undefined),
  );
  headers.set("accept", "*/*");
  headers.set("i-twilio-idempotency-token", idempotencyToken);
  if (isPost)
    headers.set(
      "content-type",
      isJson ? "application/json" : "application/x-www-form-urlencoded; charset=UTF-8",
    );
  const request = new Request(url, {
    method: webhook.method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(webhook_ms),
    ...(isPost && { body }),
  });
  const began = Date.now();
  const answer = await carrier.product.fetch(request).then(
    async (response) => ({ status: response.status, body: await response.text(), note: webhook.act }),
    (error: unknown) => ({ status: null, body: "", note: `${webhook.act}: ${String(error)}` }),
  );
  carrier.record({
    at: began,
    direction: "in",
    method: webhook.method,
    host: url.host,
    path: url.pathname + url.search,
    status: answer.status,
    ms: Date.now() - began,
    note: answer.note,
  });
  return { status: answer.status, body: answer.body };
}

/** Overrides such as `#rc=2` stay with the carrier; what is signed is the rest, letter by letter. */
const withoutHash = (url: string): string => url.replace(/#.*$/, "");
