/**
 * Reads a page of calls: from the index that covers the filters, or from the words of a search.
 * Rows read stay in proportion to rows shown; a combination without an index is scanned within a budget
 * (docs/architecture.md, "Lists").
 */
import { type SQL, sql } from "drizzle-orm";
import { type CallEndReason, endReasonNames } from "#app/calls/end-reasons.schema.ts";
import { isEndedGroup } from "#app/calls/endings.ts";
import { type CallHistoryQuery, isReversed } from "#app/calls/history/call-history.schema.ts";
import { matchOf } from "#app/calls/history/search-words.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { addDays, instantOf } from "#app/platform/zoned-time.ts";
import type { calls } from "#drizzle/organization/schema.ts";

/** How many calls one scan reads when no index covers the combination. */
const scanBudget = 10_000;

const listed = [
  "id",
  "type",
  "direction",
  "outcome",
  "agent_name",
  "other_number",
  "contact_name",
  "summary",
  "success",
  "sentiment",
  "started_at",
  "talk_seconds",
  "cost_micros",
  "currency",
  "tags",
] as const;

/** The columns that a list shows. */
export type CallListRow = Pick<typeof calls.$inferSelect, (typeof listed)[number]>;

/** Where reading begins and in which direction. Without an id: at the end of the list. */
export type Stretch = { towards: "older" | "newer"; id: string | null; isIncluded?: boolean; limit: number };

export type Found = {
  /** In the order of reading. */
  rows: CallListRow[];
  /** The call at which the budget ran out, when more may follow; else null. */
  stoppedAt: string | null;
};

export type CallSource = {
  /** Whether an index covers exactly this query, so that no row is read in vain. */
  isExact: boolean;
  read(stretch: Stretch): Found;
};

/** All conditions that there are. */
export const both = (conditions: readonly (SQL | null)[]): SQL => {
  const real = conditions.filter((condition) => condition !== null);
  return real.length === 0 ? sql`true` : sql.join(real, sql` and `);
};

/** What the filters read. An ending is a reason, or the group of a status. */
const columns = {
  agent: "agent_id",
  number: "number_id",
  outcome: "outcome",
  direction: "direction",
  success: "success",
  sentiment: "sentiment",
  last: "last_said",
  ending: "end_reason",
  length: "length_class",
  cost: "cost_class",
} as const;
type Filter = keyof typeof columns;

const filtersOf = (query: CallHistoryQuery): Filter[] =>
  (
    [
      "agent",
      "number",
      "outcome",
      "direction",
      "success",
      "sentiment",
      "last",
      "ending",
      "length",
      "cost",
    ] as const
  ).filter((filter) => query[filter] !== null);

function is(query: CallHistoryQuery, filter: Filter): SQL {
  if (filter === "last")
    return sql`c.last_said = (select l.last_said from calls as l where l.id = ${query.last})`;
  if (filter === "ending" && isEndedGroup(query.ending)) return sql`c.status_group = ${query.ending}`;
  return sql`c.${sql.identifier(columns[filter])} = ${query[filter]}`;
}

/** The reasons for which calls have ended: one look into the index for each reason that there is. */
export const occurringEndings = (db: OrganizationDatabase): CallEndReason[] =>
  endReasonNames.filter(
    (reason) =>
      db.get(sql`select 1 from calls indexed by calls_end_reason where end_reason = ${reason} limit 1`) !==
      undefined,
  );

/** The indexes that end in `id`, with the filters that each covers; the most selective first. */
const indexes: readonly { name: string; holds: readonly Filter[] }[] = [
  { name: "calls_agent_outcome", holds: ["agent", "outcome"] },
  { name: "calls_agent_length", holds: ["agent", "length"] },
  { name: "calls_number", holds: ["number"] },
  { name: "calls_end_reason", holds: ["ending"] },
  { name: "calls_agent", holds: ["agent"] },
  { name: "calls_success", holds: ["success"] },
  { name: "calls_sentiment", holds: ["sentiment"] },
  { name: "calls_cost", holds: ["cost"] },
  { name: "calls_length", holds: ["length"] },
  { name: "calls_outcome", holds: ["outcome"] },
  { name: "calls_direction", holds: ["direction"] },
];

/** Of the endings that are groups of statuses, in place of `calls_end_reason`. */
const groupIndex = "calls_status_group";

type Range = { first: string | null; end: string | null };

