/** What members and workflows write: kept once, and sent where nothing stands against it. */
import { and, eq, sql } from "drizzle-orm";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { Dialling } from "#app/platform/phone-number-cost.ts";
import { texts } from "#drizzle/organization/schema.ts";
import { againstSending } from "./limits.store.ts";
import { announce, queue } from "./sending.store.ts";
import type { WriteRefusal } from "./texts.schema.ts";
import {
  activeNumber,
  bare,
  change,
  type Pair,
  pairOfCall,
  standsAgainst,
  threadBetween,
  threadFor,
  threadOf,
} from "./thread-rows.store.ts";

export type Writing = {
  /** Of a thread, or of a call with the person. */
  id: string;
  text: string;
  key: string;
  author: { id: string; name: string };
  /** Which numbers the organization dials: others are not texted either, because they cost as much. */
  dialling: Dialling;
  now: number;
};
export type Written = Announced<{ ok: true; thread_id: string } | { ok: false; reason: WriteRefusal }>;

/** A member writes: the message is sent once, and the agent leaves the thread to them. */
export function write(db: OrganizationDatabase, { id, ...writing }: Writing): Written {
  const pair = threadOf(db, id) ?? pairOfCall(db, id);
  if (!pair) return { ok: false, reason: "not_found", announce: [] };
  const written = writeBetween(db, pair, writing);
  if (written.ok) leaveToPeople(db, written.thread_id);
  return written;
}

const leaveToPeople = (db: OrganizationDatabase, thread_id: string): void =>
  change(db, thread_id, { agent_off: "member", unread: 0 });

export type WritingTo = Omit<Writing, "id"> & {
  /** E.164 */
  to: string;
  /** The number of ours that writes; null: the one with which the person texted last, or else the first. */
  number_id: string | null;
  /** Whether the agent leaves the thread to people. */
  takes_over: boolean;
};

/** Writes to a number: the message is sent once, and the agent goes on to answer, unless a member writes. */
export function writeTo(
  db: OrganizationDatabase,
  { to, number_id, takes_over, ...writing }: WritingTo,
): Written {
  const ours = db.get<{ phone_number: string }>(sql`select n.phone_number from numbers as n
      left join text_threads as t on t.our_number = n.phone_number and t.other_number = ${to}
    where n.status = 'active' and (${number_id} is null or n.id = ${number_id})
    order by t.last_at desc nulls last, n.seq limit 1`);
  if (!ours) return { ok: false, reason: "number_gone", announce: [] };
  // Two numbers of ours would answer each other.
  if (activeNumber(db, to)) return { ok: false, reason: "own_number", announce: [] };
  const written = writeBetween(db, { our_number: ours.phone_number, other_number: to }, writing);
  if (written.ok && takes_over) leaveToPeople(db, written.thread_id);
  return written;
}

function writeBetween(
  db: OrganizationDatabase,
  { our_number, other_number }: Pair,
  { text, key, author, dialling, now }: Omit<Writing, "id">,
): Written {
  const refused = (reason: WriteRefusal): Written => ({ ok: false, reason, announce: [] });
  const number = activeNumber(db, our_number);
  if (!number) return refused("number_gone");
  const pair = { our_number, other_number };
  const known = threadBetween(db, pair);
  const hasWritten = known
    ? db
        .select({ id: texts.id })
        .from(texts)
        .where(and(eq(texts.thread_id, known.id), eq(texts.direction, "in")))
        .limit(1)
        .get() !== undefined
    : false;
  const stands = standsAgainst(db, known ?? { ...bare, our_number, other_number }, hasWritten);
  const against = stands ?? againstSending(db, other_number, dialling, now);
  if (against !== null) return refused(against);
  const thread = threadFor(db, { our_number, other_number, number_id: number.id }, now);
  queue(db, thread, text, {
    author: { is: "member", ...author },
    key: `member:${author.id}:${key}`,
    isReply: hasWritten,
    now,
  });
  return { ok: true, thread_id: thread.id, announce };
}
