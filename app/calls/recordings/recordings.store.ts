/** Recordings of calls in the organization's object: what the carrier reports of each, what is still to be done for it, and its end. The audio is in the bucket. */
import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { firstIdAt, newId } from "#app/platform/id.ts";
import { callRecordings, calls, liveCalls, numbers } from "#drizzle/organization/schema.ts";
import {
  type AtCarrier,
  type FetchJob,
  type Peaks,
  peakList,
  type RecordingReport,
  type ShownRecording,
} from "./recording.schema.ts";
import { chosen, oldRecordingsTimer } from "./recording-settings.store.ts";

export { choose, chosen, oldRecordingsTimer } from "./recording-settings.store.ts";

/** The timer that looks for a recording whose carrier was not heard; its key is the call's id. */
export const missingTimer = "recording_missing";
/** After the end of a call the carrier has this long to report; then it is asked. */
const reports_ms = 2 * minute_ms;
const asksAgain_ms = 15 * minute_ms;
/** After this the recording is given up. */
const waits_ms = day_ms;
/** Rows in one run of a timer. */
const atOnce = 100;

type Row = typeof callRecordings.$inferSelect;

const rowOf = (db: OrganizationDatabase, call_id: string): Row | undefined =>
  db.select().from(callRecordings).where(eq(callRecordings.call_id, call_id)).get();

const change = (db: OrganizationDatabase, call_id: string, set: Partial<Row>, now: number): void =>
  void db
    .update(callRecordings)
    .set({ ...set, updated_at: now })
    .where(eq(callRecordings.call_id, call_id))
    .run();

type Expected = {
  id: string;
  provider: string;
  provider_call_id: string;
  number_id: string | null;
  started_at: number;
  longest_seconds: number;
};

/** The carrier is told to record this call. */
export function expectRecording(db: OrganizationDatabase, call: Expected): void {
  const { id: call_id, provider, provider_call_id, number_id, started_at } = call;
  const number =
    number_id === null
      ? undefined
      : db.select({ account_id: numbers.account_id }).from(numbers).where(eq(numbers.id, number_id)).get();
  db.insert(callRecordings)
    .values({
      call_id,
      status: "expected",
      provider,
      account_id: number?.account_id ?? null,
      provider_call_id,
      created_at: started_at,
      updated_at: started_at,
    })
    .onConflictDoNothing()
    .run();
  setTimer(db, missingTimer, call_id, started_at + call.longest_seconds * 1000 + hour_ms);
}

/** A call is over: its carrier has a while to report the recording. A call that was never answered has none. */
export function callEnded(
  db: OrganizationDatabase,
  call: { id: string; answered_at: number | null },
  now: number,
): void {
  const row = rowOf(db, call.id);
  if (!row) return;
  if (call.answered_at === null && row.sid === null) {
    clearTimer(db, missingTimer, call.id);
    db.delete(callRecordings).where(eq(callRecordings.call_id, call.id)).run();
    return;
  }
  change(db, call.id, { ended_at: now }, now);
  if (isAwaited(row)) setTimer(db, missingTimer, call.id, now + reports_ms);
}

const isAwaited = ({ status }: Pick<Row, "status">): boolean =>
  status === "expected" || status === "going" || status === "ready";

const isCall = (db: OrganizationDatabase, id: string): boolean =>
  db.get(sql`select 1 from calls where id = ${id}`) !== undefined ||
  db.select().from(liveCalls).where(eq(liveCalls.call_id, id)).get() !== undefined;

const fetchTask = (db: OrganizationDatabase, call_id: string, now: number): void =>
  enqueueTask(db, { id: `recording:${call_id}:${now}`, kind: "recording_fetch", payload: { call_id } }, now);

/** Has audio deleted: at the carrier, where a recording that runs is stopped first, and in the bucket. */
function remove(
  db: OrganizationDatabase,
  call_id: string,
  { provider, account_id, provider_call_id, sid }: AtCarrier,
  now: number,
): void {
  const payload = { call_id, provider, account_id, provider_call_id, sid };
  enqueueTask(db, { id: newId(now), kind: "recording_removed", payload }, now);
}

/** A report of the carrier. Reports come late, twice and in another order; one of audio that no one may keep has it deleted. */
export function reported(db: OrganizationDatabase, report: RecordingReport, now: number): void {
  const { call_id, sid, status, seconds, account_id } = report;
  const row = rowOf(db, call_id);
  const isUnwanted = !row || row.status === "declined" || row.status === "deleted";
  if (isUnwanted) {
    if (status !== "absent") remove(db, call_id, report, now);
    return;
  }
  if (row.provider_call_id !== report.provider_call_id || row.provider !== report.provider) return;
  // A second recording of the same call: the first is the one that is shown.
  if (row.sid !== null && row.sid !== sid) {
    remove(db, call_id, report, now);
    return;
  }
  if (row.status === "stored") return;
  if (status === "going") {
    if (row.status === "expected") change(db, call_id, { status, sid, account_id }, now);
    return;
  }
  if (status === "absent") {
    change(db, call_id, { status, sid, seconds: null }, now);
    clearTimer(db, missingTimer, call_id);
    return;
  }
  change(db, call_id, { status, sid, seconds, account_id, ended_at: row.ended_at ?? now }, now);
  fetchTask(db, call_id, now);
}

/** The caller wants no recording. @returns whether there is one to stop */
export function declined(db: OrganizationDatabase, call_id: string, now: number): boolean {
  const row = rowOf(db, call_id);
  if (!row || row.status === "declined") return false;
  change(db, call_id, { status: "declined", seconds: null }, now);
  clearTimer(db, missingTimer, call_id);
  remove(db, call_id, row, now);
  return true;
}

