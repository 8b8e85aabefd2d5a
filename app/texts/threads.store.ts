/** Threads as pages show them: the list, one with the calls of the same person in between, and what members do there. */
import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Reading } from "#app/calls/call-row.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { wordsQuery } from "#app/contacts/contact-filter.schema.ts";
import { findByPhone } from "#app/contacts/contacts.store.ts";
import { isBarred } from "#app/contacts/do-not-call.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { agents, calls, textConversations, texts, textThreads } from "#drizzle/organization/schema.ts";
import { announce } from "./sending.store.ts";
import { type Glance, glanceOf, type Shown, shownCall, shownText } from "./text-words.ts";
import {
  activeNumber,
  bare,
  change,
  pairOfCall,
  standsAgainst,
  threadBetween,
  threadOf,
} from "./thread-rows.store.ts";

/** Threads on one page of the list, and messages on one page of a thread. */
const threadsAtOnce = 30;
const textsAtOnce = 50;
/** Texts that a search by words looks through: the newest ones. */
const searched = 50_000;

export type ThreadsAsked = { q: string; before: string | null; unread: boolean };
export type ThreadsPage = { rows: Glance[]; older: string | null; unread: number };

/** Finds no contact. */
const noWords = '""';

const cursor = /^(\d{1,16})_([0-9a-f-]{36})$/;

