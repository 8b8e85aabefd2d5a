/** The do-not-call list: numbers that no agent calls, and that are not texted first. Calls, texts and campaigns ask it. */
import { and, desc, eq, like, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { newId } from "#app/platform/id.ts";
import { consents, contacts, doNotCall, doNotCallChanges } from "#drizzle/organization/schema.ts";
import { among, findByPhone, numbersOf } from "./contact-rows.store.ts";
import { type BarSource, isOwnWord, ownWords, type Unbarred } from "./contact-terms.schema.ts";

export type Bar = { reason: string; source: BarSource; at: number };

/** Why a number (E.164) may not be called; null: it is not on the list. */
export const isBarred = (db: OrganizationDatabase, phone_number: string): Bar | null =>
  db.get<Bar | undefined>(
    sql`select reason, source, at from do_not_call where phone_number = ${phone_number}`,
  ) ?? null;

/** Who changed the list; null: the person asked themselves. */
export type By = { id: string; name: string } | null;

export type Barring = {
  /** E.164 */
  phone_number: string;
  source: BarSource;
  /** In words; absent: the source says it. */
  reason?: string;
  by?: By;
  /** The call in which it was said. */
  call_id?: string | null;
  /** ms UTC */
  now: number;
};

/**
 * Puts a number on the list, with every other number of its contact: a person who asked is not called at another phone.
 * Their consents end. What waits for them is told by the fact `contact.opted_out`. A person's own word takes the place of
 * what others wrote about the number before.
 * @returns whether that is new
 */
export function bar(db: OrganizationDatabase, asked: Barring): boolean {
  const { phone_number, call_id, now } = asked;
  const contact = findByPhone(db, phone_number);
  const isAdded = addAll(db, togetherWith(db, phone_number, contact), asked) > 0;
  if (!contact) return isAdded;
  const isNew = contact.status !== "do_not_call";
  if (isNew)
    db.update(contacts)
      .set({ status: "do_not_call", updated_at: now })
      .where(eq(contacts.id, contact.id))
      .run();
  db.update(consents)
    .set({ revoked_at: now })
    .where(and(eq(consents.contact_id, contact.id), sql`${consents.revoked_at} is null`))
    .run();
  if (isNew || isAdded)
    enqueue(db, {
      kind: "contact.opted_out",
      at: now,
      payload: {
        v: 1,
        contact_id: contact.id,
        phone_number,
        call_id: call_id ?? null,
        source: asked.source,
        change_id: newId(now),
      },
    });
  return isNew || isAdded;
}

/** A number and every other one of its contact. */
const togetherWith = (
  db: OrganizationDatabase,
  phone_number: string,
  contact: { id: string } | null,
): string[] => (contact ? [...new Set([phone_number, ...numbersOf(db, contact.id)])] : [phone_number]);

/** Writes entries and what changed by them. @returns how many are new, or are the person's own word from now on */
export function addAll(
  db: OrganizationDatabase,
  numbers: readonly string[],
  { source, reason = "", by = null, now }: Omit<Barring, "phone_number">,
): number {
  const values = sql`${reason}, ${source}, ${by?.id ?? null}, ${by?.name ?? null}, ${now}`;
  const kept = isOwnWord(source)
    ? sql`on conflict (phone_number) do update set reason = excluded.reason, source = excluded.source, by = null,
        by_name = null, at = excluded.at where do_not_call.source not in ${among(ownWords)}`
    : sql`on conflict do nothing`;
  const added = db
    .all<{ phone_number: string }>(
      sql`insert into do_not_call (phone_number, reason, source, by, by_name, at)
        select value, ${values} from json_each(${JSON.stringify(numbers)}) where true ${kept} returning phone_number`,
    )
    .map(({ phone_number }) => ({ id: newId(now), phone_number }));
  db.run(sql`insert into do_not_call_changes (id, phone_number, change, reason, source, by, by_name, at)
    select value ->> '$.id', value ->> '$.phone_number', 'added', ${values} from json_each(${JSON.stringify(added)})`);
  return added.length;
}

/** The entry of some numbers that counts for all of them: the person's own word before another's; null: none is on the list. */
export const firstBar = (
  db: OrganizationDatabase,
  numbers: readonly string[],
): (Bar & { phone_number: string }) | null =>
  db
    .select({
      phone_number: doNotCall.phone_number,
      reason: doNotCall.reason,
      source: doNotCall.source,
      at: doNotCall.at,
    })
    .from(doNotCall)
    .where(sql`${doNotCall.phone_number} in ${among(numbers)}`)
    .orderBy(sql`${doNotCall.source} not in ${among(ownWords)}`, desc(doNotCall.at))
    .limit(1)
    .get() ?? null;

/** The entry that keeps agents from calling a number or another one of its contact; null: none of them is on the list. */
export const barOfPerson = (db: OrganizationDatabase, phone_number: string) =>
  firstBar(db, togetherWith(db, phone_number, findByPhone(db, phone_number)));

export type Unbarring = {
  phone_number: string;
  reason: string;
  by: By;
  /** The person took their own word back. */
  they_asked: boolean;
  now: number;
};

/** Takes a number off the list, with every other number of its contact. */
export function unbar(
  db: OrganizationDatabase,
  { phone_number, reason, by, they_asked, now }: Unbarring,
): Unbarred {
  const contact = findByPhone(db, phone_number);
  const numbers = togetherWith(db, phone_number, contact);
  if (!they_asked && isOwnWord(firstBar(db, numbers)?.source ?? "")) return { ok: false, reason: "own_word" };
  const gone = db
    .delete(doNotCall)
    .where(sql`${doNotCall.phone_number} in ${among(numbers)}`)
    .returning({ phone_number: doNotCall.phone_number, source: doNotCall.source })
    .all();
  for (const row of gone)
    db.insert(doNotCallChanges)
      .values({
        ...row,
        id: newId(now),
        change: "removed",
        reason,
        by: by?.id ?? null,
        by_name: by?.name ?? null,
        at: now,
      })
      .run();
  if (contact?.status === "do_not_call")
    db.update(contacts).set({ status: "new", updated_at: now }).where(eq(contacts.id, contact.id)).run();
  return { ok: true, changed: gone.length > 0 || contact?.status === "do_not_call" };
}

export type BarredRow = Bar & {
  phone_number: string;
  by_name: string | null;
  /** The person asked for it, at this number or at another one of theirs. */
  isOwnWord: boolean;
  contact: { id: string; name: string | null } | null;
};

/** Entries on one page. */
const atOnce = 50;

/** The list, newest first, or the numbers that begin with some digits. */
export function list(
  db: OrganizationDatabase,
  asked: { q: string; before: string | null },
  most: number = atOnce,
): { rows: BarredRow[]; older: string | null; total: number } {
  const [, at, number] = /^(\d{1,16})_(\+\d{4,16})$/.exec(asked.before ?? "") ?? [];
  const digits = asked.q.replaceAll(/\D/g, "");
  const found = db
    .select()
    .from(doNotCall)
    .where(
      and(
        digits === "" ? undefined : like(doNotCall.phone_number, `%${digits}%`),
        at && number
          ? sql`(${doNotCall.at}, ${doNotCall.phone_number}) < (${Number(at)}, ${number})`
          : undefined,
      ),
    )
    .orderBy(desc(doNotCall.at), desc(doNotCall.phone_number))
    .limit(most + 1)
    .all();
  const rows = found.slice(0, most).map(({ by: _, ...row }) => {
    const contact = findByPhone(db, row.phone_number);
    const first = firstBar(db, togetherWith(db, row.phone_number, contact));
    return {
      ...row,
      isOwnWord: isOwnWord(first?.source ?? row.source),
      contact: contact ? { id: contact.id, name: contact.name } : null,
    };
  });
  const last = rows.at(-1);
  return {
    rows,
    older: found.length > most && last ? `${last.at}_${last.phone_number}` : null,
    total: db.get<{ n: number }>(sql`select count(*) as n from do_not_call`)?.n ?? 0,
  };
}

/** What was done with a number on the list, newest first. */
export const changesOf = (db: OrganizationDatabase, numbers: readonly string[]) =>
  db
    .select()
    .from(doNotCallChanges)
    .where(sql`${doNotCallChanges.phone_number} in ${among(numbers)}`)
    .orderBy(desc(doNotCallChanges.id))
    .limit(atOnce)
    .all();
