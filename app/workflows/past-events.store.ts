/** Real events of before, with which a workflow can be tried out. */
import { desc, eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { Json } from "#app/platform/json.ts";
import { bookings, calls, workflowRuns } from "#drizzle/organization/schema.ts";
import type { Graph } from "./graph.schema.ts";
import { triggers, triggersOf } from "./triggers.schema.ts";

export type PastEvent = { id: string; kind: string; payload: Record<string, Json>; who: string; at: number };

const most = 10;

function pastCalls(db: OrganizationDatabase): PastEvent[] {
  const rows = db.select().from(calls).orderBy(desc(calls.id)).limit(100).all();
  return rows.map((call) => ({
    id: call.id,
    kind: "call.finished",
    who: call.contact_name ?? call.other_number ?? "",
    at: call.started_at,
    payload: {
      call_id: call.id,
      type: call.type,
      direction: call.direction,
      other_number: call.other_number,
      own_number: call.our_number,
      number_id: call.number_id,
      agent_id: call.agent_id,
      started_at: call.started_at,
      ended_at: call.ended_at,
      answered: call.answered_at !== null,
      outcome: call.outcome,
      reason: call.end_reason,
      booked: call.booking_id !== null,
      booking_id: call.booking_id,
      messages: 0,
      seconds: call.talk_seconds,
      contact_id: call.contact_id,
      contact_name: call.contact_name,
      summary: call.summary,
    },
  }));
}

const pastBookings = (db: OrganizationDatabase, kind: string): PastEvent[] =>
  db
    .select()
    .from(bookings)
    .orderBy(desc(bookings.id))
    .limit(most)
    .all()
    .map(({ id, kind: sort, starts_at, ends_at, name, phone_number, email, agent_id, call_id }) => ({
      id,
      kind,
      who: name,
      at: starts_at,
      payload: {
        booking_id: id,
        call_id,
        agent_id,
        kind: sort,
        starts_at,
        ends_at,
        name,
        phone_number,
        email,
      },
    }));

function pastRuns(db: OrganizationDatabase, kind: string): PastEvent[] {
  const rows = db
    .select()
    .from(workflowRuns)
    .where(eq(workflowRuns.event_kind, kind))
    .orderBy(desc(workflowRuns.id))
    .limit(most)
    .all();
  return rows.flatMap(({ id, event, phone_number, created_at }) =>
    event === null || typeof event !== "object" || Array.isArray(event)
      ? []
      : [{ id, kind, who: phone_number ?? "", at: created_at, payload: event }],
  );
}

/** Events that would start a workflow, the newest first. */
export function pastEvents(db: OrganizationDatabase, { trigger: { kind } }: Graph): PastEvent[] {
  const fact = triggers[kind].fact ?? kind;
  const found =
    fact === "call.finished"
      ? pastCalls(db)
      : fact.startsWith("booking.")
        ? pastBookings(db, fact)
        : pastRuns(db, fact);
  const fitting =
    triggers[kind].fact === null
      ? found
      : found.filter(({ payload }) => triggersOf(fact, payload).includes(kind));
  return fitting.slice(0, most);
}