/** The threads, those with the newest messages first. */
export function list(db: OrganizationDatabase, asked: ThreadsAsked, reading: Reading): ThreadsPage {
  const [, at, id] = cursor.exec(asked.before ?? "") ?? [];
  const q = asked.q.trim().toLowerCase();
  const digits = q.replaceAll(/\D/g, "");
  const like = `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const found =
    q === ""
      ? undefined
      : sql`((${digits} <> '' and ${textThreads.other_number} like ${`%${digits}%`})
          or ${textThreads.other_number} in (select n.phone_number from contact_words as w
            cross join contacts as c on c.seq = w.rowid cross join contact_numbers as n on n.contact_id = c.id
            where contact_words match ${wordsQuery(asked.q) ?? noWords})
          or ${textThreads.id} in (select thread_id from texts
            where seq > (select coalesce(max(seq), 0) from texts) - ${searched}
              and lower(text) like ${like} escape '\\'))`;
  const rows = db
    .select()
    .from(textThreads)
    .where(
      and(
        found,
        asked.unread ? sql`${textThreads.unread} > 0` : undefined,
        at && id ? sql`(${textThreads.last_at}, ${textThreads.id}) < (${Number(at)}, ${id})` : undefined,
      ),
    )
    .orderBy(desc(textThreads.last_at), desc(textThreads.id))
    .limit(threadsAtOnce + 1)
    .all();
  const shown = rows.slice(0, threadsAtOnce);
  const last = shown.at(-1);
  const unread = db.get<{ n: number }>(sql`select count(*) as n from text_threads where unread > 0`)?.n ?? 0;
  return {
    rows: shown.map((row) =>
      glanceOf(row, findByPhone(db, row.other_number)?.name ?? null, reading, lastStatus(db, row.id)),
    ),
    older: rows.length > threadsAtOnce && last ? `${last.last_at}_${last.id}` : null,
    unread,
  };
}

/** What became of a thread's last message, if we sent it. */
const lastStatus = (db: OrganizationDatabase, thread_id: string): string | null =>
  db.get<{ status: string | null }>(
    sql`select case direction when 'out' then status end as status from texts
      where thread_id = ${thread_id} and direction <> 'note' order by seq desc limit 1`,
  )?.status ?? null;

export type ThreadPage = {
  /** Null: nothing was texted yet. */
  id: string | null;
  who: Glance;
  items: Shown[];
  /** Where earlier messages begin; null: there are none. */
  earlier: number | null;
  /** Why nothing can be sent; null: it can. */
  against: "opted_out" | "do_not_call" | "number_gone" | null;
  /** Whether no agent calls the person either. */
  isBarred: boolean;
  agent_off: string | null;
  agent: string | null;
};

export type Found = { is: "thread"; page: ThreadPage } | { is: "elsewhere"; id: string } | { is: "nothing" };

/** A thread by its id. The id of a call, or of a conversation by text, leads to the thread of its person. */
export function open(db: OrganizationDatabase, id: string, before: number | null, reading: Reading): Found {
  const own = threadOf(db, id);
  const conversation = own
    ? null
    : db
        .select({ thread_id: textConversations.thread_id })
        .from(textConversations)
        .where(eq(textConversations.id, id))
        .get();
  if (conversation) return { is: "elsewhere", id: conversation.thread_id };
  const pair = own ?? pairOfCall(db, id);
  if (!pair) return { is: "nothing" };
  const thread = own ?? threadBetween(db, pair);
  if (!own && thread) return { is: "elsewhere", id: thread.id };
  const rows = thread
    ? db
        .select()
        .from(texts)
        .where(and(eq(texts.thread_id, thread.id), before === null ? undefined : lt(texts.seq, before)))
        .orderBy(desc(texts.seq))
        .limit(textsAtOnce + 1)
        .all()
    : [];
  const shown = rows.slice(0, textsAtOnce).reverse();
  const hasEarlier = rows.length > textsAtOnce;
  const from = hasEarlier ? (shown[0]?.created_at ?? 0) : 0;
  const until = before === null ? null : (rows[0]?.created_at ?? null);
  const of = { last_at: reading.now, last_text: "", unread: 0, opted_out_at: null, agent_off: null, id };
  const who = glanceOf(
    thread ?? { ...of, ...pair },
    findByPhone(db, pair.other_number)?.name ?? null,
    reading,
  );
  const number = activeNumber(db, pair.our_number);
  const against = !number
    ? "number_gone"
    : standsAgainst(db, thread ?? { ...pair, ...bare }, isAnswered(rows));
  const items = [
    ...shown.map((text) => ({ at: text.created_at, item: shownText(text, reading) })),
    ...callsWith(db, pair.other_number, from, until).map((call) => ({
      at: call.started_at,
      item: shownCall(call, reading),
    })),
  ];
  return {
    is: "thread",
    page: {
      id: thread?.id ?? null,
      who,
      items: items.toSorted((one, other) => one.at - other.at).map(({ item }) => item),
      earlier: hasEarlier ? (shown[0]?.seq ?? null) : null,
      against,
      isBarred: isBarred(db, pair.other_number) !== null,
      agent_off: thread?.agent_off ?? null,
      agent: agentOf(db, number?.id ?? null),
    },
  };
}

/** Whether the person has written here: then a member may answer. */
const isAnswered = (rows: readonly { direction: string }[]): boolean =>
  rows.some(({ direction }) => direction === "in");

const callsWith = (db: OrganizationDatabase, other: string, from: number, until: number | null) =>
  db
    .select({
      id: calls.id,
      direction: calls.direction,
      outcome: calls.outcome,
      summary: calls.summary,
      started_at: calls.started_at,
      talk_seconds: calls.talk_seconds,
    })
    .from(calls)
    .where(
      and(
        eq(calls.other_number, other),
        gte(calls.started_at, from),
        until === null ? undefined : lt(calls.started_at, until),
      ),
    )
    .orderBy(desc(calls.id))
    .limit(textsAtOnce)
    .all();

/** The agent that answers texts to a number; null: none does. */
function agentOf(db: OrganizationDatabase, number_id: string | null): string | null {
  if (number_id === null) return null;
  const row = db.get<{
    name: string;
  }>(sql`select a.name as name from numbers n join ${agents} a on a.id = n.agent_id
    where n.id = ${number_id} and a.archived_at is null`);
  return row?.name ?? null;
}

/** Whether there is a thread, or a call with numbers that can have one. */
export const isThere = (db: OrganizationDatabase, id: string): boolean =>
  threadOf(db, id) !== null || pairOfCall(db, id) !== null;

/** Whether an id that stands where calls name themselves is that of a conversation by text. */
export const isConversation = (db: OrganizationDatabase, id: string): boolean =>
  db
    .select({ id: textConversations.id })
    .from(textConversations)
    .where(eq(textConversations.id, id))
    .get() !== undefined;

/** What came in was seen. @returns whether there is such a thread */
export function markRead(db: OrganizationDatabase, id: string): Announced<{ known: boolean }> {
  const thread = threadOf(db, id);
  if (thread && thread.unread > 0) change(db, id, { unread: 0 });
  return { known: thread !== null, announce: [] };
}

/** Lets the agent answer in a thread again, or leaves it to people. */
export function letAgent(
  db: OrganizationDatabase,
  id: string,
  answers: boolean,
): Announced<{ known: boolean }> {
  const thread = threadOf(db, id);
  if (thread) change(db, id, { agent_off: answers ? null : "member" });
  return { known: thread !== null, announce: thread ? announce : [] };
}
