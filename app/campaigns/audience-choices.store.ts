/** The lists, segments and tags that an audience can be chosen of, with how many people they have. */
import { asc, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import {
  contactListMembers,
  contactLists,
  contactSegments,
  contactTags,
} from "#drizzle/organization/schema.ts";

/** People are counted up to here: a page must not read a million rows for a hint. */
export const countedPeople = 10_000;
/** The most lists, segments or tags that are offered. */
const mostChoices = 100;
const mostNamed = 1000;

export type AudienceChoice = { id: string; name: string; people: number | null };
export type AudienceChoices = {
  lists: AudienceChoice[];
  segments: AudienceChoice[];
  tags: AudienceChoice[];
};

const peopleIn = (db: OrganizationDatabase, rows: ReturnType<typeof sql>): number =>
  db.get<{ people: number }>(
    sql`select count(*) as people from (select 1 from ${rows} limit ${countedPeople + 1})`,
  ).people;

/** The tags in their order, each found from the one before: tags are few, and their rows many. */
const tagsOf = (db: OrganizationDatabase): { tag: string }[] =>
  db.all(sql`
    with recursive found(tag) as (
      select min(tag) from ${contactTags}
      union all
      select (select min(tag) from ${contactTags} where tag > found.tag) from found where found.tag is not null
    )
    select tag from found where tag is not null limit ${mostChoices}
  `);

/** By name; segments are not counted, because each is a search of its own. */
export function choices(db: OrganizationDatabase, chosen: readonly string[] = []): AudienceChoices {
  const lists = db
    .select({ id: contactLists.id, name: contactLists.name })
    .from(contactLists)
    // What is chosen is offered, however many lists there are: what a form does not show it would take out.
    .orderBy(
      sql`${contactLists.id} not in (select value from json_each(${JSON.stringify(chosen)}))`,
      asc(contactLists.name),
    )
    .limit(mostChoices)
    .all();
  const segments = db
    .select({ id: contactSegments.id, name: contactSegments.name })
    .from(contactSegments)
    .orderBy(asc(contactSegments.name))
    .limit(mostChoices)
    .all();
  return {
    lists: lists.map((list) => ({
      ...list,
      people: peopleIn(db, sql`${contactListMembers} where list_id = ${list.id}`),
    })),
    segments: segments.map((segment) => ({ ...segment, people: null })),
    tags: tagsOf(db).map(({ tag }) => ({
      id: tag,
      name: tag,
      people: peopleIn(db, sql`${contactTags} where tag = ${tag}`),
    })),
  };
}

type Named = { id: string; name: string };

/** Every list and segment by id, for campaigns that name them. */
export const names = (db: OrganizationDatabase): { lists: Named[]; segments: Named[] } => ({
  lists: db
    .select({ id: contactLists.id, name: contactLists.name })
    .from(contactLists)
    .limit(mostNamed)
    .all(),
  segments: db
    .select({ id: contactSegments.id, name: contactSegments.name })
    .from(contactSegments)
    .limit(mostNamed)
    .all(),
});
