/** Rows as programs get them, where pages' own stores give formatted texts: agents, calls, appointments, text messages. */
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import { tagsIn } from "#app/calls/call-row.ts";
import { sourceOf } from "#app/calls/call-source.store.ts";
import { callLine } from "#app/calls/calls.schema.ts";
import type { CallHistoryQuery } from "#app/calls/history/call-history.schema.ts";
import { among } from "#app/contacts/contact-rows.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import {
  agents,
  bookings,
  callRecordings,
  calls,
  callTranscripts,
  liveCalls,
  texts,
  textThreads,
} from "#drizzle/organization/schema.ts";

/** A page of rows, and the place behind it; null: it is the last. */
type Rows<Row> = { rows: Row[]; next: string | null };

const cut = <Row>(found: Row[], limit: number, placeOf: (row: Row) => string): Rows<Row> => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? placeOf(last) : null };
};

const agentColumns = {
  id: agents.id,
  name: agents.name,
  kind: agents.kind,
  version: agents.version,
  created_at: agents.created_at,
  updated_at: agents.updated_at,
};

/** The agents that are not archived, newest first. */
export function agentsAfter(db: OrganizationDatabase, after: string | null, limit: number) {
  const found = db
    .select(agentColumns)
    .from(agents)
    .where(and(isNull(agents.archived_at), after === null ? undefined : lt(agents.id, after)))
    .orderBy(desc(agents.id))
    .limit(limit + 1)
    .all();
  return cut(found, limit, ({ id }) => id);
}

export const agent = (db: OrganizationDatabase, id: string) =>
  db
    .select(agentColumns)
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.archived_at)))
    .get() ?? null;

const callColumns = {
  id: calls.id,
  type: calls.type,
  direction: calls.direction,
  status: calls.status,
  outcome: sql<string | null>`${calls.outcome}`,
  end_reason: calls.end_reason,
  agent_id: calls.agent_id,
  agent_name: calls.agent_name,
  agent_version: calls.agent_version,
  number_id: calls.number_id,
  our_number: calls.our_number,
  other_number: calls.other_number,
  contact_id: calls.contact_id,
  contact_name: calls.contact_name,
  started_at: calls.started_at,
  answered_at: calls.answered_at,
  ended_at: calls.ended_at,
  talk_seconds: calls.talk_seconds,
  summary: calls.summary,
  fields: calls.fields,
  booking_id: calls.booking_id,
  success: calls.success,
  sentiment: calls.sentiment,
  cost_micros: calls.cost_micros,
  currency: calls.currency,
  tags: calls.tags,
};

const withMarks = <Call extends { id: string; tags: string | null }>(
  db: OrganizationDatabase,
  rows: readonly Call[],
) => {
  const ids = rows.map(({ id }) => id);
  const recorded = db
    .select({ call_id: callRecordings.call_id })
    .from(callRecordings)
    .where(and(sql`${callRecordings.call_id} in ${among(ids)}`, eq(callRecordings.status, "stored")))
    .all();
  return rows.map((row) => ({
    ...row,
    tags: tagsIn(row.tags),
    has_recording: recorded.some(({ call_id }) => call_id === row.id),
  }));
};

/** The finished calls of a query, newest first, by the same source as the history. `query`: with its days */
export function callsAfter(
  db: OrganizationDatabase,
  query: CallHistoryQuery,
  timeZone: string,
  after: string | null,
  limit: number,
) {
  const { rows, stoppedAt } = sourceOf(db, query, timeZone).read({
    towards: "older",
    id: after,
    limit: limit + 1,
  });
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const found = db
    .select(callColumns)
    .from(calls)
    .where(sql`${calls.id} in ${among(ids)}`)
    .orderBy(desc(calls.id))
    .all();
  const next = rows.length > limit ? (ids.at(-1) ?? null) : stoppedAt;
  return { rows: withMarks(db, found), next };
}

/** One call, finished or going on; null: there is none. */
export function call(db: OrganizationDatabase, id: string) {
  const found = db.select(callColumns).from(calls).where(eq(calls.id, id)).get();
  if (found) return withMarks(db, [found])[0] ?? null;
  const going = db.select().from(liveCalls).where(eq(liveCalls.call_id, id)).get();
  if (!going) return null;
  return {
    id,
    type: going.number_id === null ? ("web" as const) : ("phone" as const),
    direction: going.direction,
    status: going.transferring_to === null ? going.status : "transferring",
    outcome: null,
    end_reason: null,
    agent_id: going.agent_id,
    agent_name: going.agent_name,
    agent_version: going.agent_version,
    number_id: going.number_id,
    our_number: going.our_number,
    other_number: going.other_number,
    contact_id: null,
    contact_name: going.caller_name,
    started_at: going.started_at,
    answered_at: null,
    ended_at: null,
    talk_seconds: 0,
    summary: null,
    fields: [],
    booking_id: null,
    success: null,
    sentiment: null,
    cost_micros: 0,
    currency: going.currency ?? "USD",
    tags: [],
    has_recording: false,
  };
}

