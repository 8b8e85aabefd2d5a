/** Calling people back: by which number and agent, and the call-backs that agents promised. */
import { and, desc, eq, isNull, or } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { agents, calls, numbers } from "#drizzle/organization/schema.ts";

/** How a call is called back. */
export type CallBackLine = {
  /** E.164 */
  to: string;
  /** The number that the call came to or went out from; null: the organization has it no longer. */
  number_id: string | null;
  /** The agent that calls from it, or else the one of the call; null: neither is there. */
  agent_id: string | null;
};

/** Null: there is no such call, or its other number is not known. */
export function lineOf(db: OrganizationDatabase, call_id: string): CallBackLine | null {
  const call = db
    .select({
      to: calls.other_number,
      our_number: calls.our_number,
      number_id: calls.number_id,
      agent_id: calls.agent_id,
    })
    .from(calls)
    .where(eq(calls.id, call_id))
    .get();
  if (!call || call.to === null) return null;
  const number = db
    .select({ id: numbers.id, agent_id: numbers.agent_id, calling_id: numbers.outbound_agent_id })
    .from(numbers)
    .where(
      and(
        eq(numbers.status, "active"),
        or(eq(numbers.id, call.number_id ?? ""), eq(numbers.phone_number, call.our_number ?? "")),
      ),
    )
    .orderBy(desc(numbers.seq))
    .get();
  const callers = [number?.calling_id ?? number?.agent_id ?? null, call.agent_id];
  const agent_id = callers.find((id) => id !== null && isLiving(db, id)) ?? null;
  return { to: call.to, number_id: number?.id ?? null, agent_id };
}

const isLiving = (db: OrganizationDatabase, id: string): boolean =>
  db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.archived_at)))
    .get() !== undefined;
