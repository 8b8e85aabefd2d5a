/** The simulated Stripe's webhooks: signed so that the official package believes them, and delivered as ordered. */
import Stripe from "stripe";
import { beforeEach, expect, test } from "vitest";
import { localSettings } from "#workers/sandbox/local-bindings.ts";
import { signatureOf } from "#workers/sandbox/stripe/webhooks.ts";
import { deliver, deliverAgain, events, release, settled } from "../support/stripe.ts";
import { stripe } from "./stripe.ts";
import { post, sandbox } from "./world.ts";

const { STRIPE_WEBHOOK_SECRET } = localSettings("8787");

beforeEach(async () => {
  await deliver({ mode: "held" });
});

/** The events of a new customer, which is renamed once. */
async function twoEvents() {
  const { id } = await stripe.customers.create({ name: "Ada" });
  await stripe.customers.update(id, { name: "Grace" });
  return (await events()).filter(({ event }) => event.data.object.id === id);
}

/** The newest requests of the sandbox to the product's webhook, oldest first, by the type of their event. */
async function arrived(count: number): Promise<string[]> {
  const traffic: { path: string; note: string | null }[] = await (await sandbox("/traffic")).json();
  return traffic
    .filter(({ path }) => path === "/webhooks/stripe")
    .slice(0, count)
    .map(({ note }) => note ?? "")
    .reverse();
}

test("a payload's signature is one that the official package accepts, within its tolerance", async () => {
  const [first] = await twoEvents();
  const kept = await stripe.events.retrieve(first?.id ?? "");
  const payload = JSON.stringify(kept);
  const now = Math.floor(Date.now() / 1000);
  const signature = await signatureOf(payload, STRIPE_WEBHOOK_SECRET, now);
  const provider = Stripe.createSubtleCryptoProvider();
  const verify = (header: string) =>
    stripe.webhooks.constructEventAsync(payload, header, STRIPE_WEBHOOK_SECRET, undefined, provider);
  expect(await verify(signature)).toMatchObject({ type: "customer.created", livemode: false });
  await expect(verify(await signatureOf(payload, "whsec_other", now))).rejects.toThrow(/No signatures found/);
  await expect(verify(await signatureOf(payload, STRIPE_WEBHOOK_SECRET, now - 301))).rejects.toThrow(
    /tolerance/,
  );
});

test("held events wait until they are released, in the order that is asked for, or are lost", async () => {
  const [created, updated] = await twoEvents();
  expect([created?.state, updated?.state]).toEqual(["waiting", "waiting"]);
  await release({ events: [created?.id ?? "", updated?.id ?? ""], order: "reversed" });
  expect(await arrived(2)).toEqual(["customer.updated", "customer.created"]);
  const [lost] = await twoEvents();
  await release({ events: [lost?.id ?? ""], drop: true });
  expect((await events()).find(({ id }) => id === lost?.id)?.state).toBe("dropped");
  await deliverAgain(lost?.id ?? "");
  expect(await arrived(1)).toEqual(["customer.created"]);
});

test("events are delivered twice, or newest first, when that is ordered", async () => {
  await release({ drop: true });
  const [one] = await twoEvents();
  await release({ events: [one?.id ?? ""], drop: true });
  await deliver({ mode: "repeated" });
  await settled();
  expect(await arrived(2)).toEqual(["customer.updated", "customer.updated"]);
  await deliver({ mode: "held" });
  await twoEvents();
  await deliver({ mode: "out_of_order" });
  await settled();
  expect(await arrived(2)).toEqual(["customer.updated", "customer.created"]);
});

test("what was not delivered is found by delivery_success, at most twenty types at once", async () => {
  const [created] = await twoEvents();
  const failed = await stripe.events.list({ delivery_success: false, types: ["customer.created"] });
  expect(failed.data.some(({ id, pending_webhooks }) => id === created?.id && pending_webhooks === 1)).toBe(
    true,
  );
  const types = Array.from({ length: 21 }, (_, index) => `invoice.${index}`);
  await expect(stripe.events.list({ types })).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  await release({ drop: true });
});

test("a fault is answered in Stripe's own format, and a wrong key is refused", async () => {
  await post("/faults", { host: "api.stripe.com", path: "/v1/products", status: 429 });
  await expect(stripe.products.list()).rejects.toMatchObject({
    type: "StripeRateLimitError",
    statusCode: 429,
  });
  await post("/faults", { host: "api.stripe.com", path: "/v1/products", status: 500 });
  await expect(stripe.products.list()).rejects.toMatchObject({ type: "StripeAPIError", statusCode: 500 });
  await post("/faults", { host: "api.stripe.com", path: "/v1/products", drop: true });
  await expect(stripe.products.list()).rejects.toMatchObject({ type: "StripeConnectionError" });
  await post("/faults", { host: "api.stripe.com", path: "/v1/customers", effect: "answer_lost" });
  const once = { idempotencyKey: crypto.randomUUID() };
  const lost = { email: `lost.${once.idempotencyKey}@example.com` };
  await expect(stripe.customers.create(lost, once)).rejects.toMatchObject({ type: "StripeConnectionError" });
  const { id } = await stripe.customers.create(lost, once);
  expect((await stripe.customers.list(lost)).data.map((one) => one.id)).toEqual([id]);
  const stranger = new Stripe("sk_test_other", { httpClient: Stripe.createFetchHttpClient() });
  await expect(stranger.products.list()).rejects.toMatchObject({ type: "StripeAuthenticationError" });
});

test("lists come in pages", async () => {
  const made: string[] = [];
  for (const name of ["a", "b", "c"])
    made.unshift((await stripe.customers.create({ name, email: "pages@example.com" })).id);
  const first = await stripe.customers.list({ email: "pages@example.com", limit: 2 });
  expect(first).toMatchObject({ has_more: true, data: [{ id: made[0] }, { id: made[1] }] });
  const all: string[] = [];
  for await (const one of stripe.customers.list({ email: "pages@example.com", limit: 1 })) all.push(one.id);
  expect(all).toEqual(made);
});
