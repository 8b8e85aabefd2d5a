/** Sends messages once: queued with a key, claimed by one sender, and settled by what the carrier said and reports. */
import { and, eq } from "drizzle-orm";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { storedText } from "#app/calls/redaction/stored-words.store.ts";
import { isBarred } from "#app/contacts/do-not-call.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { segmentPrice } from "#app/telephony/carriers/carrier-prices.ts";
import { texts } from "#drizzle/organization/schema.ts";
import { optOut } from "./opt-out.store.ts";
import { segmentsOf } from "./segments.ts";
import type { Author, Sending, SendOutcome, TextReason } from "./texts.schema.ts";
import {
  activeNumber,
  addText,
  standsAgainst,
  type Text,
  type Thread,
  threadOf,
} from "./thread-rows.store.ts";

export const announce = [{ type: "messages_changed" } as const];

type Wanted = {
  author: Author;
  /** The same key is sent once. */
  key: string;
  now: number;
  conversation_id?: string;
  /** The person wrote first. */
  isReply?: boolean;
  /** It confirms the end of the texting, and is sent although that is recorded. */
  isLast?: boolean;
  /** The worker that asked sends it at once; the queue does not. */
  isSentHere?: boolean;
};

/** Prefix of the keys of confirmations of an opt-out. */
const lastKey = "stop:";

/** Puts a message into its thread and has it sent at once. The same key again changes nothing. */
export function queue(db: OrganizationDatabase, thread: Thread, words: string, wanted: Wanted): Text | null {
  const { author, key, now } = wanted;
  const known = db.select().from(texts).where(eq(texts.key, key)).get();
  if (known) return known;
  const stands = wanted.isLast ? null : standsAgainst(db, thread, wanted.isReply ?? false);
  const text = storedText(db, words);
  const made = addText(
    db,
    {
      thread_id: thread.id,
      direction: "out",
      author: author.is,
      author_id: author.is === "member" ? author.id : null,
      author_name: author.is === "member" ? author.name : null,
      agent_id: author.is === "agent" ? author.agent_id : null,
      text,
      segments: segmentsOf(text),
      status: stands === null ? "queued" : "held",
      why: stands,
      key,
      conversation_id: wanted.conversation_id ?? null,
    },
    now,
  );
  if (stands === null && !wanted.isSentHere)
    enqueueTask(db, { id: `text_send:${made.id}`, kind: "text_send", payload: { text_id: made.id } }, now);
  return made;
}

export type Claim = Announced<{ sending: Sending | null }>;

/**
 * Claims a message for sending, once. One that is being sent already was begun by a sender that broke off: whether the
 * carrier took it is not known, and it is not sent again.
 */
export function claim(db: OrganizationDatabase, id: string, now: number): Claim {
  const row = db.select().from(texts).where(eq(texts.id, id)).get();
  const thread = row ? threadOf(db, row.thread_id) : null;
  if (!row || !thread) return { sending: null, announce: [] };
  if (row.status === "sending") return settle(db, row, "unknown", "carrier_silent", now);
  if (row.status !== "queued") return { sending: null, announce: [] };
  const isLast = row.key?.startsWith(lastKey) ?? false;
  if (!isLast && thread.opted_out_at !== null) return settle(db, row, "held", "opted_out", now);
  // Who asked for no more calls meanwhile, by voice for instance, gets nothing that was written before.
  const bar = isLast ? null : isBarred(db, thread.other_number);
  if (bar && bar.at >= row.created_at) return settle(db, row, "held", "opted_out", now);
  const number = activeNumber(db, thread.our_number);
  if (!number) return settle(db, row, "failed", "number_gone", now);
  const { our_number, other_number } = thread;
  const { provider, account_id } = number;
  db.update(texts).set({ status: "sending", provider, updated_at: now }).where(eq(texts.id, id)).run();
  return { sending: { id, text: row.text, our_number, other_number, provider, account_id }, announce: [] };
}

