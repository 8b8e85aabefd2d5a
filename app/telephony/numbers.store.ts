/** The organization's phone numbers: which it holds, their agents, and how far a purchase or release has come. */
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue, enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { agents, calls, numbers } from "#drizzle/organization/schema.ts";
import type { NumberStatus } from "./number-terms.schema.ts";
import type { MonthlyPrice } from "./numbers.schema.ts";

/** The timer's kind, and the task that it becomes: the number is compared with the carrier and the number index. */
const check = "number_check";
/** Longer than any purchase takes, so that a check never meets a running one. */
const checkAfter_ms = 2 * minute_ms;
const checkAgainAfter_ms = 10 * minute_ms;
/** An assignment or release is checked again soon: its second half is one statement. */
const settleAfter_ms = minute_ms;

/** One number as a list shows it. */
export type NumberRow = {
  id: string;
  /** E.164 */
  phone_number: string;
  /** Formatted for its own country. */
  shown: string;
  /** What its people call it. */
  label: string | null;
  status: NumberStatus;
  /** "San Francisco, CA", or null for numbers without a place. */
  place: string | null;
  agent_id: string | null;
  agent_name: string | null;
  /** The agent that calls from it; null: none. */
  calling_agent_id: string | null;
  monthly: MonthlyPrice | null;
  /** ms UTC */
  last_call_at: number | null;
};

const held = inArray(numbers.status, ["buying", "active", "releasing"]);

/** The numbers that the organization holds, is buying or is releasing, oldest first. */
export function list(db: OrganizationDatabase): NumberRow[] {
  return db
    .select({ number: numbers, agent_name: agents.name })
    .from(numbers)
    .leftJoin(agents, eq(agents.id, numbers.agent_id))
    .where(held)
    .orderBy(asc(numbers.seq))
    .all()
    .map(({ number, agent_name }) => ({
      id: number.id,
      phone_number: number.phone_number,
      shown: internationally(number.phone_number),
      label: number.label,
      status: number.status,
      place: [number.locality, number.region].filter(Boolean).join(", ") || null,
      agent_id: number.agent_id,
      agent_name,
      calling_agent_id: number.outbound_agent_id ?? number.agent_id,
      monthly:
        number.monthly_cost_micros !== null && number.currency !== null
          ? { micros: number.monthly_cost_micros, currency: number.currency }
          : null,
      last_call_at: lastCallAt(db, number.id),
    }));
}

function lastCallAt(db: OrganizationDatabase, number_id: string): number | null {
  const at = { started_at: calls.started_at };
  const ofIt = db.select(at).from(calls).where(eq(calls.number_id, number_id));
  return ofIt.orderBy(desc(calls.id)).limit(1).get()?.started_at ?? null;
}

/** One number with its agent's name, for the number index; null for an unknown id. */
export type HeldNumber = {
  id: string;
  phone_number: string;
  /** ISO 3166 */
  country: string;
  provider: string;
  provider_sid: string | null;
  /** The organization's account at the carrier; null: the platform's. */
  account_id: string | null;
  status: NumberStatus;
  agent_id: string | null;
  agent_name: string | null;
  updated_at: number;
};

export function find(db: OrganizationDatabase, id: string): HeldNumber | null {
  const found = db
    .select({
      id: numbers.id,
      phone_number: numbers.phone_number,
      country: numbers.country,
      provider: numbers.provider,
      provider_sid: numbers.provider_sid,
      account_id: numbers.account_id,
      status: numbers.status,
      agent_id: numbers.agent_id,
      agent_name: agents.name,
      updated_at: numbers.updated_at,
    })
    .from(numbers)
    .leftJoin(agents, eq(agents.id, numbers.agent_id))
    .where(eq(numbers.id, id))
    .get();
  return found ?? null;
}

/** The name of an agent that can be assigned, or null. */
function nameOf(db: OrganizationDatabase, agent_id: string): string | null {
  const agent = db
    .select({ name: agents.name, archived_at: agents.archived_at })
    .from(agents)
    .where(eq(agents.id, agent_id))
    .get();
  return agent && agent.archived_at === null ? agent.name : null;
}

export type Reservation = {
  id: string;
  phone_number: string;
  /** ISO 3166 */
  country: string;
  /** The carrier, and the organization's account there; null: the platform's. */
  provider: string;
  account_id?: string | null;
  /** That account is the platform's, made for the organization. */
  is_in_subaccount?: boolean;
  locality: string | null;
  region: string | null;
  monthly: MonthlyPrice;
  /** The agent from the first call on; null: none yet. */
  agent_id: string | null;
  created_by: string;
  /** How many numbers the plan allows; absent for demo data, which has no plan. */
  most?: number;
  now: number;
};

export type Reserved =
  | { ok: true; agent_name: string | null }
  | { ok: false; reason: "held" | "no_agent" | "plan_full" };

