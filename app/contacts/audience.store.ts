/** Who a campaign is for: the union of lists, segments and tags, read by key, so that the thousandth page costs what the first does. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { contactSegments } from "#drizzle/organization/schema.ts";
import { filterOfSegment } from "./contact-filter.schema.ts";
import { conditionsOf } from "./contact-filter.store.ts";
import type { Audience, Lead } from "./contact-terms.schema.ts";

/** Contacts that can be called at all. */
const callable = sql`c.archived_at is null and c.phone_number is not null`;

/** One set of the union: where its contacts come from, the column of their ids, and what else they must be. */
type Source = { from: SQL; id: SQL; where: SQL };

function sourcesOf(db: OrganizationDatabase, { lists, segments, tags, everyone }: Audience): Source[] {
  if (everyone) return [{ from: sql`contacts as c`, id: sql`c.id`, where: callable }];
  const of = (table: SQL, where: SQL): Source => ({
    from: sql`${table} as m cross join contacts as c on c.id = m.contact_id`,
    id: sql`m.contact_id`,
    where: sql`${where} and ${callable}`,
  });
  return [
    ...lists.map((list) => of(sql`contact_list_members`, sql`m.list_id = ${list}`)),
    ...tags.map((tag) => of(sql`contact_tags`, sql`m.tag = ${tag}`)),
    ...segments.flatMap((id) => {
      const row = db.select().from(contactSegments).where(eq(contactSegments.id, id)).get();
      const filter = filterOfSegment(row?.filter);
      if (!filter) return [];
      const where = sql`${callable} and ${sql.join(conditionsOf(filter, Date.now()), sql` and `)}`;
      return [{ from: sql`contacts as c`, id: sql`c.id`, where }];
    }),
  ];
}

/**
 * The people of an audience in the order of their ids, each once. People on the do-not-call list are among them: who
 * may be called is asked when they are.
 * @param after the id of the last one that was read; null: from the beginning. @returns fewer than `limit` at the end
 */
export function audienceOf(
  db: OrganizationDatabase,
  audience: Audience,
  after: string | null,
  limit: number,
): Lead[] {
  const sources = sourcesOf(db, audience);
  if (sources.length === 0) return [];
  // Each set is read in the order of its own index, and only as far as the page can reach.
  const sets = sources.map(
    ({ from, id, where }) =>
      sql`select id from (select ${id} as id from ${from}
        where ${where} and ${id} > (select after from asked) order by ${id} limit (select most from asked))`,
  );
  return db.all<Lead>(sql`with asked(after, most) as (select ${after ?? ""}, ${limit})
    select c.id as contact_id, c.name, c.phone_number, c.time_zone, c.country
    from (${sql.join(sets, sql` union `)} order by 1 limit ${limit}) as found
    cross join contacts as c on c.id = found.id order by found.id`);
}

/**
 * About so many people of an audience as are asked for, spread evenly over it; all of them, if there are no more.
 * @param size how many people the audience has
 */
export function spreadOver(db: OrganizationDatabase, audience: Audience, size: number, most: number): Lead[] {
  const sources = sourcesOf(db, audience);
  if (sources.length === 0) return [];
  const sets = sources.map(
    ({ from, id, where }) => sql`select ${id} as id from ${from} where ${where} and ${isSampled(size, most)}`,
  );
  return db.all<Lead>(sql`
    select c.id as contact_id, c.name, c.phone_number, c.time_zone, c.country
    from (${sql.join(sets, sql` union `)}) as found cross join contacts as c on c.id = found.id order by found.id`);
}

/**
 * Whether a contact `c` is one of the `most` of `size` that are looked at: the multiples of the golden ratio lie evenly,
 * and follow no pattern of a file. It costs a multiplication a contact, where counting places would sort them.
 */
export const isSampled = (size: number, most: number): SQL =>
  size <= most ? sql`true` : sql`c.seq * 2654435761 % 4294967296 < ${Math.round((most / size) * 2 ** 32)}`;

/** Whether a contact is one of them now. */
export function isOf(db: OrganizationDatabase, audience: Audience, contact_id: string): boolean {
  const sources = sourcesOf(db, audience);
  if (sources.length === 0) return false;
  const sets = sources.map(
    ({ from, id, where }) => sql`select 1 from ${from} where ${id} = ${contact_id} and ${where}`,
  );
  return db.get(sql`${sql.join(sets, sql` union all `)} limit 1`) !== undefined;
}

/** How many people an audience has. */
export function countAudience(db: OrganizationDatabase, audience: Audience): number {
  const sources = sourcesOf(db, audience);
  if (sources.length === 0) return 0;
  const sets = sources.map(({ from, id, where }) => sql`select ${id} as id from ${from} where ${where}`);
  return db.get<{ n: number }>(sql`select count(*) as n from (${sql.join(sets, sql` union `)})`)?.n ?? 0;
}
