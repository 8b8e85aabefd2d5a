/** Talk in browsers that the platform's keys of language models answered. It is free, and counts for the spending cap and a plan's trial. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { settings } from "#drizzle/organization/schema.ts";
import { termsAt } from "./usage-period.store.ts";

/** The stored name. */
const name = "web_talk";
/** Of the newest period. */
const webTalk = z.object({ period_start: z.int(), seconds: z.int() });

/** The seconds of a period. */
export function webSeconds(db: OrganizationDatabase, period_start: number): number {
  const row = db.select().from(settings).where(eq(settings.name, name)).get();
  const kept = row ? webTalk.parse(row.value) : null;
  return kept?.period_start === period_start ? kept.seconds : 0;
}

/** Counts a call that ended; one of a period without terms counts nowhere. */
export function countWebTalk(
  db: OrganizationDatabase,
  { ended_at, talk_seconds }: { ended_at: number; talk_seconds: number },
): void {
  const terms = termsAt(db, ended_at);
  if (terms === null) return;
  const { period_start } = terms;
  const value = { period_start, seconds: webSeconds(db, period_start) + talk_seconds };
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}
