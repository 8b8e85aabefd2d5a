/** What an organization promises to the control plane arrives, however often the queue fails. */
import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { consume } from "#workers/queues.ts";

const storeFor = (id: string) => storeOf(organizationObject({ id, region: null }, env));
/** A function that no store has. */
const organizationCall = (store: ReturnType<typeof storeFor>): Promise<unknown> => {
  const call: unknown = Reflect.get(store.outbox, "nothing_of_this_name");
  return typeof call === "function" ? call() : Promise.reject(new Error("no proxy"));
};

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
    store.outbox.enqueue("call:1", "call_finished", usage, Date.now()),
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
  await store.outbox.enqueue("later:1", "from_a_newer_version", {}, now);
  await store.outbox.sent(["later:1"], now);
  expect(await store.outbox.waiting(now)).toEqual([]);
});

test("an event that nobody understands is kept for a version that does", async () => {
  const organization = newId();
  const store = storeFor(organization);
  await store.outbox.enqueue("new:1", "from_a_newer_version", {}, Date.now());
  await deliver(organization, await store.outbox.waiting(muchLater));
  expect((await store.outbox.waiting(muchLater)).map(({ id }) => id)).toEqual(["new:1"]);
});

test("one failing event keeps none of the others from being acknowledged", async () => {
  const organization = newId();
  const store = storeFor(organization);
  const [, , both] = await Promise.all([
    store.outbox.enqueue("bad:1", "call_finished", { started_at: "yesterday" }, Date.now()),
    store.outbox.enqueue("good:1", "call_finished", usage, Date.now()),
    store.outbox.waiting(muchLater),
  ]);
  expect(both).toHaveLength(2);
  await deliver(organization, both);
  expect((await store.outbox.waiting(muchLater)).map(({ id }) => id)).toEqual(["bad:1"]);
});

test("a full batch of a hundred events is sent and acknowledged", async () => {
  const store = storeFor(newId());
  const ids = Array.from({ length: 100 }, (_, i) => `many:${i}`);
  await Promise.all(ids.map((id) => store.outbox.enqueue(id, "from_a_newer_version", {}, Date.now())));
  await store.outbox.sent(ids, Date.now());
  expect(await store.outbox.waiting(muchLater)).toHaveLength(100);
  await store.outbox.acknowledge(ids);
  expect(await store.outbox.waiting(muchLater)).toEqual([]);
});

test("a trip of which one part breaks leaves nothing, and tells every part of it", async () => {
  const store = storeFor(newId());
  const told = await Promise.allSettled([
    store.outbox.enqueue("kept:1", "call_finished", usage, Date.now()),
    // A row without a time breaks the table's own rule, which has no code of ours.
    store.outbox.enqueue("broken:1", "call_finished", usage, Number.NaN),
  ]);
  expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await store.outbox.waiting(muchLater)).toEqual([]);
});

test("a part that fails with a code leaves the rest of its trip as it is", async () => {
  const store = storeFor(newId());
  const [kept, refused] = await Promise.allSettled([
    store.outbox.enqueue("kept:1", "from_a_newer_version", {}, Date.now()),
    organizationCall(store),
  ]);
  expect(kept.status).toBe("fulfilled");
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "unknown_function" } });
  expect((await store.outbox.waiting(muchLater)).map(({ id }) => id)).toEqual(["kept:1"]);
});
