/** Finds and erases one person in an organization's object: by telephone number, address, or both. */
import { eq, type SQL, sql } from "drizzle-orm";
import { callLine } from "#app/calls/calls.schema.ts";
import { forgetRuns, forgetWords, indexWords, type KnownCall } from "#app/calls/forget-calls.store.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { deleteAudio } from "#app/calls/recordings/recordings.store.ts";
import { eraseFromCampaigns } from "#app/campaigns/person-campaigns.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { eraseTexts } from "#app/texts/person-texts.store.ts";
import { eraseCallDeliveries, eraseDeliveries } from "#app/webhooks/person-webhooks.store.ts";
import { eraseRuns } from "#app/workflows/person-runs.store.ts";
import {
  agentTestRuns,
  agentTests,
  apiRequests,
  blockedCallers,
  bookings,
  calls,
  callTags,
  callTranscripts,
  messages,
  outbox,
  questions,
} from "#drizzle/organization/schema.ts";
import { hideInAnalysis } from "./analysis-words.store.ts";
import { hideInNotes } from "./call-note-words.store.ts";
import { eraseContacts } from "./contact-traces.store.ts";
import { withoutIdentifiers } from "./erased-words.ts";
import { type ErasedCounts, type ErasureCursor, nothingErased, type SoughtPerson } from "./person.schema.ts";
import {
  among,
  hasTheirs,
  isTheirBooking,
  isTheirCall,
  isTheirMessage,
  type Known,
  knownOf,
} from "./person-rows.store.ts";
import { hideInReason } from "./placed-reasons.store.ts";
import { forgetTaught } from "./taught-words.store.ts";
import { eraseTransfers, theirTargets } from "./transfer-traces.store.ts";

/** Calls that one trip looks through, and the most that it erases. */
const searchedAtOnce = 20_000;
const erasedAtOnce = 200;
/** Calls whose words one trip reads. */
const readAtOnce = 500;

/**
 * What an organization has of a person. `targets`: the names of the transfer targets that ring their phone. `isOnCall`: an
 * agent is talking with them now.
 */
export type FoundPerson = {
  contacts: number;
  calls: number;
  bookings: number;
  targets: string[];
  isOnCall: boolean;
};

/** What is found at a glance: by the person's contacts, appointments and messages. An erasure looks through all calls. */
export function find(db: OrganizationDatabase, person: SoughtPerson): FoundPerson {
  const known = knownOf(db, person);
  const counted = (query: SQL) => db.get<{ n: number }>(query)?.n ?? 0;
  return {
    contacts: known.ids.length,
    calls: counted(
      sql`select count(*) as n from calls where contact_id in ${among(known.ids)} or ${hasTheirs(known)}`,
    ),
    bookings: counted(sql`select count(*) as n from bookings where ${isTheirBooking(known)}`),
    targets: theirTargets(db, known),
    isOnCall:
      db.get(sql`select 1 from live_calls where other_number in ${among(known.phones)}`) !== undefined,
  };
}

export type ErasureStep = Announced<{
  erased: ErasedCounts;
  /** Null: nothing is left of the person. */
  next: ErasureCursor | null;
}>;

/** Does one step of an erasure. Repeating a step changes nothing more. A call that is running is erased when it has ended: callers ask `find` first. */
export function erase(
  db: OrganizationDatabase,
  person: SoughtPerson,
  cursor: ErasureCursor,
  now: number,
): ErasureStep {
  const known = knownOf(db, person);
  if (cursor.part === "calls") return eraseCalls(db, known, cursor, now);
  if (cursor.part === "mentions") return eraseMentions(db, known, cursor, now);
  return eraseRest(db, known, now);
}

function eraseCalls(
  db: OrganizationDatabase,
  known: Known,
  { after }: ErasureCursor,
  now: number,
): ErasureStep {
  const erased = { ...nothingErased };
  const end = after + searchedAtOnce;
  const theirs = db
    .select({ id: calls.id, seq: calls.seq })
    .from(calls)
    .where(sql`${calls.seq} > ${after} and ${calls.seq} <= ${end} and ${isTheirCall(known)}`)
    .orderBy(calls.seq)
    .limit(erasedAtOnce)
    .all();
  forgetRuns(
    db,
    theirs.map(({ id }) => id),
  );
  for (const call of theirs) eraseCall(db, call, erased, now);
  const last = db.get<{ seq: number | null }>(sql`select max(seq) as seq from calls`)?.seq ?? 0;
  const reached = theirs.length === erasedAtOnce ? (theirs.at(-1)?.seq ?? end) : end;
  const next: ErasureCursor =
    reached < last ? { part: "calls", after: reached } : { part: "mentions", after: 0 };
  return { erased, next, announce: erased.messages > 0 ? [{ type: "messages_changed" }] : [] };
}

