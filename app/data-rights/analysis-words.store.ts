/** A person's identifiers in the judgement of a call. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callAnalyses } from "#drizzle/organization/schema.ts";
import { withoutIdentifiers } from "./erased-words.ts";
import type { Known } from "./person-rows.store.ts";

/** What a judgement repeats of the words of its call. */
export function hideInAnalysis(db: OrganizationDatabase, call_id: string, known: Known): boolean {
  const kept = db.select().from(callAnalyses).where(eq(callAnalyses.call_id, call_id)).get();
  if (!kept) return false;
  const summary = String(withoutIdentifiers(kept.summary, known));
  const answers = withoutIdentifiers(kept.answers, known);
  if (JSON.stringify([summary, answers]) === JSON.stringify([kept.summary, kept.answers])) return false;
  db.update(callAnalyses).set({ summary, answers }).where(eq(callAnalyses.call_id, call_id)).run();
  return true;
}
