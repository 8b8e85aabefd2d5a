/** Deletes text messages that are old enough, with what agents remember of them. Threads stay as long as they have messages, or an opt-out. */
import { lt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { textConversations, texts, textThreads } from "#drizzle/organization/schema.ts";

/** @returns how many messages were deleted */
export function forgetOldTexts(db: OrganizationDatabase, before: number, most: number): number {
  const old = db
    .delete(texts)
    .where(sql`seq in (select seq from texts where created_at < ${before} order by seq limit ${most})`)
    .returning({ id: texts.id })
    .all();
  if (old.length === 0) return 0;
  db.delete(textConversations).where(lt(textConversations.last_at, before)).run();
  db.update(textThreads).set({ last_text: "" }).where(lt(textThreads.last_at, before)).run();
  db.delete(textThreads)
    .where(sql`last_at < ${before} and opted_out_at is null and id not in (select thread_id from texts)`)
    .run();
  return old.length;
}