function eraseCall(db: OrganizationDatabase, call: KnownCall, erased: ErasedCounts, now: number): void {
  const { id } = call;
  const script = db
    .select({ id: callTranscripts.call_id })
    .from(callTranscripts)
    .where(eq(callTranscripts.call_id, id))
    .get();
  forgetWords(db, call, now);
  // A tag is free text too.
  db.delete(callTags).where(eq(callTags.call_id, id)).run();
  db.update(calls)
    .set({ other_number: null, contact_id: null, contact_name: null, network: null })
    .where(eq(calls.id, id))
    .run();
  erased.calls++;
  if (script) erased.transcripts++;
  erased.messages += db
    .delete(messages)
    .where(eq(messages.call_id, id))
    .returning({ id: messages.id })
    .all().length;
  erased.bookings += unname(db, eq(bookings.call_id, id), now);
  erased.questions += db
    .delete(questions)
    .where(eq(questions.first_call_id, id))
    .returning({ id: questions.id })
    .all().length;
  db.update(questions).set({ last_call_id: null }).where(eq(questions.last_call_id, id)).run();
  for (const test of db
    .select({ id: agentTests.id })
    .from(agentTests)
    .where(eq(agentTests.call_id, id))
    .all())
    eraseTest(db, test.id);
  eraseFacts(db, call);
  eraseCallDeliveries(db, id);
}

/** A test that holds a person's words is gone with them: what it expects means nothing without the words. */
function eraseTest(db: OrganizationDatabase, id: string): void {
  db.delete(agentTestRuns).where(eq(agentTestRuns.test_id, id)).run();
  db.delete(agentTests).where(eq(agentTests.id, id)).run();
}

/** Facts that subscribers have not heard of yet: the call's end is told without the person, the rest is not told. */
function eraseFacts(db: OrganizationDatabase, { id }: KnownCall): void {
  const isEnd = eq(outbox.id, `call.finished:${id}`);
  db.update(outbox)
    .set({
      payload: sql`json_set(${outbox.payload}, '$.other_number', null, '$.contact_id', null, '$.contact_name', null, '$.summary', null)`,
    })
    .where(isEnd)
    .run();
  db.delete(outbox).where(sql`json_extract(${outbox.payload}, '$.call_id') = ${id} and not ${isEnd}`).run();
}

/** An appointment keeps its time, so that nothing else is booked there, and loses whose it is. */
function unname(db: OrganizationDatabase, which: SQL, now: number): number {
  return db
    .update(bookings)
    .set({ name: "Erased", phone_number: null, email: null, notes: "", contact_id: null, updated_at: now })
    .where(sql`${which} and ${bookings.name} <> 'Erased'`)
    .returning({ id: bookings.id })
    .all().length;
}

/** Other people's calls in which the number or the address was said. */
function eraseMentions(
  db: OrganizationDatabase,
  known: Known,
  { after }: ErasureCursor,
  now: number,
): ErasureStep {
  const erased = { ...nothingErased };
  // No index finds a number in every grouping and in words: each call with words is read.
  const found = db.all<{ seq: number }>(
    sql`select seq from calls where seq > ${after} and (summary is not null or fields <> '[]'
      or id in (select call_id from call_transcripts union select call_id from call_notes union select call_id from placed_calls)) order by seq limit ${readAtOnce}`,
  );
  for (const { seq } of found) if (hideIn(db, seq, known, now)) erased.mentions++;
  const next: ErasureCursor =
    found.length === readAtOnce
      ? { part: "mentions", after: found.at(-1)?.seq ?? after }
      : { part: "last", after: 0 };
  return { erased, next, announce: [] };
}

const callLines = callLine.array();

