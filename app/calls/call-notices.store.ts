/** Who wants to be told of which calls: noted by member, and promised with the call itself. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/organizations/organization-database.store.ts";
import { promise } from "#app/organizations/outbox.store.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { settings } from "#drizzle/organization/schema.ts";
import { type NoticeEvent, wantedNotices } from "./call-notices.schema.ts";
import type { FinishedCall } from "./calls.schema.ts";

const setting = "call_notices";

const all = (db: OrganizationDatabase) =>
  wantedNotices.parse(db.select().from(settings).where(eq(settings.name, setting)).get()?.value ?? {});

/** What a member is told of. */
export const wantedBy = (db: OrganizationDatabase, user_id: string): NoticeEvent[] => all(db)[user_id] ?? [];

/** What a member wants to be told of from now on. */
export function want(db: OrganizationDatabase, user_id: string, events: NoticeEvent[]): void {
  const { [user_id]: _before, ...others } = all(db);
  const value = events.length > 0 ? { ...others, [user_id]: events } : others;
  db.insert(settings)
    .values({ name: setting, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

const eventOf = ({ outcome, type, end_reason }: FinishedCall): NoticeEvent | null => {
  if (type === "test" || end_reason === "organization_deleted") return null;
  return outcome === "booked" ? "booking" : outcome === "missed" ? "missed" : null;
};

/** Promises the mails about a call that has just become history, if anybody wants them. */
export function promiseNotice(db: OrganizationDatabase, call: FinishedCall, name: string | null): void {
  const event = eventOf(call);
  if (event === null) return;
  const to = Object.entries(all(db)).flatMap(([user_id, events]) =>
    events.includes(event) ? [user_id] : [],
  );
  if (to.length === 0) return;
  const { id: call_id, summary, started_at, other_number, direction } = call;
  const who = name ?? (other_number === null ? null : internationally(other_number));
  const caller_number = direction === "inbound" ? other_number : null;
  promise(
    db,
    `notice:${call_id}`,
    "call_notice",
    { event, to, call_id, who, caller_number, summary, started_at },
    call.ended_at,
  );
}
