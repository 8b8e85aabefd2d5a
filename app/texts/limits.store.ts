/** What keeps a thread from going on without an end: two machines that answer each other, and texts beyond any use. */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { type Dialling, dialRefusal } from "#app/platform/phone-number-cost.ts";
import { isCountryAllowed } from "#app/telephony/telephony.store.ts";
import { texts, textThreads } from "#drizzle/organization/schema.ts";
import { sameWords } from "./keywords.ts";
import type { Thread } from "./thread-rows.store.ts";

/** Answers of an agent in one thread: so many in ten minutes, and in a day. No person texts that fast for long. */
const mostSoon = 12;
const soon_ms = 10 * minute_ms;
const mostOfDay = 60;
/** Texts of all agents and confirmations from one of the organization's numbers in a day. */
export const mostOfNumberDay = 500;
/** The same sentence so many times in a row is a machine's; a short word such as "yes" is not. */
const mostSame = 3;
const shortest = 16;

/** Confirmations of what a person asked of the texting itself, in one thread. */
const mostConfirmed = 3;
const mostConfirmedOfDay = 10;

/** Texts of an author since an instant. */
const sentSince = (
  db: OrganizationDatabase,
  { id }: Pick<Thread, "id">,
  since: number,
  author: "agent" | "system" = "agent",
): number =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(texts)
    .where(
      and(
        eq(texts.thread_id, id),
        eq(texts.author, author),
        eq(texts.direction, "out"),
        gt(texts.created_at, since),
      ),
    )
    .get()?.n ?? 0;

/** Texts of all members in a day. */
const mostOfMembersDay = 500;

/** Why no member texts a number now: the organization doesn't dial it either, or its members sent as much today as they may; null: they may. */
export function againstSending(
  db: OrganizationDatabase,
  other_number: string,
  dialling: Dialling,
  now: number,
): "not_dialled" | "members_day" | null {
  if (dialRefusal(other_number, dialling) !== null || !isCountryAllowed(db, "outbound", other_number))
    return "not_dialled";
  const sent = db
    .select({ n: sql<number>`count(*)` })
    .from(texts)
    .where(and(eq(texts.author, "member"), gt(texts.id, firstIdAt(now - day_ms))))
    .get();
  return (sent?.n ?? 0) >= mostOfMembersDay ? "members_day" : null;
}

/** Whether a number has sent as much in a day as it may by itself. */
export function isNumberSpent(db: OrganizationDatabase, our_number: string, now: number): boolean {
  const sent = db.get<{ n: number }>(sql`
    select count(*) as n from ${texts} join ${textThreads} on ${textThreads.id} = ${texts.thread_id}
    where ${texts.author} in ('agent', 'system') and ${texts.direction} = 'out'
      and ${texts.created_at} > ${now - day_ms} and ${textThreads.our_number} = ${our_number}`);
  return (sent?.n ?? 0) >= mostOfNumberDay;
}

/** Whether one more word for help, a stop or a start is confirmed: who sends them without end gets no answers without end. */
export const isConfirmed = (db: OrganizationDatabase, thread: Pick<Thread, "id">, now: number): boolean =>
  sentSince(db, thread, now - hour_ms, "system") < mostConfirmed &&
  sentSince(db, thread, now - day_ms, "system") < mostConfirmedOfDay;

/** Whether the last texts of the person all say the same, this one included. */
function repeats(db: OrganizationDatabase, { id }: Pick<Thread, "id">, words: string, now: number): boolean {
  if (words.length < shortest) return false;
  const before = db
    .select({ text: texts.text })
    .from(texts)
    .where(and(eq(texts.thread_id, id), eq(texts.direction, "in"), gt(texts.created_at, now - soon_ms)))
    .orderBy(desc(texts.seq))
    .limit(mostSame)
    .all();
  return before.length >= mostSame && before.every(({ text }) => sameWords(text, words));
}

/** Why no agent answers a thread any more; null: it goes on. The text itself is stored by now. */
export function loopIn(
  db: OrganizationDatabase,
  thread: Thread,
  words: string,
  now: number,
): "loop" | "busy_thread" | null {
  if (repeats(db, thread, words, now) || sentSince(db, thread, now - soon_ms) >= mostSoon) return "loop";
  return sentSince(db, thread, now - day_ms) >= mostOfDay ? "busy_thread" : null;
}
