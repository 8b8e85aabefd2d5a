/** The rows of threads: found or made for a pair of numbers, and changed by each message. */
import { and, eq, sql } from "drizzle-orm";
import { isBarred } from "#app/contacts/do-not-call.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { calls, numbers, texts, textThreads } from "#drizzle/organization/schema.ts";

export type Thread = typeof textThreads.$inferSelect;
export type Text = typeof texts.$inferSelect;

/** A list shows the beginning of the last message. */
const longestGlance = 160;

export const threadOf = (db: OrganizationDatabase, id: string): Thread | null =>
  db.select().from(textThreads).where(eq(textThreads.id, id)).get() ?? null;

export const threadBetween = (
  db: OrganizationDatabase,
  pair: Pick<Thread, "our_number" | "other_number">,
): Thread | null =>
  db
    .select()
    .from(textThreads)
    .where(and(eq(textThreads.our_number, pair.our_number), eq(textThreads.other_number, pair.other_number)))
    .get() ?? null;

/** The number with which the organization texts now; null: it holds no such number. */
export const activeNumber = (db: OrganizationDatabase, phone_number: string) =>
  db
    .select({ id: numbers.id, provider: numbers.provider, account_id: numbers.account_id })
    .from(numbers)
    .where(and(eq(numbers.phone_number, phone_number), eq(numbers.status, "active")))
    .get() ?? null;

/** The thread of a pair of numbers, made if there is none. */
export function threadFor(
  db: OrganizationDatabase,
  pair: Pick<Thread, "our_number" | "other_number" | "number_id">,
  now: number,
): Thread {
  const known = threadBetween(db, pair);
  if (known) {
    if (known.number_id !== pair.number_id) change(db, known.id, { number_id: pair.number_id });
    return { ...known, number_id: pair.number_id };
  }
  return db
    .insert(textThreads)
    .values({ id: newId(now), ...pair, last_at: now, created_at: now })
    .returning()
    .get();
}

export const change = (db: OrganizationDatabase, id: string, set: Partial<Thread>): void => {
  db.update(textThreads).set(set).where(eq(textThreads.id, id)).run();
};

const glimpse = (words: string): string =>
  words.length <= longestGlance ? words : `${words.slice(0, longestGlance - 1).trimEnd()}…`;

type NewText = Omit<typeof texts.$inferInsert, "id" | "created_at" | "updated_at">;

/** Adds a message to its thread. */
export function addText(db: OrganizationDatabase, row: NewText, now: number): Text {
  const text = db
    .insert(texts)
    .values({ id: newId(now), ...row, created_at: now, updated_at: now })
    .returning()
    .get();
  if (row.direction === "note") return text;
  const glance = row.text === "" && (row.media ?? 0) > 0 ? "Picture" : glimpse(row.text);
  db.update(textThreads)
    .set({
      last_at: now,
      last_text: glance,
      ...(row.direction === "in" && { unread: sql`${textThreads.unread} + 1` }),
    })
    .where(eq(textThreads.id, row.thread_id))
    .run();
  return text;
}

/** Why nothing may be sent in a thread; null: it may. `isReply`: the person wrote first, and is answered. */
export function standsAgainst(
  db: OrganizationDatabase,
  { opted_out_at, consented_at, other_number }: Thread,
  isReply: boolean,
): "opted_out" | "do_not_call" | null {
  if (opted_out_at !== null) return "opted_out";
  if (isReply || consented_at !== null) return null;
  return isBarred(db, other_number) === null ? null : "do_not_call";
}

export type Pair = { our_number: string; other_number: string };

/** The numbers of a call with which a thread can be; null: it has none. */
export function pairOfCall(db: OrganizationDatabase, id: string): Pair | null {
  const call = db
    .select({ our_number: calls.our_number, other_number: calls.other_number })
    .from(calls)
    .where(eq(calls.id, id))
    .get();
  return call?.our_number && call.other_number
    ? { our_number: call.our_number, other_number: call.other_number }
    : null;
}

/** A thread that is not there yet. */
export const bare = {
  id: "",
  number_id: null,
  unread: 0,
  last_at: 0,
  last_text: "",
  opted_out_at: null,
  consented_at: null,
  agent_off: null,
  taken_by: null,
  taken_until: null,
  created_at: 0,
};