/** Records that a number is being bought, before the carrier is asked: whatever happens next, a check finishes or undoes it. */
export function reserve(db: OrganizationDatabase, wanted: Reservation): Reserved {
  const { id, phone_number, country, provider, account_id = null, locality, region } = wanted;
  const { is_in_subaccount = false, monthly, agent_id, created_by, most, now } = wanted;
  const agent_name = agent_id === null ? null : nameOf(db, agent_id);
  if (agent_id !== null && agent_name === null) return { ok: false, reason: "no_agent" };
  const known = db
    .select({ id: numbers.id })
    .from(numbers)
    .where(and(eq(numbers.phone_number, phone_number), held))
    .get();
  if (known && known.id !== id) return { ok: false, reason: "held" };
  const count = db.select({ n: sql<number>`count(*)` }).from(numbers).where(held).get()?.n ?? 0;
  if (!known && most !== undefined && count >= most) return { ok: false, reason: "plan_full" };
  db.insert(numbers)
    .values({
      id,
      phone_number,
      country,
      locality,
      region,
      provider,
      account_id,
      is_in_subaccount,
      status: "buying",
      agent_id,
      monthly_cost_micros: monthly.micros,
      currency: monthly.currency,
      created_by,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .run();
  setTimer(db, check, id, now + checkAfter_ms);
  return { ok: true, agent_name };
}

/** The carrier has sold the number: it is ours. */
export function activate(
  db: OrganizationDatabase,
  { id, provider_sid, now }: { id: string; provider_sid: string; now: number },
): void {
  const bought = db
    .update(numbers)
    .set({ status: "active", provider_sid, updated_at: now })
    .where(and(eq(numbers.id, id), eq(numbers.status, "buying")))
    .returning()
    .get();
  clearTimer(db, check, id);
  if (!bought) return;
  const { phone_number, country, provider, monthly_cost_micros, currency, agent_id, created_by } = bought;
  const price = { monthly_cost_micros, currency };
  const payload = { v: 1, number_id: id, phone_number, country, provider, ...price, agent_id } as const;
  enqueue(db, { kind: "number.bought", at: now, payload: { ...payload, bought_by: created_by } });
}

/** The carrier has not sold the number. Unless that is certain, the check stays: a late purchase is then released. */
export function fail(
  db: OrganizationDatabase,
  { id, isSure, now }: { id: string; isSure: boolean; now: number },
): void {
  db.update(numbers)
    .set({ status: "failed", agent_id: null, updated_at: now })
    .where(and(eq(numbers.id, id), eq(numbers.status, "buying")))
    .run();
  if (isSure) clearTimer(db, check, id);
}

export type Assigned =
  | { ok: true; phone_number: string; agent_name: string | null }
  | { ok: false; reason: "not_found" | "no_agent" };

/** Assigns an agent to a number, or none (null). */
export function assign(
  db: OrganizationDatabase,
  { id, agent_id, now }: { id: string; agent_id: string | null; now: number },
): Assigned {
  const number = find(db, id);
  if (number?.status !== "active") return { ok: false, reason: "not_found" };
  const agent_name = agent_id === null ? null : nameOf(db, agent_id);
  if (agent_id !== null && agent_name === null) return { ok: false, reason: "no_agent" };
  db.update(numbers).set({ agent_id, updated_at: now }).where(eq(numbers.id, id)).run();
  setTimer(db, check, id, now + settleAfter_ms);
  return { ok: true, phone_number: number.phone_number, agent_name };
}

/** What a number costs from now on, for the list; nothing: it is included. */
export function reprice(
  db: OrganizationDatabase,
  { id, monthly }: { id: string; monthly: MonthlyPrice },
): void {
  db.update(numbers)
    .set({ monthly_cost_micros: monthly.micros, currency: monthly.currency })
    .where(eq(numbers.id, id))
    .run();
}

export type ReleaseStarted =
  | {
      ok: true;
      phone_number: string;
      provider: string;
      provider_sid: string | null;
      account_id: string | null;
    }
  | { ok: false; reason: "not_found" };

/** Records that a number is being released; from now on its calls are not answered. */
export function startRelease(
  db: OrganizationDatabase,
  { id, now }: { id: string; now: number },
): ReleaseStarted {
  const number = find(db, id);
  if (!number || (number.status !== "active" && number.status !== "releasing"))
    return { ok: false, reason: "not_found" };
  db.update(numbers)
    .set({ status: "releasing", agent_id: null, updated_at: now })
    .where(eq(numbers.id, id))
    .run();
  setTimer(db, check, id, now + settleAfter_ms);
  const { phone_number, provider, provider_sid, account_id } = number;
  return { ok: true, phone_number, provider, provider_sid, account_id };
}

/** Notes that the carrier has taken the number back. `isPurge`: the organization is being purged, and no subscriber is told. */
export function markReleased(
  db: OrganizationDatabase,
  { id, now, isPurge = false }: { id: string; now: number; isPurge?: boolean },
): void {
  const number = db
    .update(numbers)
    .set({ status: "released", released_at: now, updated_at: now })
    .where(and(eq(numbers.id, id), eq(numbers.status, "releasing")))
    .returning({ phone_number: numbers.phone_number, provider: numbers.provider })
    .get();
  clearTimer(db, check, id);
  if (number && !isPurge)
    enqueue(db, { kind: "number.released", at: now, payload: { v: 1, number_id: id, ...number } });
}

/** A number's check is due: the outbox hands it out, and it is repeated until the number has settled. */
export function checkDue(db: OrganizationDatabase, id: string, now: number): void {
  const number = find(db, id);
  if (number) enqueueTask(db, { id: `${check}:${id}:${now}`, kind: check, payload: { number_id: id } }, now);
  if (number?.status === "buying" || number?.status === "releasing")
    setTimer(db, check, id, now + checkAgainAfter_ms);
  else clearTimer(db, check, id);
}
