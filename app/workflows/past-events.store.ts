/** Real events of before, with which a workflow can be tried out. */
import { desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { Json } from "#app/platform/json.ts";
import { calls, workflowRuns } from "#drizzle/organization/schema.ts";
import type { Graph } from "./graph.schema.ts";
import { triggers, triggersOf } from "./triggers.schema.ts";

export type PastEvent = { id: string; kind: string; payload: Record<string, Json>; who: string; at: number };

const most = 10;

function pastCalls(db: OrganizationDatabase): PastEvent[] {
  const rows = db.select().from(calls).orderBy(desc(calls.id)).limit(100).all();
  const left = new Map(
    db
      .all<{ call_id: string; n: number }>(
        sql`select call_id, count(*) as n from messages where call_id in
          (select value from json_each(${JSON.stringify(rows.map(({ id }) => id))})) group by call_id`,
      )
      .map(({ call_id, n }) => [call_id, n]),
  );
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
      messages: left.get(call.id) ?? 0,
      seconds: call.talk_seconds,
      contact_id: call.contact_id,
      contact_name: call.contact_name,
      summary: call.summary,
    },
  }));
}

/** An appointment, as each of its facts has it. */
const booking = sql`'booking_id', b.id, 'call_id', b.call_id, 'agent_id', b.agent_id, 'kind', b.kind,
  'starts_at', b.starts_at, 'ends_at', b.ends_at, 'name', b.name, 'phone_number', b.phone_number, 'email', b.email`;
const bookingsIn = (status: "booked" | "canceled" | "no_show"): SQL =>
  sql`select b.id, b.name as who, b.updated_at as at, json_object(${booking}, 'notes', b.notes) as payload
    from bookings as b where b.status = ${status} order by b.id desc limit ${most}`;
const contact = sql`'contact_id', c.id, 'phone_number', c.phone_number, 'name', c.name, 'email', c.email,
  'company', c.company, 'status', c.status`;
const messagesOf = (which: SQL): SQL =>
  sql`select m.id, coalesce(m.name, m.phone_number, '') as who, m.created_at as at,
      json_object('message_id', m.id, 'call_id', m.call_id, 'agent_id', m.agent_id, 'kind', m.kind, 'text', m.text,
        'name', m.name, 'phone_number', m.phone_number) as payload
    from messages as m where ${which} order by m.id desc limit ${most}`;

/** Where what happened stands, by the fact that told of it: as the fact would tell of it now. */
const sources: Readonly<Record<string, SQL>> = {
  "booking.made": bookingsIn("booked"),
  "booking.canceled": bookingsIn("canceled"),
  "booking.no_show": bookingsIn("no_show"),
  "booking.moved": sql`select h.id, b.name as who, h.at, json_object(${booking}, 'moved_from', h."from") as payload
    from booking_changes as h join bookings as b on b.id = h.booking_id where h.kind = 'moved' order by h.id desc limit ${most}`,
  "message.left": messagesOf(sql`true`),
  "call_back.due": messagesOf(sql`m.kind = 'call_back'`),
  "message.received": sql`select t.id, h.other_number as who, h.last_at as at,
      json_object('text_id', t.id, 'thread_id', h.id, 'other_number', h.other_number, 'own_number', h.our_number,
        'number_id', h.number_id, 'text', t.text, 'media', t.media) as payload
    from texts as t join text_threads as h on h.id = t.thread_id where t.direction = 'in' order by t.seq desc limit ${most}`,
  "contact.created": sql`select c.id, coalesce(c.name, c.phone_number, '') as who, c.created_at as at,
      json_object(${contact}, 'source', c.source) as payload
    from contacts as c where c.source <> 'import' order by c.id desc limit ${most}`,
  "contact.tagged": sql`select c.id || ':' || g.tag as id, coalesce(c.name, c.phone_number, '') as who, g.created_at as at,
      json_object(${contact}, 'tag', g.tag) as payload
    from contact_tags as g join contacts as c on c.id = g.contact_id where g.import_id is null order by g.rowid desc limit ${most}`,
  "contact.opted_out": sql`select d.phone_number as id, d.phone_number as who, d.at,
      json_object('phone_number', d.phone_number, 'source', d.source) as payload
    from do_not_call as d where d.source <> 'import' order by d.at desc limit ${most}`,
  "lead.saved": sql`select k.id, coalesce(c.name, c.phone_number, '') as who, k.ended_at as at,
      json_object('contact_id', c.id, 'phone_number', c.phone_number, 'name', c.name, 'email', c.email, 'call_id', k.id) as payload
    from calls as k join contacts as c on c.id = k.contact_id where k.outcome = 'lead' order by k.id desc limit ${most}`,
  "campaign.ended": sql`select c.id, c.name as who, coalesce(c.ended_at, 0) as at,
      json_object('campaign_id', c.id, 'name', c.name, 'status', c.status, 'asked', c.asked, 'answered', c.answered) as payload
    from campaigns as c where c.status in ('finished', 'broken') order by c.ended_at desc limit ${most}`,
  "call.analyzed": sql`select k.id, coalesce(k.contact_name, k.other_number, '') as who, k.ended_at as at,
      json_object('call_id', k.id, 'type', k.type, 'direction', k.direction, 'other_number', k.other_number,
        'own_number', k.our_number, 'contact_id', k.contact_id, 'contact_name', k.contact_name, 'agent_id', k.agent_id,
        'summary', a.summary, 'success', a.success, 'sentiment', a.sentiment, 'answers', json(a.answers)) as payload
    from call_analyses as a join calls as k on k.id = a.call_id order by k.id desc limit ${most}`,
};

const payloadShape = z.record(z.string(), z.json());

const pastOf = (db: OrganizationDatabase, kind: string, source: SQL): PastEvent[] =>
  db
    .all<{ id: string; who: string; at: number; payload: string }>(source)
    .map((row) => ({ ...row, kind, payload: payloadShape.parse(JSON.parse(row.payload)) }));

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
  const source = sources[fact];
  const found =
    fact === "call.finished" ? pastCalls(db) : source ? pastOf(db, fact, source) : pastRuns(db, fact);
  const fitting =
    triggers[kind].fact === null
      ? found
      : found.filter(({ payload }) => triggersOf(fact, payload).includes(kind));
  return fitting.slice(0, most);
}