const lines = callLine.array();

/** What was said in a finished call; null: there is no such call. */
export function transcript(db: OrganizationDatabase, id: string) {
  if (!db.select({ id: calls.id }).from(calls).where(eq(calls.id, id)).get()) return null;
  const kept = db.select().from(callTranscripts).where(eq(callTranscripts.call_id, id)).get();
  return lines.parse(kept?.lines ?? []);
}

const bookingColumns = {
  id: bookings.id,
  starts_at: bookings.starts_at,
  ends_at: bookings.ends_at,
  kind: bookings.kind,
  name: bookings.name,
  phone_number: bookings.phone_number,
  email: bookings.email,
  notes: bookings.notes,
  status: bookings.status,
  version: bookings.version,
  call_id: bookings.call_id,
  agent_id: bookings.agent_id,
  contact_id: bookings.contact_id,
  created_at: bookings.created_at,
  updated_at: bookings.updated_at,
};

type BookingsAsked = {
  from: number | null;
  to: number | null;
  status: "booked" | "canceled" | "no_show" | null;
};

/** Appointments in the order of their end. `after`: the end and the id of the last one */
export function bookingsAfter(
  db: OrganizationDatabase,
  { from, to, status }: BookingsAsked,
  after: string | null,
  limit: number,
) {
  const [, ends, id] = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(after ?? "") ?? [];
  const found = db
    .select(bookingColumns)
    .from(bookings)
    .where(
      and(
        eq(bookings.calendar, "main"),
        from === null ? undefined : gt(bookings.ends_at, from),
        to === null ? undefined : lt(bookings.starts_at, to),
        status === null ? undefined : eq(bookings.status, status),
        ends && id ? sql`(${bookings.ends_at}, ${bookings.id}) > (${Number(ends)}, ${id})` : undefined,
      ),
    )
    .orderBy(asc(bookings.ends_at), asc(bookings.id))
    .limit(limit + 1)
    .all();
  return cut(found, limit, (row) => `${row.ends_at}.${row.id}`);
}

export const booking = (db: OrganizationDatabase, id: string) =>
  db.select(bookingColumns).from(bookings).where(eq(bookings.id, id)).get() ?? null;

const threadColumns = {
  id: textThreads.id,
  number_id: textThreads.number_id,
  our_number: textThreads.our_number,
  other_number: textThreads.other_number,
  unread: textThreads.unread,
  last_text: textThreads.last_text,
  last_at: textThreads.last_at,
  opted_out_at: textThreads.opted_out_at,
  created_at: textThreads.created_at,
};

/** The conversations by text, those with the newest message first. `after`: when the last one's message was, and its id */
export function threadsAfter(db: OrganizationDatabase, after: string | null, limit: number) {
  const [, at, id] = /^(\d{1,16})\.([0-9a-f-]{36})$/.exec(after ?? "") ?? [];
  const found = db
    .select(threadColumns)
    .from(textThreads)
    .where(at && id ? sql`(${textThreads.last_at}, ${textThreads.id}) < (${Number(at)}, ${id})` : undefined)
    .orderBy(desc(textThreads.last_at), desc(textThreads.id))
    .limit(limit + 1)
    .all();
  return cut(found, limit, (row) => `${row.last_at}.${row.id}`);
}

/** The messages of a conversation, newest first; null: there is no such conversation. */
export function messagesAfter(
  db: OrganizationDatabase,
  thread_id: string,
  after: string | null,
  limit: number,
) {
  if (!db.select({ id: textThreads.id }).from(textThreads).where(eq(textThreads.id, thread_id)).get())
    return null;
  const found = db
    .select({
      seq: texts.seq,
      id: texts.id,
      direction: texts.direction,
      author: texts.author,
      text: texts.text,
      status: texts.status,
      media: texts.media,
      agent_id: texts.agent_id,
      created_at: texts.created_at,
    })
    .from(texts)
    .where(
      and(
        eq(texts.thread_id, thread_id),
        inArray(texts.direction, ["in", "out"]),
        /^\d{1,15}$/.test(after ?? "") ? lt(texts.seq, Number(after)) : undefined,
      ),
    )
    .orderBy(desc(texts.seq))
    .limit(limit + 1)
    .all();
  return cut(found, limit, ({ seq }) => String(seq));
}
