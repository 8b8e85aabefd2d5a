/** A person wants no more texts: nothing waits in the thread any more, and the number is on the list that calls obey. */
import { and, eq } from "drizzle-orm";
import { upsertByPhone } from "#app/contacts/contacts.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { texts } from "#drizzle/organization/schema.ts";
import { change, type Thread } from "./thread-rows.store.ts";

/** A number that can be called, and no short code or name. */
export const personPhone = /^\+[1-9]\d{6,14}$/;

/** Nothing more is sent in this thread, and no agent calls: what waits is neither answered nor sent. */
export function optOut(db: OrganizationDatabase, thread: Thread, now: number): void {
  change(db, thread.id, { opted_out_at: now, consented_at: null });
  db.update(texts)
    .set({ is_waiting: false, why: "opted_out" })
    .where(and(eq(texts.thread_id, thread.id), eq(texts.is_waiting, true)))
    .run();
  db.update(texts)
    .set({ status: "held", why: "opted_out", updated_at: now })
    .where(and(eq(texts.thread_id, thread.id), eq(texts.status, "queued")))
    .run();
  if (!personPhone.test(thread.other_number)) return;
  const learned = { phone_number: thread.other_number, name: null, email: null, source: "text", now };
  upsertByPhone(db, { ...learned, status: "do_not_call", asked: "text" });
}
