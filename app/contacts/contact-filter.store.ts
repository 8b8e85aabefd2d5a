/** A filter of contacts as SQL over `contacts as c`. */
import { type SQL, sql } from "drizzle-orm";
import { day_ms } from "#app/platform/durations.ts";
import { type ContactFilter, wordsQuery } from "./contact-filter.schema.ts";

const ago = (days: number, now: number): SQL => sql`${now - days * day_ms}`;

const called = (now: number): Record<NonNullable<ContactFilter["called"]>, SQL> => ({
  within_7: sql`c.last_called_at >= ${ago(7, now)}`,
  within_30: sql`c.last_called_at >= ${ago(30, now)}`,
  not_30: sql`coalesce(c.last_called_at, 0) < ${ago(30, now)}`,
  not_90: sql`coalesce(c.last_called_at, 0) < ${ago(90, now)}`,
  never: sql`c.last_called_at is null`,
});

const added = (now: number): Record<NonNullable<ContactFilter["added"]>, SQL> => ({
  within_7: sql`c.created_at >= ${ago(7, now)}`,
  within_30: sql`c.created_at >= ${ago(30, now)}`,
  within_90: sql`c.created_at >= ${ago(90, now)}`,
});

const has: Record<NonNullable<ContactFilter["has"]>, SQL> = {
  number: sql`c.phone_number is not null`,
  email: sql`c.email is not null`,
  no_number: sql`c.phone_number is null`,
};

const consented = (kinds: SQL): SQL =>
  sql`exists (select 1 from consents as k where k.contact_id = c.id and k.channel = 'call' and k.revoked_at is null and k.kind ${kinds})`;

const consent: Record<NonNullable<ContactFilter["consent"]>, SQL> = {
  written: consented(sql`= 'express_written'`),
  any: consented(sql`<> 'none'`),
  none: sql`not ${consented(sql`<> 'none'`)}`,
};

/** The conditions of a filter; `without`: those that the rows come from already. */
export function conditionsOf(
  filter: ContactFilter,
  now: number,
  without: { q?: boolean; tag?: boolean; list?: boolean } = {},
): SQL[] {
  const { tags, lists, status, dnc, field, value } = filter;
  const words = wordsQuery(filter.q);
  const all = [filter.archived ? sql`c.archived_at is not null` : sql`c.archived_at is null`];
  if (words !== null && !without.q)
    all.push(sql`c.seq in (select rowid from contact_words where contact_words match ${words})`);
  if (filter.q !== "" && words === null) all.push(sql`false`);
  for (const tag of without.tag ? tags.slice(1) : tags)
    all.push(sql`exists (select 1 from contact_tags as t where t.tag = ${tag} and t.contact_id = c.id)`);
  if (lists.length > 0 && !without.list)
    all.push(
      sql`exists (select 1 from contact_list_members as m where m.contact_id = c.id and m.list_id in (select value from json_each(${JSON.stringify(lists)})))`,
    );
  if (status !== null) all.push(sql`c.status = ${status}`);
  if (dnc === "yes") all.push(sql`c.status = 'do_not_call'`);
  if (dnc === "no") all.push(sql`c.status <> 'do_not_call'`);
  if (filter.has !== null) all.push(has[filter.has]);
  if (filter.consent !== null) all.push(consent[filter.consent]);
  if (filter.called !== null) all.push(called(now)[filter.called]);
  if (filter.added !== null) all.push(added(now)[filter.added]);
  if (field !== "")
    all.push(
      sql`exists (select 1 from json_each(c.custom) as f where f.key = ${field} and ${
        value === "" ? sql`f.value <> ''` : sql`f.value = ${value} collate nocase`
      })`,
    );
  return all;
}
