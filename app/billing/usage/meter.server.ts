/** Meters calls: a row for each call and payer, written before Stripe is told of it under the row's own id. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { stripeOf, stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import {
  billingCustomers,
  clientTerms,
  meterEvents,
  organizations,
  subscriptions,
} from "#drizzle/control/schema.ts";
import { reportIfLate } from "./late-usage.server.ts";
import { billableSeconds } from "./usage-price.ts";

/** The meter's `event_name`; plans' minutes are priced by it. */
export const meterName = "call_seconds";

/** Stripe takes events of the last 35 days. */
export const oldestEvent_ms = 35 * day_ms - hour_ms;
const longestWait_ms = 6 * hour_ms;

export type MeterEvent = typeof meterEvents.$inferSelect;

type FinishedCall = Pick<
  Payloads["call.finished"],
  "call_id" | "type" | "answered" | "seconds" | "billable_seconds" | "ended_at"
>;

const secondsOf = ({ type, answered, seconds, billable_seconds, ended_at }: FinishedCall): number =>
  billable_seconds ??
  billableSeconds({ type, answered_at: answered ? ended_at : null, talk_seconds: seconds });

/**
 * Who is billed for a call, with the customer to bill and whether a subscription does so: the agency whose terms the call
 * ended in, even if the client has left it meanwhile; without such terms the present agency, or the organization itself.
 * A client that pays its agency by card is billed beside its agency.
 */
async function payersOf(db: Database, organization_id: string, ended_at: number) {
  const agency = sql`coalesce((select ${clientTerms.agency_id} from ${clientTerms}
    where ${clientTerms.client_id} = ${organizations.id} and ${clientTerms.starts_at} <= ${ended_at}
      and ${clientTerms.ends_at} > ${ended_at} limit 1), ${organizations.parent_organization_id})`;
  const [found] = await platform(db)
    .select({
      payer_id: sql<string>`coalesce(${agency}, ${organizations.id})`,
      customer_id: sql<string | null>`(select ${billingCustomers.customer_id} from ${billingCustomers}
        where ${billingCustomers.organization_id} = coalesce(${agency}, ${organizations.id}))`,
      own_customer_id: sql<string | null>`(select ${subscriptions.customer_id} from ${subscriptions}
        where ${subscriptions.organization_id} = ${organizations.id}
          and (${subscriptions.ended_at} is null or ${subscriptions.ended_at} > ${ended_at})
          and ${subscriptions.payee_id} = ${agency}
        order by ${subscriptions.stripe_created} desc limit 1)`,
    })
    .from(organizations)
    .where(eq(organizations.id, organization_id));
  return found ?? null;
}

/**
 * Meters an ended call for who pays for it. The same call again
 * changes nothing. An event that Stripe does not take now waits, and cron sends it.
 * @returns who pays: none when the call is free
 * @throws what D1 throws: the fact comes again
 */
export async function meterCall(
  env: Env,
  db: Database,
  organization_id: string,
  call: FinishedCall,
  now: number,
): Promise<string[]> {
  const seconds = secondsOf(call);
  if (seconds === 0) return [];
  const payers = await payersOf(db, organization_id, call.ended_at);
  if (payers === null) return [];
  const { payer_id, customer_id, own_customer_id } = payers;
  const event = (to: "platform" | "agency", payer: string, customer: string | null) => ({
    identifier: `${call.call_id}:${to}`,
    organization_id,
    payer_id: payer,
    customer_id: customer,
    seconds,
    at: call.ended_at,
    // Without a customer there is no one to send it for yet.
    due_at: customer === null ? null : now,
  });
  const rows = [
    event("platform", payer_id, customer_id),
    ...(own_customer_id === null || payer_id === organization_id
      ? []
      : [event("agency", organization_id, own_customer_id)]),
  ];
  await platform(db).insert(meterEvents).values(rows).onConflictDoNothing();
  const due = await platform(db)
    .select()
    .from(meterEvents)
    .where(
      and(
        sql`${meterEvents.identifier} in (select value from json_each(${JSON.stringify(rows.map(({ identifier }) => identifier))}))`,
        isNull(meterEvents.sent_at),
        sql`${meterEvents.due_at} <= ${now}`,
      ),
    );
  for (const one of due) await sendMeterEvent(env, db, one, now);
  return rows.map((row) => row.payer_id);
}

type Sent =
  | { is: "sent" }
  /** `retry`: cron tries again. */
  | { is: "failed"; retry: boolean; why: string };

async function attempt(
  env: Env,
  { identifier, customer_id, seconds, at }: MeterEvent,
  now: number,
): Promise<Sent> {
  if (customer_id === null) return { is: "failed", retry: false, why: "no customer" };
  if (now - at > oldestEvent_ms) return { is: "failed", retry: false, why: "older than 35 days" };
  const known = settings(env);
  if (!takesPayments(known)) return { is: "failed", retry: true, why: "no Stripe key" };
  try {
    const stripe = await stripeOf(known);
    await stripe.billing.meterEvents.create(
      {
        event_name: meterName,
        identifier,
        timestamp: Math.floor(at / 1000),
        payload: { stripe_customer_id: customer_id, value: String(seconds) },
      },
      { idempotencyKey: `meter:${identifier}` },
    );
    return { is: "sent" };
  } catch (error) {
    const problem = stripeProblem(error);
    if (problem === null) return { is: "failed", retry: true, why: String(error) };
    // Stripe refuses an identifier that it has: then the event is there.
    if (problem.is === "invalid" && problem.message.includes(identifier)) return { is: "sent" };
    return { is: "failed", retry: problem.is === "busy", why: problem.message };
  }
}

/** Sends one event and notes what came of it. One that Stripe will never take is reported, and is not tried again. */
export async function sendMeterEvent(env: Env, db: Database, event: MeterEvent, now: number): Promise<void> {
  const sent = await attempt(env, event, now);
  const attempts = event.attempts + 1;
  const wait = Math.min(longestWait_ms, minute_ms * 2 ** Math.min(event.attempts, 12));
  await platform(db)
    .update(meterEvents)
    .set(
      sent.is === "sent"
        ? { sent_at: now, due_at: null, attempts, last_error: null }
        : { due_at: sent.retry ? now + wait : null, attempts, last_error: sent.why },
    )
    .where(eq(meterEvents.identifier, event.identifier));
  if (sent.is === "sent") return reportIfLate(env, db, event, now);
  log("warn", "meter_event_not_sent", { identifier: event.identifier, attempts, reason: sent.why });
  if (sent.retry) return;
  await recordError(env, {
    error: new Error(`The metered call ${event.identifier} is not billed: ${sent.why}`),
    url: "/usage/meter",
    route: "usage/meter",
    request_id: newId(),
    severity: "error",
    organization_id: event.organization_id,
  });
}