/** The timer of a call whose recording is awaited: it is looked for, or given up. */
export function lookForMissing(db: OrganizationDatabase, call_id: string, now: number): void {
  const row = rowOf(db, call_id);
  clearTimer(db, missingTimer, call_id);
  if (!row || !isAwaited(row)) return;
  if (!isCall(db, call_id))
    return void db.delete(callRecordings).where(eq(callRecordings.call_id, call_id)).run();
  fetchTask(db, call_id, now);
  setTimer(db, missingTimer, call_id, now + asksAgain_ms);
}

/** What is to be fetched; null: nothing, because it is there, given up, declined or deleted. */
export function fetchJob(db: OrganizationDatabase, call_id: string, now: number): FetchJob | null {
  const row = rowOf(db, call_id);
  if (!row || !isAwaited(row)) return null;
  const since = row.ended_at ?? row.created_at;
  if (now - since > waits_ms) {
    change(db, call_id, { status: "failed" }, now);
    clearTimer(db, missingTimer, call_id);
    return null;
  }
  const { provider, account_id, provider_call_id, sid, created_at } = row;
  return { provider, account_id, provider_call_id, sid, started_at: created_at };
}

/** The carrier has no recording of it. */
export function foundNone(db: OrganizationDatabase, call_id: string, now: number): void {
  change(db, call_id, { status: "absent" }, now);
  clearTimer(db, missingTimer, call_id);
}

/** Its file is larger than recordings may be, or no file that can be played. */
export function gaveUp(db: OrganizationDatabase, call_id: string, now: number): void {
  change(db, call_id, { status: "failed" }, now);
  clearTimer(db, missingTimer, call_id);
}

export type StoredFile = {
  sid: string;
  seconds: number | null;
  bytes: number;
  content_type: string;
  peaks: Peaks | null;
};

/** Its audio is in the bucket. @returns false when no one may keep it: it was declined or deleted meanwhile */
export function stored(db: OrganizationDatabase, call_id: string, file: StoredFile, now: number): boolean {
  const row = rowOf(db, call_id);
  if (!row || !(isAwaited(row) || row.status === "failed" || row.status === "stored")) return false;
  change(
    db,
    call_id,
    { ...file, seconds: file.seconds ?? row.seconds, status: "stored", stored_at: now },
    now,
  );
  clearTimer(db, missingTimer, call_id);
  const { retention_days } = chosen(db);
  if (retention_days !== null) setTimer(db, oldRecordingsTimer, "", now + hour_ms);
  return true;
}

const shownAs: Readonly<Record<Row["status"], ShownRecording["status"]>> = {
  expected: "on_its_way",
  going: "on_its_way",
  ready: "on_its_way",
  stored: "stored",
  declined: "declined",
  absent: "absent",
  failed: "failed",
  deleted: "deleted",
};

/** What a call's page shows; null: it was never to be recorded. */
export function shown(db: OrganizationDatabase, call_id: string): ShownRecording | null {
  const row = rowOf(db, call_id);
  if (!row) return null;
  const call = db
    .select({ started_at: calls.started_at, answered_at: calls.answered_at })
    .from(calls)
    .where(eq(calls.id, call_id))
    .get();
  const peaks = row.peaks === null ? null : (peakList.safeParse(row.peaks).data ?? null);
  return {
    status: shownAs[row.status],
    seconds: row.seconds,
    peaks,
    offset_ms: call?.answered_at ? Math.max(0, call.answered_at - call.started_at) : 0,
  };
}

/** The file that can be played; null: there is none. */
export function playable(
  db: OrganizationDatabase,
  call_id: string,
): { bytes: number; content_type: string; started_at: number } | null {
  const row = rowOf(db, call_id);
  if (row?.status !== "stored" || row.bytes === null || row.content_type === null) return null;
  return { bytes: row.bytes, content_type: row.content_type, started_at: row.created_at };
}

/** Deletes the audio of a call; the call and its words stay. @returns whether there was any */
export function deleteAudio(db: OrganizationDatabase, call_id: string, now: number): boolean {
  const row = rowOf(db, call_id);
  if (!row || row.status === "deleted" || row.status === "declined" || row.status === "absent") return false;
  remove(db, call_id, row, now);
  clearTimer(db, missingTimer, call_id);
  change(db, call_id, { status: "deleted", peaks: null, bytes: null }, now);
  return true;
}

/** A call is deleted, and its audio with it. */
export function forgetRecording(db: OrganizationDatabase, call_id: string, now: number): void {
  deleteAudio(db, call_id, now);
  db.delete(callRecordings).where(eq(callRecordings.call_id, call_id)).run();
}

/** The timer of retention: deletes audio that is too old, a bounded number of calls at once. */
export function forgetOldAudio(db: OrganizationDatabase, now: number): void {
  const { retention_days } = chosen(db);
  clearTimer(db, oldRecordingsTimer, "");
  if (retention_days === null) return;
  const before = firstIdAt(now - retention_days * day_ms);
  const old = db
    .select({ call_id: callRecordings.call_id })
    .from(callRecordings)
    .where(and(eq(callRecordings.status, "stored"), lt(callRecordings.call_id, before)))
    .orderBy(asc(callRecordings.call_id))
    .limit(atOnce)
    .all();
  for (const { call_id } of old) deleteAudio(db, call_id, now);
  setTimer(db, oldRecordingsTimer, "", old.length < atOnce ? now + day_ms : now);
}
