/** What an import gives the contacts of its rows: a list, tags, consents. Undoing takes them away by the import's id. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { endedByPerson } from "./consents.store.ts";
import type { RowOfContact } from "./contact-import-known.store.ts";
import type { ImportOptions, ImportRow } from "./contact-imports.schema.ts";
import { among } from "./contact-rows.store.ts";
import { most } from "./contact-terms.schema.ts";

export type Author = { id: string; name: string; now: number };

/** The list that all rows join, and the tag of those that were taken in. */
export function mark(
  db: OrganizationDatabase,
  import_id: string,
  { list_id, tag }: ImportOptions,
  { touched, all }: { touched: readonly string[]; all: readonly string[] },
  { now }: Author,
): void {
  if (list_id !== null)
    db.run(sql`insert or ignore into contact_list_members (list_id, contact_id, import_id, added_at)
      select l.id, c.value, ${import_id}, ${now} from contact_lists as l, json_each(${JSON.stringify(all)}) as c where l.id = ${list_id}`);
  if (tag !== "")
    db.run(sql`insert or ignore into contact_tags (tag, contact_id, import_id, created_at)
      select ${tag}, value, ${import_id}, ${now} from json_each(${JSON.stringify(touched)})
        where (select count(*) from contact_tags as t where t.contact_id = value) < ${most.tags}`);
}

/** Whether the columns of consent, where there are any, say that a row's person agreed. */
export const givesConsent = ({ agrees, consent_at }: ImportRow, columns: ImportOptions["columns"]): boolean =>
  agrees && (consent_at !== null || !columns.includes("consent_on"));

/**
 * The consent of the rows that were taken in, for the numbers that they name, or for those of their contacts. Where a column
 * says who agreed, only a yes gives it. Where a column
 * says when it was given, a row without a day gives none, and a person who took a consent back has it again only from a later
 * day. Where none does, such a person does not get it again by a file.
 */
export function agree(
  db: OrganizationDatabase,
  import_id: string,
  { consent, columns }: ImportOptions,
  all: readonly RowOfContact[],
  { id: by, now }: Author,
): void {
  if (consent === null) return;
  const isDated = columns.includes("consent_on");
  const taken = all.filter(({ row }) => givesConsent(row, columns));
  const days = new Map(taken.map(({ id, row }) => [id, row.consent_at ?? now]));
  const silent = taken.flatMap(({ id, row }) => (row.numbers.length === 0 ? [id] : []));
  const theirs = db.all<{ contact_id: string; number: string }>(
    sql`select contact_id, phone_number as number from contact_numbers where contact_id in ${among(silent)}`,
  );
  const named = taken.flatMap(({ id, row }) => row.numbers.map((number) => ({ contact_id: id, number })));
  const pairs = new Map([...named, ...theirs].map((pair) => [`${pair.contact_id} ${pair.number}`, pair]));
  const given = [...pairs.values()].map((pair) => ({
    ...pair,
    id: newId(),
    at: days.get(pair.contact_id) ?? now,
  }));
  // The plus keeps SQLite from the index of imports, which reads every consent of this file anew for every row.
  db.run(sql`insert into consents (id, contact_id, phone_number, kind, channel, source, proof, given_at, created_by, import_id)
    select g.value ->> '$.id', c.id, n.phone_number, ${consent.kind}, 'call', ${consent.source}, ${consent.proof}, g.value ->> '$.at', ${by}, ${import_id}
    from json_each(${JSON.stringify(given)}) as g cross join contacts as c on c.id = g.value ->> '$.contact_id'
    cross join contact_numbers as n on n.phone_number = g.value ->> '$.number' and n.contact_id = c.id
    where c.status <> 'do_not_call'
      and not exists (select 1 from consents as k
        where k.contact_id = c.id and k.phone_number = n.phone_number and (+k.import_id = ${import_id}
          or (${isDated ? 1 : 0} and k.channel = 'call' and k.kind = ${consent.kind} and k.given_at = g.value ->> '$.at')))
      and not exists (select 1 from consents as r where r.contact_id = c.id and r.channel = 'call' and ${endedByPerson}
        and (${isDated ? 0 : 1} or r.revoked_at >= (g.value ->> '$.at')))`);
}

/** The tags of the rows, up to so many of each contact. */
export function tagRows(
  db: OrganizationDatabase,
  import_id: string,
  rows: readonly { contact_id: string; tags: readonly string[] }[],
  now: number,
): void {
  const tagged = rows.filter(({ tags }) => tags.length > 0);
  const known = new Map<string, Set<string>>();
  for (const { contact_id, tag } of db.all<{ contact_id: string; tag: string }>(
    sql`select contact_id, tag from contact_tags where contact_id in ${among(tagged.map((row) => row.contact_id))}`,
  ))
    known.set(contact_id, (known.get(contact_id) ?? new Set()).add(tag));
  const pairs = tagged.flatMap(({ contact_id, tags }) => {
    const has = known.get(contact_id) ?? new Set();
    known.set(contact_id, has);
    return tags.flatMap((tag) => {
      if (has.has(tag) || has.size >= most.tags) return [];
      has.add(tag);
      return [{ contact_id, tag }];
    });
  });
  if (pairs.length > 0)
    db.run(sql`insert or ignore into contact_tags (tag, contact_id, import_id, created_at)
      select value ->> '$.tag', value ->> '$.contact_id', ${import_id}, ${now} from json_each(${JSON.stringify(pairs)})`);
}
