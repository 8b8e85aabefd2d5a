/** Which members want to be told of which calls. */
import { eq } from "drizzle-orm";
import { factsOfCall } from "#app/calls/messages/messages.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { settings } from "#drizzle/organization/schema.ts";
import { type NoticeEvent, wantedNotices } from "./call-notices.schema.ts";

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

/** What the notices of a call are made of: what each member wants to be told of, and what the call left. */
export const ofCall = (db: OrganizationDatabase, call_id: string) => ({
  wanted: all(db),
  messages: factsOfCall(db, call_id),
});
