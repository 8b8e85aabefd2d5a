/** Deletes the words of calls (transcripts, summaries, collected values) when they reach the age that the organization set. */
import { and, asc, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { retention, retentionTimer } from "#app/object/settings.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { calls, callTranscripts, messages, questions } from "#drizzle/organization/schema.ts";

/** Calls in one run of the timer: other timers wait while it runs. */
const atOnce = 500;

/**
 * The timer is due: deletes the words of at most 500 calls, and runs again at once while more are too old, else in a
 * day. The calls stay in the history with their times, numbers, outcomes and costs.
 * @param now ms UTC
 */
export function forgetOldWords(db: OrganizationDatabase, now: number): void {
  const days = retention(db);
  if (days === null) {
    clearTimer(db, retentionTimer, "");
    return;
  }
  const before = now - days * day_ms;
  const old = db
    .select({ id: callTranscripts.call_id, seq: calls.seq })
    .from(callTranscripts)
    .innerJoin(calls, eq(calls.id, callTranscripts.call_id))
    .where(lt(callTranscripts.call_id, firstIdAt(before)))
    .orderBy(asc(callTranscripts.call_id))
    .limit(atOnce)
    .all();
  db.transaction(() => {
    for (const { id, seq } of old) {
      db.delete(callTranscripts).where(eq(callTranscripts.call_id, id)).run();
      db.run(sql`delete from call_words where rowid = ${seq}`);
      db.update(calls).set({ summary: null, fields: [], updated_at: now }).where(eq(calls.id, id)).run();
    }
    // An open message is a promise to a caller: it stays until a member has done it.
    db.delete(messages)
      .where(and(lt(messages.id, firstIdAt(before)), isNotNull(messages.done_at)))
      .run();
    db.delete(questions).where(lt(questions.last_asked_at, before)).run();
  });
  setTimer(db, retentionTimer, "", old.length < atOnce ? now + day_ms : now);
}
