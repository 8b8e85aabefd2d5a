/** The list of contacts: filtered, searched, and read by key, so that the thousandth page costs what the first does. */
import { asc, type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { contactFields } from "#drizzle/organization/schema.ts";
import { type ContactFilter, wordsQuery } from "./contact-filter.schema.ts";
import { conditionsOf } from "./contact-filter.store.ts";
import type { ContactPage, ContactRow, OwnField } from "./contact-views.schema.ts";

/** Contacts on one page, and how many one page looks at to find them. */
export const contactsAtOnce = 50;
const lookedAtOnce = 20_000;

/** Where the contacts of a filter come from, newest first: the smallest index that holds them all. */
function sourceOf(filter: ContactFilter, after: string | null, most: number): SQL {
  const words = wordsQuery(filter.q);
  const [list, otherList] = filter.lists;
  const [tag] = filter.tags;
  if (words !== null) {
    const before =
      after === null
        ? sql``
        : sql` and rowid < coalesce((select seq from contacts where id = ${after}),
            (select seq + 1 from contacts where id <= ${after} order by id desc limit 1), 0)`;
    return sql`(select c.seq as place, c.* from
      (select rowid as found from contact_words where contact_words match ${words}${before} order by rowid desc limit ${most}) as w
      cross join contacts as c on c.seq = w.found)`;
  }
  const of = (table: SQL, where: SQL) => sql`(select c.id as place, c.* from
    (select contact_id from ${table} where ${where}${after === null ? sql`` : sql` and contact_id < ${after}`} order by contact_id desc limit ${most}) as m
    cross join contacts as c on c.id = m.contact_id)`;
  if (list !== undefined && otherList === undefined)
    return of(sql`contact_list_members`, sql`list_id = ${list}`);
  if (tag !== undefined) return of(sql`contact_tags`, sql`tag = ${tag}`);
  const status = filter.status ?? (filter.dnc === "yes" ? "do_not_call" : null);
  const where = [
    filter.archived ? sql`archived_at is not null` : sql`archived_at is null`,
    ...(status === null ? [] : [sql`status = ${status}`]),
    ...(after === null ? [] : [sql`id < ${after}`]),
  ];
  return sql`(select id as place, * from contacts where ${sql.join(where, sql` and `)} order by id desc limit ${most})`;
}

const withoutSource = (filter: ContactFilter) => {
  const q = wordsQuery(filter.q) !== null;
  const list = !q && filter.lists.length === 1;
  return { q, list, tag: !q && !list && filter.tags.length > 0 };
};

/** One page of the contacts that fit, newest first. */
export function list(
  db: OrganizationDatabase,
  filter: ContactFilter,
  after: string | null,
  now: number,
  atOnce: number = contactsAtOnce,
): ContactPage {
  const conditions = conditionsOf(filter, now, withoutSource(filter));
  const source = sourceOf(filter, after, lookedAtOnce);
  const found = db.all<Omit<ContactRow, "tags">>(sql`
    select c.id, c.name, c.phone_number, c.email, c.company, c.status, c.last_called_at, c.created_at
    from ${source} as c where ${sql.join(conditions, sql` and `)} order by c.place desc limit ${atOnce + 1}`);
  const rows = found.slice(0, atOnce).map((row) => ({ ...row, tags: tagsOf(db, row.id) }));
  if (found.length > atOnce) return { rows, next: rows.at(-1)?.id ?? null, isPartial: false };
  const end = db.get<{ id: string | null; n: number }>(
    sql`select count(*) as n, (select id from ${source} order by place limit 1) as id from ${source}`,
  );
  const isCut = (end?.n ?? 0) >= lookedAtOnce;
  return { rows, next: isCut ? (end?.id ?? null) : null, isPartial: isCut };
}

/** The most that a list counts: beyond it, it says so. */
const counted = 10_000;

/** How many contacts fit, up to 10,001. */
export function count(db: OrganizationDatabase, filter: ContactFilter, now: number): number {
  const conditions = conditionsOf(filter, now, withoutSource(filter));
  const source = sourceOf(filter, null, lookedAtOnce);
  return (
    db.get<{ n: number }>(
      sql`select count(*) as n from (select 1 from ${source} as c where ${sql.join(conditions, sql` and `)} limit ${counted + 1})`,
    )?.n ?? 0
  );
}

export const tagsOf = (db: OrganizationDatabase, contact_id: string): string[] =>
  db
    .all<{ tag: string }>(sql`select tag from contact_tags where contact_id = ${contact_id} order by tag`)
    .map(({ tag }) => tag);

/** Every tag that a contact has, in order: one step in the index for each of them, however many contacts have it. */
export function tagNames(db: OrganizationDatabase): string[] {
  return db
    .all<{ tag: string }>(sql`
      with recursive found(tag) as (
        select min(tag) from contact_tags
        union all
        select (select min(t.tag) from contact_tags as t where t.tag > found.tag) from found where found.tag is not null)
      select tag from found where tag is not null limit 200`)
    .map(({ tag }) => tag);
}

/** The organization's own fields. */
export const fields = (db: OrganizationDatabase): OwnField[] =>
  db
    .select({ key: contactFields.key, label: contactFields.label })
    .from(contactFields)
    .orderBy(asc(contactFields.created_at), asc(contactFields.key))
    .all();

/** Whether the organization has a contact at all. */
export const isEmpty = (db: OrganizationDatabase): boolean =>
  db.get(sql`select 1 from contacts limit 1`) === undefined;
