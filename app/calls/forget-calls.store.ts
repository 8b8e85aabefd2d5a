/** Deletes what calls say about people: the words of a call, or the whole call. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import {
  agentTestRuns,
  agentTests,
  callAnalyses,
  callNotes,
  calls,
  callTags,
  callTranscripts,
  messages,
  placedCalls,
  transferAttempts,
} from "#drizzle/organization/schema.ts";
import { deleteAudio, forgetRecording } from "./recordings/recordings.store.ts";

/** A call, by its id and its row in the full-text index. */
export type KnownCall = { id: string; seq: number };

/** Deletes the tests that were made of a call: they hold what its caller said, and their runs repeat it. */
function forgetTests(db: OrganizationDatabase, call_id: string): void {
  const made = db
    .delete(agentTests)
    .where(eq(agentTests.call_id, call_id))
    .returning({ id: agentTests.id })
    .all();
  for (const { id } of made) db.delete(agentTestRuns).where(eq(agentTestRuns.test_id, id)).run();
}

/** Deletes the runs of workflows that were told of calls, with what their steps kept. */
export function forgetRuns(db: OrganizationDatabase, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const told = sql`(select id from workflow_runs where json_extract(event, '$.call_id') in
    (select value from json_each(${JSON.stringify(ids)})))`;
  db.run(sql`delete from workflow_steps where run_id in ${told}`);
  db.run(sql`delete from workflow_runs where id in ${told}`);
}

/** Deletes the tests made of it, the script and its last line, the summary, the judgement, the members' notes, why it was placed, the collected values and what the search finds of a call; the call stays. */
export function forgetWords(db: OrganizationDatabase, { id, seq }: KnownCall, now: number): void {
  forgetTests(db, id);
  db.delete(callTranscripts).where(eq(callTranscripts.call_id, id)).run();
  db.delete(callAnalyses).where(eq(callAnalyses.call_id, id)).run();
  db.delete(callNotes).where(eq(callNotes.call_id, id)).run();
  db.update(placedCalls).set({ reason: null }).where(eq(placedCalls.call_id, id)).run();
  deleteAudio(db, id, now);
  db.run(sql`delete from call_words where rowid = ${seq}`);
  const wordless = { summary: null, fields: [], success: null, sentiment: null, last_said: null };
  db.update(calls)
    .set({ ...wordless, updated_at: now })
    .where(eq(calls.id, id))
    .run();
}

/**
 * Deletes a call with its words and with messages that are done. What it used of the plan stays: those records name no
 * person, and a bill follows from them.
 */
export function forgetCall(db: OrganizationDatabase, { id, seq }: KnownCall): void {
  forgetTests(db, id);
  db.delete(callTranscripts).where(eq(callTranscripts.call_id, id)).run();
  db.delete(callAnalyses).where(eq(callAnalyses.call_id, id)).run();
  db.delete(callNotes).where(eq(callNotes.call_id, id)).run();
  db.delete(callTags).where(eq(callTags.call_id, id)).run();
  db.delete(transferAttempts).where(eq(transferAttempts.call_id, id)).run();
  db.delete(placedCalls).where(eq(placedCalls.call_id, id)).run();
  db.run(sql`delete from call_words where rowid = ${seq}`);
  forgetRecording(db, id, Date.now());
  db.delete(messages)
    .where(and(eq(messages.call_id, id), isNotNull(messages.done_at)))
    .run();
  db.delete(calls).where(eq(calls.id, id)).run();
}

/** Writes anew what the search finds of a call. */
export function indexWords(db: OrganizationDatabase, seq: number, words: readonly (string | null)[]): void {
  const text = words.filter((part) => part !== null && part !== "").join("\n");
  db.run(sql`delete from call_words where rowid = ${seq}`);
  db.run(sql`insert into call_words (rowid, words) values (${seq}, ${text})`);
}
