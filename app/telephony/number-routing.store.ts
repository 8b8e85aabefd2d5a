/** Who takes a number's calls, and under which name it is listed. */
import { and, desc, eq, isNull } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { agents, agentVersions, calls, numbers } from "#drizzle/organization/schema.ts";
import { type NumberRouting, numberRouting } from "./number-routing.schema.ts";
import type { NumberStatus } from "./number-terms.schema.ts";
import { isOwnNumber } from "./own-numbers.store.ts";
import { settings } from "./telephony.store.ts";

/** How a number routes its calls; what was never chosen has its default. */
export const routingOf = (row: { routing: unknown }): NumberRouting => numberRouting.parse(row.routing ?? {});

/** One number with everything that its page shows. */
export type NumberDetails = {
  id: string;
  /** E.164 */
  phone_number: string;
  /** Formatted for its own country. */
  shown: string;
  label: string | null;
  status: NumberStatus;
  /** ISO 3166 */
  country: string;
  place: string | null;
  provider: string;
  provider_sid: string | null;
  account_id: string | null;
  /** It lies in an account of the organization's own. */
  isOwn: boolean;
  agent_id: string | null;
  outbound_agent_id: string | null;
  routing: NumberRouting;
  isCallerId: boolean;
  monthly: { micros: number; currency: string } | null;
  created_at: number;
};

/** A number that the organization holds; null: it has none of this id. */
export function details(db: OrganizationDatabase, id: string): NumberDetails | null {
  const number = db.select().from(numbers).where(eq(numbers.id, id)).get();
  if (!number || number.status === "released" || number.status === "failed") return null;
  const { monthly_cost_micros, currency } = number;
  return {
    id: number.id,
    phone_number: number.phone_number,
    shown: internationally(number.phone_number),
    label: number.label,
    status: number.status,
    country: number.country,
    place: [number.locality, number.region].filter(Boolean).join(", ") || null,
    provider: number.provider,
    provider_sid: number.provider_sid,
    account_id: number.account_id,
    isOwn: number.account_id !== null && !number.is_in_subaccount,
    agent_id: number.agent_id,
    outbound_agent_id: number.outbound_agent_id,
    routing: routingOf(number),
    isCallerId: settings(db).caller_id === number.id,
    monthly:
      monthly_cost_micros === null || currency === null ? null : { micros: monthly_cost_micros, currency },
    created_at: number.created_at,
  };
}

const active = (id: string) => and(eq(numbers.id, id), eq(numbers.status, "active"));

const isLiving = (db: OrganizationDatabase, agent_id: string): boolean =>
  db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, agent_id), isNull(agents.archived_at)))
    .get() !== undefined;

export type Routed =
  | { ok: true; phone_number: string }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "no_agent" }
  | { ok: false; reason: "own_number" };

export type RoutingChange = {
  id: string;
  label: string | null;
  outbound_agent_id: string | null;
  routing: NumberRouting;
  now: number;
};

/** Keeps a number's name and its routing. `own_number`: a fallback number that rings here would only come back. */
export function changeRouting(db: OrganizationDatabase, change: RoutingChange): Routed {
  const { id, label, outbound_agent_id, routing, now } = change;
  const { fallback_number, after_hours_agent_id } = routing;
  for (const agent_id of [outbound_agent_id, after_hours_agent_id])
    if (agent_id !== null && !isLiving(db, agent_id)) return { ok: false, reason: "no_agent" };
  if (fallback_number !== null && isOwnNumber(db, fallback_number))
    return { ok: false, reason: "own_number" };
  const changed = db
    .update(numbers)
    .set({ label, outbound_agent_id, routing: numberRouting.parse(routing), updated_at: now })
    .where(active(id))
    .returning({ phone_number: numbers.phone_number })
    .get();
  return changed ? { ok: true, phone_number: changed.phone_number } : { ok: false, reason: "not_found" };
}

/**
 * Who answers a number, and whether a version of that agent is published. `isOnly`: the organization has one agent, which
 * could answer.
 */
export function answererOf(
  db: OrganizationDatabase,
  id: string,
): { is: "answers" | "none" | "archived" | "unpublished"; name: string | null; isOnly: boolean } {
  const living = db.select({ id: agents.id }).from(agents).where(isNull(agents.archived_at)).all();
  const isOnly = living.length === 1;
  const agent = db
    .select({ id: agents.id, name: agents.name, archived_at: agents.archived_at })
    .from(numbers)
    .innerJoin(agents, eq(agents.id, numbers.agent_id))
    .where(eq(numbers.id, id))
    .get();
  if (!agent) return { is: "none", name: null, isOnly };
  const { name } = agent;
  if (agent.archived_at !== null) return { is: "archived", name, isOnly };
  const published = db
    .select({ version: agentVersions.version })
    .from(agentVersions)
    .where(and(eq(agentVersions.agent_id, agent.id), eq(agentVersions.status, "published")))
    .get();
  return { is: published ? "answers" : "unpublished", name, isOnly };
}

/** The agent that calls from a number: its own for outgoing calls, or the one that answers; null: neither is there. */
export function callingAgent(db: OrganizationDatabase, id: string): string | null {
  const number = db
    .select({ agent_id: numbers.agent_id, outbound_agent_id: numbers.outbound_agent_id })
    .from(numbers)
    .where(active(id))
    .get();
  const agent_id = number?.outbound_agent_id ?? number?.agent_id ?? null;
  return agent_id !== null && isLiving(db, agent_id) ? agent_id : null;
}

/** Whether a number puts callers through to somewhere else when no agent can answer. */
export const hasFallback = (db: OrganizationDatabase): boolean =>
  db
    .select({ routing: numbers.routing })
    .from(numbers)
    .where(eq(numbers.status, "active"))
    .all()
    .some((row) => routingOf(row).fallback_number !== null);

/** The ids of the numbers that an own account holds here. */
export const ofAccount = (db: OrganizationDatabase, account_id: string): { id: string; shown: string }[] =>
  db
    .select({ id: numbers.id, phone_number: numbers.phone_number, status: numbers.status })
    .from(numbers)
    .where(eq(numbers.account_id, account_id))
    .all()
    .filter(({ status }) => status !== "released" && status !== "failed")
    .map(({ id, phone_number }) => ({ id, shown: internationally(phone_number) }));

/** What a number's calls tell of it. */
export type NumberPulse = {
  /** When the carrier last announced a call, ms UTC; null: never. */
  last_call_at: number | null;
  /** Calls since `since` that reached it, and those that an agent or a person answered. */
  calls: number;
  answered: number;
};

const looked = 1000;

/** @param since ms UTC: calls before count only for the last one */
export function pulse(db: OrganizationDatabase, id: string, since: number): NumberPulse {
  const rows = db
    .select({ started_at: calls.started_at, answered_at: calls.answered_at })
    .from(calls)
    .where(and(eq(calls.number_id, id), eq(calls.direction, "inbound")))
    .orderBy(desc(calls.id))
    .limit(looked)
    .all();
  const recent = rows.filter(({ started_at }) => started_at >= since);
  return {
    last_call_at: rows[0]?.started_at ?? null,
    calls: recent.length,
    answered: recent.filter(({ answered_at }) => answered_at !== null).length,
  };
}