function settle(
  db: OrganizationDatabase,
  { id }: Pick<Text, "id">,
  status: Text["status"],
  why: TextReason,
  now: number,
): Claim {
  db.update(texts).set({ status, why, updated_at: now }).where(eq(texts.id, id)).run();
  return { sending: null, announce };
}

export type SentState = Announced<{ status: Text["status"] | null; why: string | null }>;

const stateOf = (db: OrganizationDatabase, id: string): Omit<SentState, "announce"> => {
  const row = db.select({ status: texts.status, why: texts.why }).from(texts).where(eq(texts.id, id)).get();
  return { status: row?.status ?? null, why: row?.why ?? null };
};

/** Keeps what the carrier said. `busy`: it is queued again, and its task comes again later. */
export function sent(db: OrganizationDatabase, id: string, outcome: SendOutcome, now: number): SentState {
  const row = db.select().from(texts).where(eq(texts.id, id)).get();
  if (!row) return { status: null, why: null, announce: [] };
  if (outcome.ok) {
    // A report may have come before the answer.
    const isKnown = row.status !== "sending" && row.status !== "unknown";
    db.update(texts)
      .set({
        status: isKnown ? row.status : "sent",
        why: isKnown ? row.why : null,
        provider_message_id: outcome.provider_message_id,
        cost_micros: row.segments * segmentPrice(row.provider ?? ""),
        updated_at: now,
      })
      .where(eq(texts.id, id))
      .run();
    return { ...stateOf(db, id), announce };
  }
  if (row.status !== "sending") return { ...stateOf(db, id), announce: [] };
  if (outcome.has_opted_out) refused(db, row, now);
  else {
    const status = { busy: "queued", refused: "failed", silent: "unknown" } as const;
    const why =
      outcome.reason === "silent" ? "carrier_silent" : outcome.reason === "busy" ? null : outcome.why;
    db.update(texts)
      .set({ status: status[outcome.reason], why, updated_at: now })
      .where(eq(texts.id, id))
      .run();
  }
  return { ...stateOf(db, id), announce };
}

/** The carrier knows of an opt-out: it stands here too. A confirmation of one was given by the carrier itself. */
function refused(db: OrganizationDatabase, row: Text, now: number): void {
  const isLast = row.key?.startsWith(lastKey) ?? false;
  db.update(texts)
    .set({
      status: isLast ? "held" : "failed",
      why: isLast ? "replied_by_carrier" : "carrier_opt_out",
      updated_at: now,
    })
    .where(eq(texts.id, row.id))
    .run();
  const thread = threadOf(db, row.thread_id);
  if (thread?.opted_out_at === null) optOut(db, thread, now);
}

/** How far a message is: reports come late, twice and out of order, and only lead further. */
const ranks: Readonly<Record<Text["status"], number>> = {
  received: 9,
  held: 9,
  kept: 9,
  queued: 0,
  sending: 0,
  unknown: 0,
  sent: 1,
  delivered: 2,
  undelivered: 2,
  failed: 2,
};

export type Reported = {
  id: string;
  provider: string;
  provider_message_id: string;
  status: "sent" | "delivered" | "undelivered" | "failed";
  why: string | null;
  has_opted_out: boolean;
  now: number;
};

/** Takes a report of the carrier. @returns whether the organization has such a message */
export function report(db: OrganizationDatabase, reported: Reported): Announced<{ known: boolean }> {
  const { id, provider, provider_message_id, status, why, now } = reported;
  const row = db
    .select()
    .from(texts)
    .where(and(eq(texts.id, id), eq(texts.provider, provider)))
    .get();
  const isAnother = row?.provider_message_id && row.provider_message_id !== provider_message_id;
  if (!row || isAnother) return { known: false, announce: [] };
  const wasUnpaid = row.cost_micros === 0;
  if (ranks[status] <= ranks[row.status]) return { known: true, announce: [] };
  db.update(texts)
    .set({
      status,
      why,
      provider_message_id,
      updated_at: now,
      ...(wasUnpaid && { cost_micros: row.segments * segmentPrice(provider) }),
    })
    .where(eq(texts.id, id))
    .run();
  if (reported.has_opted_out) refused(db, row, now);
  return { known: true, announce };
}
