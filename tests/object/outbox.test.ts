/** What an organization promises to the control plane arrives, however often the queue fails. */
import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { consume } from "#workers/queues.ts";

const storeFor = (id: string) => storeOf(organizationObject({ id, region: null }, env));
/** Later than any patience of the outbox. */
const muchLater = Date.now() + 30 * 86_400_000;

const usage = { started_at: Date.now(), answered: true, booked: false, seconds: 60, cost_micros: 1 };

const deliver = (organization_id: string, events: { id: string; kind: string }[]) =>
  consume(
    createMessageBatch(
      "outbox",
      events.map((event, i) => ({
        id: `m${i}`,
        timestamp: new Date(),
        attempts: 1,
        body: { ...event, organization_id },
      })),
    ),
    env,
  );

test("an event stays until what it says has been done, and is forgotten then", async () => {
  const organization = newId();
  const store = storeFor(organization);
  // In one trip, so that the organization's own timer cannot come between.
  const [, , again] = await Promise.all([
    store.outbox.promise("call:1", "call_finished", usage, Date.now()),
    store.outbox.sent(["call:1"], Date.now()),
    store.outbox.waiting(muchLater),
  ]);
  expect(again.map(({ id }) => id)).toEqual(["call:1"]);
  await deliver(organization, again);
  expect(await store.outbox.waiting(muchLater)).toEqual([]);
});

test("an event that was sent is not sent again at once", async () => {
  const store = storeFor(newId());
  const now = Date.now();
  await store.outbox.promise("later:1", "from_a_newer_version", {}, now);
  await store.outbox.sent(["later:1"], now);
  expect(await store.outbox.waiting(now)).toEqual([]);
});

test("an event that nobody understands is kept for a version that does", async () => {
  const organization = newId();
  const store = storeFor(organization);
  await store.outbox.promise("new:1", "from_a_newer_version", {}, Date.now());
  await deliver(organization, await store.outbox.waiting(muchLater));
  expect((await store.outbox.waiting(muchLater)).map(({ id }) => id)).toEqual(["new:1"]);
});

test("one failing event keeps none of the others from being acknowledged", async () => {
  const organization = newId();
  const store = storeFor(organization);
  const [, , both] = await Promise.all([
    store.outbox.promise("bad:1", "call_finished", { started_at: "yesterday" }, Date.now()),
    store.outbox.promise("good:1", "call_finished", usage, Date.now()),
    store.outbox.waiting(muchLater),
  ]);
  expect(both).toHaveLength(2);
  await deliver(organization, both);
  expect((await store.outbox.waiting(muchLater)).map(({ id }) => id)).toEqual(["bad:1"]);
});

test("a full batch of a hundred events is sent and acknowledged", async () => {
  const store = storeFor(newId());
  const ids = Array.from({ length: 100 }, (_, i) => `many:${i}`);
  await Promise.all(ids.map((id) => store.outbox.promise(id, "from_a_newer_version", {}, Date.now())));
  await store.outbox.sent(ids, Date.now());
  expect(await store.outbox.waiting(muchLater)).toHaveLength(100);
  await store.outbox.acknowledge(ids);
  expect(await store.outbox.waiting(muchLater)).toEqual([]);
});
