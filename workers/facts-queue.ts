/** The queue `facts`: those whom people wait for are told at once, and the queue `outbox` tells the others. */
import { isFactKind, type OutboxMessage, outboxMessage } from "#app/object/events.schema.ts";
import { log } from "#app/platform/log.ts";
import { messagesOf } from "#app/webhooks/webhook-terms.schema.ts";
import { acknowledge, consumeOutbox, isTooOld, storeFor } from "./outbox-queue.ts";
import { hearing, tellSubscribers } from "./subscribers.ts";

const quick = ["webhooks", "workflows"];

type Fact = { message: Message; fact: OutboxMessage };

/** Tells each organization of its facts in one trip. What is no fact that this code knows is applied as the queue `outbox` does. */
export async function consumeFacts({ messages }: MessageBatch, env: Env): Promise<void> {
  const now = Date.now();
  const facts: Fact[] = [];
  const others: Message[] = [];
  for (const message of messages) {
    const { success, data } = outboxMessage.safeParse(message.body);
    if (success && isFactKind(data.kind) && !isTooOld(data, now)) facts.push({ message, fact: data });
    else others.push(message);
  }
  const byOrganization = Map.groupBy(facts, ({ fact }) => fact.organization_id);
  await Promise.all([
    consumeOutbox({ messages: others }, env),
    ...[...byOrganization].map(([id, some]) => tellOrganization(env, id, some)),
  ]);
}

async function tellOrganization(env: Env, organization_id: string, facts: readonly Fact[]): Promise<void> {
  const store = storeFor(env, organization_id);
  // In one tick, so that they travel in one trip, and what they have made due is leased by it.
  const [told, leased] = await Promise.all([
    Promise.all(
      facts.map(async ({ message, fact }) => {
        const { kind } = fact;
        if (!isFactKind(kind)) return { message, fact };
        const failed = await tellSubscribers(env, kind, fact, store, (name) => quick.includes(name)).catch(
          () => quick.map((subscriber) => ({ subscriber })),
        );
        const told = quick.filter((name) => !failed.some(({ subscriber }) => subscriber === name));
        return { message, fact: { ...fact, told } };
      }),
    ),
    store.webhooks.lease(Date.now()).catch(() => []),
  ]);
  // A lease that is lost ends by itself.
  if (leased.length > 0)
    await env.WEBHOOKS.sendBatch(messagesOf(organization_id, leased)).catch((error: unknown) =>
      log("warn", "webhooks_not_sent", { message: String(error) }),
    );
  const { over = [], open = [] } = Object.groupBy(told, ({ fact: { kind, told: by } }) =>
    hearing(kind).every((name) => by.includes(name)) ? "over" : "open",
  );
  await handOver(env, open);
  for (const { message } of over) message.ack();
  await acknowledge(
    env,
    over.map(({ fact }) => fact),
  );
}

/** What `outbox` does not take comes again. */
async function handOver(env: Env, open: readonly Fact[]): Promise<void> {
  if (open.length === 0) return;
  try {
    await env.OUTBOX.sendBatch(open.map(({ fact }) => ({ body: fact })));
    for (const { message } of open) message.ack();
  } catch (error) {
    log("warn", "facts_not_handed_over", { message: String(error) });
    for (const { message } of open) message.retry({ delaySeconds: 2 });
  }
}
