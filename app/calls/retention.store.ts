/** Deletes what has reached the age that the organization set for its class: words of calls, messages, appointments, contacts, calls. */
import { and, asc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { keepCounted } from "#app/calls/counted-calls.store.ts";
import { forgetContacts } from "#app/contacts/contact-rows.store.ts";
import type { RetainedClass } from "#app/object/data-classes.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { classOfTimer, retention, retentionOfClasses, retentionTimer } from "#app/object/settings.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import {
  bookingChanges,
  bookings,
  calls,
  callTranscripts,
  messages,
  questions,
} from "#drizzle/organization/schema.ts";
import { forgetCall, forgetRuns, forgetWords } from "./forget-calls.store.ts";
import { forgetOldTexts } from "./forget-texts.store.ts";

/** Rows in one run of a timer: other timers wait while it runs. */
const atOnce = 500;

/**
 * A timer of retention is due: deletes at most 500 rows of its class, and runs again at once while more are too old,
 * else in a day.
 * @param key the class; "": transcripts. @param now ms UTC
 */
export function forgetOld(db: OrganizationDatabase, key: string, now: number): void {
  const named = classOfTimer(key);
  const days = named === null ? retention(db) : (retentionOfClasses(db)[named] ?? null);
  if (days === null) {
    clearTimer(db, retentionTimer, key);
    return;
  }
  const before = now - days * day_ms;
  const done = db.transaction(() =>
    named === null ? forgetOldWords(db, before, now) : forgetters[named](db, before),
  );
  setTimer(db, retentionTimer, key, done < atOnce ? now + day_ms : now);
}

/** The calls stay in the history with their times, numbers, outcomes and costs. */
function forgetOldWords(db: OrganizationDatabase, before: number, now: number): number {
  const old = db
    .select({ id: callTranscripts.call_id, seq: calls.seq })
    .from(callTranscripts)
    .innerJoin(calls, eq(calls.id, callTranscripts.call_id))
    .where(lt(callTranscripts.call_id, firstIdAt(before)))
    .orderBy(asc(callTranscripts.call_id))
    .limit(atOnce)
    .all();
  for (const call of old) forgetWords(db, call, now);
  // Messages go with the words of their calls, unless they have a time of their own.
  if (retentionOfClasses(db).messages === undefined) forgetters.messages(db, before);
  db.delete(questions).where(lt(questions.last_asked_at, before)).run();
  // What was texted is as old as what was said.
  return Math.max(old.length, forgetOldTexts(db, before, atOnce));
}

/** How many rows were deleted. */
type Forget = (db: OrganizationDatabase, before: number) => number;

/** Rows of a table by their rowid, a bounded number of them (R35). */
const forgetters: Record<RetainedClass, Forget> = {
  // An open message is a promise to a caller: it stays until a member has done it.
  messages: (db, before) =>
    db
      .delete(messages)
      .where(
        sql`rowid in (select rowid from messages where ${and(lt(messages.id, firstIdAt(before)), isNotNull(messages.done_at))} limit ${atOnce})`,
      )
      .returning({ id: messages.id })
      .all().length,
  bookings: (db, before) => {
    const old = db
      .delete(bookings)
      .where(sql`rowid in (select rowid from bookings where ${lt(bookings.ends_at, before)} limit ${atOnce})`)
      .returning({ id: bookings.id })
      .all();
    for (const { id } of old) db.delete(bookingChanges).where(eq(bookingChanges.booking_id, id)).run();
    return old.length;
  },
  contacts: forgetOldContacts,
  calls: (db, before) => {
    const old = db
      .select({ id: calls.id, seq: calls.seq })
      .from(calls)
      .where(lt(calls.id, firstIdAt(before)))
      .orderBy(asc(calls.id))
      .limit(atOnce)
      .all();
    keepCounted(
      db,
      old.map(({ id }) => id),
      Date.now(),
    );
    forgetRuns(
      db,
      old.map(({ id }) => id),
    );
    for (const call of old) forgetCall(db, call);
    return old.length;
  },
};

/**
 * Contacts who have not called since, and have no appointment ahead. A person who asked not to be called stays on that
 * list. Their calls keep the number that they came from.
 */
function forgetOldContacts(db: OrganizationDatabase, before: number): number {
  const old = db.all<{ id: string }>(
    sql`select c.id from contacts as c
      where coalesce(c.last_called_at, c.created_at) < ${before} and c.status <> 'do_not_call'
        and not exists (select 1 from bookings as b where b.contact_id = c.id and b.status = 'booked' and b.ends_at >= ${before})
      limit ${atOnce}`,
  );
  return forgetContacts(
    db,
    old.map(({ id }) => id),
  );
}
