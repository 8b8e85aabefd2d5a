/** What an organization promises to the control plane arrives, however often the queue fails. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type FactOf, payloadOf } from "#app/object/events.schema.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { rows } from "../support/telephone.ts";

const storeFor = (id: string) => storeOf(organizationObject({ id, region: null }, env));
/** A function that no store has. */
const organizationCall = (store: ReturnType<typeof storeFor>): Promise<unknown> => {
  const call: unknown = Reflect.get(store.outbox, "nothing_of_this_name");
  return typeof call === "function" ? call() : Promise.reject(new Error("no proxy"));
};

/** Later than any patience of the outbox. */
const muchLater = Date.now() + 30 * 86_400_000;

const finished = (call_id: string): FactOf<"call.finished"> => {
  const { payload, created_at } = callFinished("", {}, call_id);
  return { kind: "call.finished", payload: payloadOf("call.finished", payload), at: created_at };
};

const deliver = (organization_id: string, events: { id: string; kind: string }[]) =>
  delivered(events.map((event) => ({ ...event, organization_id })));

type Entry = { kind: string; payload: object };
/** A kind that no version up to this one knows. */
const newer: Entry = { kind: "newer", payload: {} };

/** Entries as another version has written them. */
const written = (organizationId: string, { kind, payload }: Entry, ...ids: string[]) =>
  rows(
    { organizationId },
    ids
      .map(
        (id) =>
          `insert into outbox (id, kind, payload, due_at, created_at) values ('${id}', '${kind}', '${JSON.stringify(payload)}', 1, ${Date.now()});`,
      )
      .join(""),
  );

test("an event stays until what it says has been done, and is forgotten then", async () => {
  const organization = newId();
  const store = storeFor(organization);
  // In one trip, so that the organization's own timer cannot come between.
  const [, , again] = await Promise.all([
    store.outbox.enqueue(finished("1")),
    store.outbox.markSent(["call.finished:1"], Date.now()),
    store.outbox.waiting(muchLater),
  ]);
  expect(again.map(({ id }) => id)).toEqual(["call.finished:1"]);
  await deliver(organization, again);
  expect(await store.outbox.waiting(muchLater)).toEqual([]);
});

test("an event that was sent is not sent again at once", async () => {
  const organization = newId();
  const store = storeFor(organization);
  const now = Date.now();
  await written(organization, newer, "later:1");
  await store.outbox.markSent(["later:1"], now);
  expect(await store.outbox.waiting(now)).toEqual([]);
});

test("an event that nobody understands is kept for a version that does", async () => {
  const organization = newId();
  const store = storeFor(organization);
  await written(organization, newer, "new:1");
  await deliver(organization, await store.outbox.waiting(muchLater));
  expect((await store.outbox.waiting(muchLater)).map(({ id }) => id)).toEqual(["new:1"]);
});

test("one failing event keeps none of the others from being acknowledged", async () => {
  const organization = newId();
  const store = storeFor(organization);
  await written(organization, { kind: "call.finished", payload: { v: 2 } }, "bad:1");
  const [, both] = await Promise.all([
    store.outbox.enqueue(finished("good")),
    store.outbox.waiting(muchLater),
  ]);
  expect(both).toHaveLength(2);
  await deliver(organization, both);
  expect((await store.outbox.waiting(muchLater)).map(({ id }) => id)).toEqual(["bad:1"]);
});

test("a full batch of a hundred events is sent and acknowledged", async () => {
  const organization = newId();
  const store = storeFor(organization);
  const ids = Array.from({ length: 100 }, (_, i) => `many:${i}`);
  await written(organization, newer, ...ids);
  await store.outbox.markSent(ids, Date.now());
  expect(await store.outbox.waiting(muchLater)).toHaveLength(100);
  await store.outbox.acknowledge(ids);
  expect(await store.outbox.waiting(muchLater)).toEqual([]);
});

test("a trip of which one part breaks leaves nothing, and tells every part of it", async () => {
  const store = storeFor(newId());
  const told = await Promise.allSettled([
    store.outbox.enqueue(finished("kept")),
    // A row without a time breaks the table's own rule, which has no code of ours.
    store.outbox.enqueue({ ...finished("broken"), at: Number.NaN }),
  ]);
  expect(told.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await store.outbox.waiting(muchLater)).toEqual([]);
});

test("a part that fails with a code leaves the rest of its trip as it is", async () => {
  const store = storeFor(newId());
  const [kept, refused, waiting] = await Promise.allSettled([
    store.outbox.enqueue(finished("kept")),
    organizationCall(store),
    store.outbox.waiting(muchLater),
  ]);
  expect(kept.status).toBe("fulfilled");
  expect(refused).toMatchObject({ status: "rejected", reason: { code: "unknown_function" } });
  expect(waiting).toMatchObject({ value: [{ id: "call.finished:kept" }] });
});