/** The ids of the calls of a range of local dates, in either order: `first` included, `end` excluded. */
export const idRange = (query: Pick<CallHistoryQuery, "from" | "to">, timeZone: string): Range => {
  const { from, to } = isReversed(query) ? { from: query.to, to: query.from } : query;
  return {
    first: from && firstIdAt(instantOf(from, "00:00", timeZone)),
    end: to && firstIdAt(instantOf(addDays(to, 1), "00:00", timeZone)),
  };
};

/** A stretch within a range of ids: at most one bound on each side, because an index is entered by one. */
function within(
  { towards, id, isIncluded = false }: Stretch,
  { first, end }: Range,
  at: SQL = sql`c.id`,
): SQL[] {
  let upper = end && sql`${at} < ${end}`;
  let lower = first && sql`${at} >= ${first}`;
  if (towards === "older" && id !== null && (end === null || id < end))
    upper = isIncluded ? sql`${at} <= ${id}` : sql`${at} < ${id}`;
  if (towards === "newer" && id !== null && (first === null || id >= first))
    lower = isIncluded ? sql`${at} >= ${id}` : sql`${at} > ${id}`;
  return [upper, lower].filter((bound) => bound !== null && bound !== "");
}

const direction = ({ towards }: Stretch): SQL => (towards === "older" ? sql`desc` : sql`asc`);
/** The columns that a list shows, of `calls as c`. */
export const wanted = sql.raw(listed.map((column) => `c.${column}`).join(", "));

/** The calls that a query without words asks for, by their start. */
function indexSource(db: OrganizationDatabase, query: CallHistoryQuery, timeZone: string): CallSource {
  const filters = filtersOf(query);
  const index = indexes.find(({ holds }) => holds.every((filter) => filters.includes(filter)));
  const held = index?.holds ?? [];
  const rest = filters.filter((filter) => !held.includes(filter));
  // The planner of an object has no statistics, and sometimes chooses an index that covers less.
  const name = index?.holds.includes("ending") && isEndedGroup(query.ending) ? groupIndex : index?.name;
  const table = sql`calls as c indexed by ${sql.identifier(name ?? "calls_id_unique")}`;
  const range = idRange(query, timeZone);

  return {
    isExact: rest.length === 0,
    read(stretch) {
      const where = both([...held.map((filter) => is(query, filter)), ...within(stretch, range)]);
      const order = sql`order by c.id ${direction(stretch)}`;
      if (rest.length === 0) {
        const rows = db.all<CallListRow>(
          sql`select ${wanted} from ${table} where ${where} ${order} limit ${stretch.limit}`,
        );
        return { rows, stoppedAt: null };
      }
      // A limited subquery is read lazily, in its own order, and only until the outer limit is reached.
      const rows = db.all<CallListRow>(sql`
        select ${wanted} from (select * from ${table} where ${where} ${order} limit ${scanBudget}) as c
        where ${both(rest.map((filter) => is(query, filter)))} limit ${stretch.limit}`);
      if (rows.length === stretch.limit) return { rows, stoppedAt: null };
      const stopped = db.get<{ id: string }>(
        sql`select c.id as id from ${table} where ${where} ${order} limit 1 offset ${scanBudget - 1}`,
      );
      return { rows, stoppedAt: stopped?.id ?? null };
    },
  };
}

const isTagged = (tag: string): SQL =>
  sql`exists (select 1 from call_tags as t where t.tag = ${tag} and t.call_id = c.id)`;

/** What a query asks of a call (`calls as c`) besides its words. */
export const besidesWords = (query: CallHistoryQuery, timeZone: string): SQL[] => [
  ...filtersOf(query).map((filter) => is(query, filter)),
  ...(query.tag === null ? [] : [isTagged(query.tag)]),
  ...within({ towards: "older", id: null, limit: 0 }, idRange(query, timeZone)),
];

/** The place in the history of the call that entered it last. */
export const lastSeq = (db: OrganizationDatabase): number =>
  db.get<{ seq: number | null }>(sql`select max(seq) as seq from calls`)?.seq ?? 0;

/** The newest calls of a full-text query (`search-words.ts`). */
export const newestOf = (db: OrganizationDatabase, match: string, limit: number): CallListRow[] =>
  db.all<CallListRow>(sql`
    select ${wanted} from (
      select w.rowid as seq from call_words as w where call_words match ${match} order by w.rowid desc limit ${limit}
    ) as f cross join calls as c on c.seq = f.seq`);

