/** What an organization chooses about recordings, in its object. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { settings } from "#drizzle/organization/schema.ts";
import { type RecordingSettings, recordingSettings } from "./recording.schema.ts";

const stored = "recording";
/** The timer that deletes recordings that are too old. */
export const oldRecordingsTimer = "recordings_old";

export const chosen = (db: OrganizationDatabase): RecordingSettings =>
  recordingSettings.parse(db.select().from(settings).where(eq(settings.name, stored)).get()?.value ?? {});

/** @param now ms UTC */
export function choose(db: OrganizationDatabase, next: RecordingSettings, now: number): void {
  const value = recordingSettings.parse(next);
  db.insert(settings)
    .values({ name: stored, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
  setTimer(db, oldRecordingsTimer, "", now);
}
