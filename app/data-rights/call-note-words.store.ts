/** A person's identifiers in what members noted of calls. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callNotes } from "#drizzle/organization/schema.ts";
import { withoutIdentifiers } from "./erased-words.ts";
import type { Known } from "./person-rows.store.ts";

/** What members noted of the words of a call. */
export function hideInNotes(db: OrganizationDatabase, call_id: string, known: Known): boolean {
  let isHidden = false;
  for (const { id, text } of db.select().from(callNotes).where(eq(callNotes.call_id, call_id)).all()) {
    const left = String(withoutIdentifiers(text, known));
    if (left === text) continue;
    db.update(callNotes).set({ text: left }).where(eq(callNotes.id, id)).run();
    isHidden = true;
  }
  return isHidden;
}