function hideIn(db: OrganizationDatabase, seq: number, known: Known, now: number): boolean {
  const call = db.select().from(calls).where(eq(calls.seq, seq)).get();
  if (!call) return false;
  const script = db.select().from(callTranscripts).where(eq(callTranscripts.call_id, call.id)).get();
  const before = JSON.stringify([script?.lines ?? [], call.summary, call.fields, call.last_said]);
  const lines = callLines.parse(withoutIdentifiers(script?.lines ?? [], known));
  const summary = call.summary === null ? null : String(withoutIdentifiers(call.summary, known));
  const fields = withoutIdentifiers(call.fields, known);
  const last_said = call.last_said === null ? null : String(withoutIdentifiers(call.last_said, known));
  const isInNotes = [hideInNotes(db, call.id, known), hideInReason(db, call.id, known)].includes(true);
  const isInAnalysis = hideInAnalysis(db, call.id, known) || isInNotes;
  if (JSON.stringify([lines, summary, fields, last_said]) === before) return isInAnalysis;
  deleteAudio(db, call.id, now);
  if (script) db.update(callTranscripts).set({ lines }).where(eq(callTranscripts.call_id, call.id)).run();
  db.update(calls).set({ summary, fields, last_said, updated_at: now }).where(eq(calls.seq, seq)).run();
  const spoken = lines.filter(({ type }) => type === "agent" || type === "caller");
  indexWords(db, seq, [call.contact_name, call.other_number, summary, ...spoken.map(({ text }) => text)]);
  return true;
}

/** What hangs on no call: appointments, messages and contacts. */
function eraseRest(db: OrganizationDatabase, known: Known, now: number): ErasureStep {
  const erased = { ...nothingErased };
  erased.bookings = unname(db, isTheirBooking(known), now);
  eraseFromCampaigns(db, known, now);
  eraseRuns(db, known, (value) => withoutIdentifiers(value, known));
  // Any answer to a program may hold the person's words, and each is kept for a day at most.
  db.delete(apiRequests).where(sql`true`).run();
  const left = db.delete(messages).where(isTheirMessage(known)).returning({ id: messages.id }).all();
  erased.messages = left.length + eraseTexts(db, known, (text) => String(withoutIdentifiers(text, known)));
  const said = db.select({ id: messages.id, text: messages.text }).from(messages).all();
  for (const { id, text } of said) {
    const left = String(withoutIdentifiers(text, known));
    if (left !== text) db.update(messages).set({ text: left }).where(eq(messages.id, id)).run();
  }
  for (const { id, note } of db.select().from(blockedCallers).all()) {
    // Who was blocked stays blocked: the number alone stays on that list.
    const left = String(withoutIdentifiers(note, known));
    if (left !== note) db.update(blockedCallers).set({ note: left }).where(eq(blockedCallers.id, id)).run();
  }
  const noted = db.select({ id: bookings.id, notes: bookings.notes }).from(bookings).all();
  for (const { id, notes } of noted) {
    const left = String(withoutIdentifiers(notes, known));
    if (left !== notes)
      db.update(bookings).set({ notes: left, updated_at: now }).where(eq(bookings.id, id)).run();
  }
  for (const { id, question } of db.select().from(questions).all()) {
    const left = String(withoutIdentifiers(question, known));
    if (left === question) continue; // Its key is made of its words.
    db.delete(questions).where(eq(questions.id, id)).run();
    erased.questions++;
  }
  for (const { id, name, test } of db.select().from(agentTests).all()) {
    const words = JSON.stringify([name, test]);
    if (withoutIdentifiers(words, known) !== words) eraseTest(db, id);
  }
  forgetTaught(db, known, now);
  eraseDeliveries(db, known.ids, (text) => String(withoutIdentifiers(text, known)));
  eraseTransfers(db, known);
  erased.kept_targets = theirTargets(db, known).length;
  for (const { id, payload } of db.select().from(outbox).all()) {
    const left = withoutIdentifiers(payload, known);
    if (JSON.stringify(left) !== JSON.stringify(payload))
      db.update(outbox).set({ payload: left }).where(eq(outbox.id, id)).run();
  }
  Object.assign(erased, eraseContacts(db, known, now));
  const announce: ErasureStep["announce"] = erased.messages > 0 ? [{ type: "messages_changed" }] : [];
  return { erased, next: null, announce };
}
