/** Many lives at once: each runs its sequence, then cron heals what no event told of, and everything is compared with Stripe. */
import { env } from "cloudflare:workers";
import { inArray } from "drizzle-orm";
import { vi } from "vitest";
import { keepCursor } from "#app/billing/stripe/cron-cursors.server.ts";
import { refreshDue } from "#app/billing/stripe/refresh-due.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { processDueEvents, recoverLostEvents } from "#workers/stripe-events.ts";
import { inObject } from "../calls/arrange.ts";
import { post } from "../sandbox/world.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { afterRetries } from "../support/stripe.ts";
import { Life } from "./sequence-life.ts";
import { quiet } from "./sequence-news.ts";
import { wrongPlan, wrongUsage } from "./sequence-oracle.ts";
import { type Sequence, sequences } from "./sequence-plan.ts";
import { newDatabase } from "./subscribing.ts";

/** Lives that share a world. Cron finds at most a hundred new subscriptions in one look. */
export const atOnce = 40;

export const people = (count = atOnce): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => memberOf()));

/** Stripe and the product forget these people's past. */
async function forget(persons: readonly Person[]): Promise<void> {
  await post("/stripe/forget", {});
  const db = controlPlane();
  const ids = persons.map(({ organizationId }) => organizationId);
  await db.batch([
    db.delete(control.subscriptions),
    db.delete(control.subscriptionTerms),
    db.delete(control.billingCustomers),
    db.delete(control.checkoutSessions),
    db.delete(control.stripeEvents),
    db.delete(control.meterEvents),
    db.delete(control.trialGrants),
    db.delete(control.cronCursors),
    db.delete(control.eventOutbox),
    db.delete(control.rateCounters),
    db
      .update(control.organizations)
      .set({ subscription_tier: "starter", subscription_status: "pending", past_due_since: null })
      .where(inArray(control.organizations.id, ids)),
  ]);
  for (const person of persons) {
    await env.HOSTS.delete(`subscription:${person.organizationId}`);
    await inObject(person, (sql) => {
      for (const table of ["usage_records", "usage_terms", "usage_days"]) sql.exec(`delete from ${table}`);
    });
  }
}

/** Cron's runs after everything, until they find nothing more. */
async function heal(now: number, asksForEvents: boolean): Promise<void> {
  for (let run = 0; run < 30; run += 1) {
    const at = now + 31 * minute_ms + run * 5 * minute_ms;
    vi.setSystemTime(at);
    if (asksForEvents) {
      await processDueEvents(quiet, at);
      await recoverLostEvents(quiet, at);
    }
    const counts = await refreshDue(quiet, at);
    if (counts && counts.changed + counts.failed === 0 && counts.read + counts.pages === 0) return;
  }
}

export type Failure = { sequence: Sequence; log: readonly string[]; wrong: readonly string[] };

/** @param number of the batch: every second one asks for lost events; what follows failed payments changes, too */
export async function runBatch(
  persons: readonly Person[],
  all: readonly Sequence[],
  number: number,
): Promise<Failure[]> {
  await forget(persons);
  await afterRetries((["cancel", "unpaid", "past_due"] as const)[number % 3] ?? "cancel");
  const lives: { life: Life; sequence: Sequence; wrong: string[] }[] = [];
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    for (const [index, sequence] of all.entries()) {
      const person = persons[index];
      if (!person) throw new Error("fewer people than sequences");
      const life = new Life(person);
      const wrong = await attempt(() => life.run(sequence));
      if (wrong.length === 0 && life.isTold) wrong.push(...(await told(life, "before cron")));
      lives.push({ life, sequence, wrong });
    }
    await keepCursor(newDatabase(), "new_subscriptions", String(Date.parse("2030-01-01")), Date.now());
    const last = Math.max(...lives.map(({ life }) => life.now));
    await heal(last, number % 2 === 1);
    for (const { life, wrong } of lives) {
      if (wrong.length > 0) continue;
      vi.setSystemTime(life.now);
      wrong.push(...(await told(life, "after cron")), ...(await wrongUsage(life)));
    }
  } finally {
    vi.useRealTimers();
  }
  return lives
    .filter(({ wrong }) => wrong.length > 0)
    .map(({ life, sequence, wrong }) => ({ sequence, wrong, log: life.log }));
}

/** Compares the plan that is told, at the real time, because a session ends with it. */
async function told(life: Life, when: string): Promise<string[]> {
  vi.useRealTimers();
  try {
    return (await wrongPlan(life)).map((wrong) => `${when}: ${wrong}`);
  } finally {
    vi.useFakeTimers({ toFake: ["Date"], now: life.now });
  }
}

async function attempt(act: () => Promise<void>): Promise<string[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

export const shown = ({ log, wrong }: Failure): string => [...wrong, ...log].join("\n  ");
export { sequences };
