/** The list of contacts: filtered, searched, and read by key, so that the thousandth page costs what the first does. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { type ContactFilter, wordsQuery } from "./contact-filter.schema.ts";
import { conditionsOf } from "./contact-filter.store.ts";
import { among } from "./contact-rows.store.ts";
import type { ContactPage, ContactRow } from "./contact-views.schema.ts";

/** Contacts on one page, and how many one page looks at to find them. */
const contactsAtOnce = 50;
const lookedAtOnce = 20_000;
/** Most pages are full after so many. */
const lookedAtFirst = 1000;

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
  const first = pageOutOf(db, { filter, after, now, atOnce }, lookedAtFirst);
  return first.rows.length < atOnce && first.isPartial
    ? pageOutOf(db, { filter, after, now, atOnce }, lookedAtOnce)
    : first;
}

type Asked = { filter: ContactFilter; after: string | null; now: number; atOnce: number };

/** A page out of so many contacts. */
function pageOutOf(
  db: OrganizationDatabase,
  { filter, after, now, atOnce }: Asked,
  looked: number,
): ContactPage {
  const conditions = conditionsOf(filter, now, withoutSource(filter));
  const source = sourceOf(filter, after, looked);
  const found = db.all<Omit<ContactRow, "tags">>(sql`
    select c.id, c.name, c.phone_number, c.email, c.company, c.status, c.last_called_at, c.created_at
    from ${source} as c where ${sql.join(conditions, sql` and `)} order by c.place desc limit ${atOnce + 1}`);
  const rows = found.slice(0, atOnce).map((row) => ({ ...row, tags: tagsOf(db, row.id) }));
  if (found.length > atOnce) return { rows, next: rows.at(-1)?.id ?? null, isPartial: false };
  const end = db.get<{ id: string | null; n: number }>(
    sql`select count(*) as n, (select id from ${source} order by place limit 1) as id from ${source}`,
  );
  const isCut = (end?.n ?? 0) >= looked;
  return { rows, next: isCut ? (end?.id ?? null) : null, isPartial: isCut };
}

/** The most that a list counts, and looks at to count. */
const counted = 10_000;

/** How many contacts fit. `isMore`: of the newest 10,000 that were looked at; there may be more. */
export type Count = { n: number; isMore: boolean };

export function count(db: OrganizationDatabase, filter: ContactFilter, now: number): Count {
  const conditions = conditionsOf(filter, now, withoutSource(filter));
  const source = sourceOf(filter, null, counted + 1);
  const found = db.get<{ looked: number; n: number | null }>(
    sql`select count(*) as looked, sum(${sql.join(conditions, sql` and `)}) as n from ${source} as c`,
  );
  return { n: Math.min(found?.n ?? 0, counted), isMore: (found?.looked ?? 0) > counted };
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

/** Whether the organization has a contact at all. */
export const isEmpty = (db: OrganizationDatabase): boolean =>
  db.get(sql`select 1 from contacts limit 1`) === undefined;

export type ExportedContact = ContactRow & {
  address: string | null;
  time_zone: string | null;
  custom: Record<string, string>;
  /** Of the first number. */
  line_type: string | null;
  /** All but the first. */
  numbers: string[];
  emails: string[];
  /** The strongest consent to calls that stands. */
  consent: string | null;
};

const strings = z.array(z.string());
const custom = z.record(z.string(), z.string()).catch({});

/** One page of the contacts that fit, with what a file shows of them. */
export function exportPage(
  db: OrganizationDatabase,
  filter: ContactFilter,
  after: string | null,
  now: number,
  atOnce: number,
): { rows: ExportedContact[]; next: string | null } {
  const page = list(db, filter, after, now, atOnce);
  const more = db.all<{
    id: string;
    address: string | null;
    time_zone: string | null;
    line_type: string | null;
    custom: string;
    numbers: string;
    emails: string;
    consent: string | null;
  }>(sql`select c.id, c.address, c.time_zone, c.custom,
      (select line_type from contact_numbers as n where n.contact_id = c.id and n.is_primary = 1) as line_type,
      (select json_group_array(phone_number) from contact_numbers as n where n.contact_id = c.id and n.is_primary = 0) as numbers,
      (select json_group_array(email) from contact_emails as e where e.contact_id = c.id and e.is_primary = 0) as emails,
      (select kind from consents as k where k.contact_id = c.id and k.channel = 'call' and k.revoked_at is null
        order by kind = 'express_written' desc, kind = 'express' desc, kind = 'customer' desc, kind = 'inquiry' desc limit 1) as consent
    from contacts as c where c.id in ${among(page.rows.map(({ id }) => id))}`);
  const byId = new Map(more.map((row) => [row.id, row]));
  const rows = page.rows.flatMap((row) => {
    const rest = byId.get(row.id);
    if (!rest) return [];
    const { address, time_zone, line_type, consent } = rest;
    return [
      {
        ...row,
        ...{ address, time_zone, line_type, consent },
        custom: custom.parse(JSON.parse(rest.custom)),
        numbers: strings.parse(JSON.parse(rest.numbers)),
        emails: strings.parse(JSON.parse(rest.emails)),
      },
    ];
  });
  return { rows, next: page.next };
}