/** The source of a query: its words, or else its filters. */
export function sourceOf(db: OrganizationDatabase, query: CallHistoryQuery, timeZone: string): CallSource {
  if (query.q !== "") return wordSource(db, query, timeZone);
  return (query.tag === null ? indexSource : tagSource)(db, query, timeZone);
}

/** The indexes of `call_tags` that end in the call, with the filter that each covers beside the tag. */
const tagIndexes = { agent: "call_tags_agent", outcome: "call_tags_outcome" } as const;

/** The calls that have a tag, by their start. */
function tagSource(db: OrganizationDatabase, query: CallHistoryQuery, timeZone: string): CallSource {
  const filters = filtersOf(query);
  const held = (["agent", "outcome"] as const).find((filter) => query[filter] !== null) ?? null;
  const rest = filters.filter((filter) => filter !== held);
  const range = idRange(query, timeZone);
  const index = held === null ? "call_tags_tag" : tagIndexes[held];
  const withTag = (stretch: Stretch, columns: SQL, most: SQL) => sql`
    select ${columns} from call_tags as t indexed by ${sql.identifier(index)}
    where ${both([
      sql`t.tag = ${query.tag}`,
      held && sql`t.${sql.identifier(columnsOfTags[held])} = ${query[held]}`,
      ...within(stretch, range, sql`t.call_id`),
    ])} order by t.call_id ${direction(stretch)} ${most}`;

  return {
    isExact: rest.length === 0,
    read(stretch) {
      const most = rest.length === 0 ? stretch.limit : scanBudget;
      const rows = db.all<CallListRow>(sql`
        select ${wanted} from (${withTag(stretch, sql`t.call_id as id`, sql`limit ${most}`)}) as f
        cross join calls as c on c.id = f.id
        where ${both(rest.map((filter) => is(query, filter)))} limit ${stretch.limit}`);
      if (rest.length === 0 || rows.length === stretch.limit) return { rows, stoppedAt: null };
      const stopped = db.get<{ id: string }>(
        withTag(stretch, sql`t.call_id as id`, sql`limit 1 offset ${scanBudget - 1}`),
      );
      return { rows, stoppedAt: stopped?.id ?? null };
    },
  };
}

const columnsOfTags = { agent: "agent_id", outcome: "outcome" } as const;

/** Calls that contain the words, in the order in which they entered the history. */
function wordSource(db: OrganizationDatabase, query: CallHistoryQuery, timeZone: string): CallSource {
  const match = matchOf(query.q);
  const rest = besidesWords(query, timeZone);
  const seqOf = (id: string) =>
    db.get<{ seq: number }>(sql`select c.seq from calls as c where c.id = ${id}`)?.seq ?? null;

  return {
    isExact: rest.length === 0,
    read(stretch) {
      const { towards, id, isIncluded, limit } = stretch;
      const seq = id === null ? null : seqOf(id);
      if (match === null || (id !== null && seq === null)) return { rows: [], stoppedAt: null };
      // Numbers are bound as reals, and FTS5 uses its index for integers only.
      const bound = sql`cast(${seq} as integer)`;
      const beyond = sql.raw(`${towards === "older" ? "<" : ">"}${isIncluded ? "=" : ""}`);
      const found = (most: SQL) => sql`
        select w.rowid as seq from call_words as w
        where call_words match ${match} and ${seq === null ? sql`true` : sql`w.rowid ${beyond} ${bound}`}
        order by w.rowid ${direction(stretch)} ${most}`;
      const most = rest.length === 0 ? limit : scanBudget;
      // `cross join` keeps the words outside and the calls inside: rows come newest first and reading stops at the
      // limit.
      const rows = db.all<CallListRow>(sql`
        select ${wanted} from (${found(sql`limit ${most}`)}) as f cross join calls as c on c.seq = f.seq
        where ${both(rest)} limit ${limit}`);
      if (rest.length === 0 || rows.length === limit) return { rows, stoppedAt: null };
      const stopped = db.get<{ id: string }>(sql`
        select c.id as id from (${found(sql`limit 1 offset ${scanBudget - 1}`)}) as f
        cross join calls as c on c.seq = f.seq`);
      return { rows, stoppedAt: stopped?.id ?? null };
    },
  };
}
