/** Which members want notices of which calls; enqueues the notice together with the finished call. */
import { eq } from "drizzle-orm";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { factsOfCall } from "#app/calls/messages/messages.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { settings } from "#drizzle/organization/schema.ts";
import { type NoticeEvent, noticeEvents, wantedNotices } from "./call-notices.schema.ts";

const setting = "call_notices";

const all = (db: OrganizationDatabase) =>
  wantedNotices.parse(db.select().from(settings).where(eq(settings.name, setting)).get()?.value ?? {});

/** The notices that a member receives. */
export const wantedBy = (db: OrganizationDatabase, user_id: string): NoticeEvent[] => all(db)[user_id] ?? [];

/** Stores the notices that a member wants. */
export function want(db: OrganizationDatabase, user_id: string, events: NoticeEvent[]): void {
  const { [user_id]: _before, ...others } = all(db);
  const value = events.length > 0 ? { ...others, [user_id]: events } : others;
  db.insert(settings)
    .values({ name: setting, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

function eventsOf({ outcome, type, end_reason }: FinishedCall, hasMessages: boolean): NoticeEvent[] {
  if (type === "test" || end_reason === "organization_deleted") return [];
  return noticeEvents.filter((event) =>
    event === "message" ? hasMessages : event === "booking" ? outcome === "booked" : outcome === "missed",
  );
}

/** Enqueues the mails about a call that has just entered the history: one for each member who asked, with all messages. */
export function promiseNotice(db: OrganizationDatabase, call: FinishedCall, name: string | null): void {
  const messages = factsOfCall(db, call.id);
  const events = eventsOf(call, messages.length > 0);
  if (events.length === 0) return;
  const wishes = Object.entries(all(db));
  const { id: call_id, summary, started_at, other_number, direction } = call;
  const who = name ?? (other_number === null ? null : internationally(other_number));
  const caller_number = direction === "inbound" ? other_number : null;
  for (const event of events) {
    const to = wishes.flatMap(([user_id, wanted]) =>
      events.find((one) => wanted.includes(one)) === event ? [user_id] : [],
    );
    if (to.length === 0) continue;
    enqueue(
      db,
      event === "message" ? `notice:${call_id}:message` : `notice:${call_id}`,
      "call_notice",
      { event, to, call_id, who, caller_number, summary, messages, started_at },
      call.ended_at,
    );
  }
}
