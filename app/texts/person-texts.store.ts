/** Erases a person from the text messages: their own threads, and other people's messages that name their number or address. */
import { inArray, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { textConversations, texts, textThreads } from "#drizzle/organization/schema.ts";

/** Whose texts: their numbers. */
type Numbers = { readonly phones: readonly string[] };

/** Deletes the messages of a person's threads. A thread whose person wants no texts stays, with nothing but that. @returns how many messages */
function eraseThreads(db: OrganizationDatabase, { phones }: Numbers): number {
  const all = JSON.stringify(phones);
  const theirs = db
    .select({ id: textThreads.id, opted_out_at: textThreads.opted_out_at })
    .from(textThreads)
    .where(sql`${textThreads.other_number} in (select value from json_each(${all}))`)
    .all();
  let erased = 0;
  for (const { id, opted_out_at } of theirs) {
    const gone = db
      .delete(texts)
      .where(inArray(texts.thread_id, [id]))
      .returning({ id: texts.id })
      .all();
    erased += gone.length;
    db.delete(textConversations)
      .where(inArray(textConversations.thread_id, [id]))
      .run();
    if (opted_out_at === null)
      db.delete(textThreads)
        .where(inArray(textThreads.id, [id]))
        .run();
    else
      db.update(textThreads)
        .set({ last_text: "", unread: 0 })
        .where(inArray(textThreads.id, [id]))
        .run();
  }
  return erased;
}

/** Other people's messages, without what identifies the person. */
function hideInTexts(db: OrganizationDatabase, without: (text: string) => string): void {
  for (const { id, text } of db.select({ id: texts.id, text: texts.text }).from(texts).all()) {
    const left = without(text);
    if (left !== text)
      db.update(texts)
        .set({ text: left })
        .where(inArray(texts.id, [id]))
        .run();
  }
  for (const { id, last_text } of db
    .select({ id: textThreads.id, last_text: textThreads.last_text })
    .from(textThreads)
    .all()) {
    const left = without(last_text);
    if (left !== last_text)
      db.update(textThreads)
        .set({ last_text: left })
        .where(inArray(textThreads.id, [id]))
        .run();
  }
}

/** @param without a text without what identifies the person. @returns how many messages were deleted */
export function eraseTexts(
  db: OrganizationDatabase,
  person: Numbers,
  without: (text: string) => string,
): number {
  hideInTexts(db, without);
  return eraseThreads(db, person);
}
