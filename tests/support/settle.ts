/** After a file's last test: waits a moment for what its tests left to the queue, because a runtime that ends while a queue delivers does not end. */
import { env } from "cloudflare:workers";
import { afterAll, vi } from "vitest";

/** Some tests leave facts behind on purpose, which no one acknowledges. */
const patience_ms = 3000;

/** Facts that were sent and not acknowledged, and events of Stripe that no one has begun to process. */
const waiting = async (): Promise<number> => {
  const found = await env.DB.prepare(
    `select (select count(*) from event_outbox where attempts <= 1)
      + (select count(*) from stripe_events where due_at is not null and attempts = 0) as n`,
  ).first<{ n: number }>();
  return found?.n ?? 0;
};

afterAll(async () => {
  const isIdle = async () => {
    if ((await waiting()) > 0) throw new Error("the queue is at work");
  };
  await vi.waitFor(isIdle, { timeout: patience_ms, interval: 50 }).catch(() => undefined);
});
