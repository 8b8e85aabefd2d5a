/** Finds the passages that answer a question: the words it is about, ranked by BM25, and how much of it each passage covers. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { FoundPassage } from "./knowledge.schema.ts";
import { questionWords, stemOf, stemsOf } from "./question-words.ts";

/** What a word counts by where a passage has it: in the source's title, in a heading, in the text. */
const weights = sql.raw("4.0, 3.0, 1.0");
/**
 * So many passages are ranked: the rarest words of a question are looked for, as long as no more passages hold them. A word
 * that more hold than that tells nothing apart.
 */
const ranked = 1500;
/** So many of the best are compared by how much of the question they cover. */
const most = 10;

type Asked = { question: string; agent_id: string | null; limit: number };
type Found = Omit<FoundPassage, "share" | "score"> & { rank: number };

/** How many passages hold a word, counted no further than needed. */
function holding(db: OrganizationDatabase, word: string): number {
  const found = db.get<{ n: number }>(
    sql`select count(*) as n from (select 1 from knowledge_words where knowledge_words match ${`"${word}"`} limit ${ranked})`,
  );
  return found?.n ?? 0;
}

/** The best passages first. @param asked `agent_id` null: of all sources */
export function search(db: OrganizationDatabase, asked: Asked): FoundPassage[] {
  const words = questionWords(asked.question);
  const counted = words.map((word) => ({ word, n: holding(db, word) })).sort((a, b) => a.n - b.n);
  let left = ranked;
  const telling: string[] = [];
  for (const { word, n } of counted) {
    if (n === 0) continue;
    left -= n;
    if (telling.length === 0 || left >= 0) telling.push(`"${word}"`);
  }
  if (telling.length === 0) return [];
  // Before the limit: passages of other agents' sources must not take the places of its own.
  const mine =
    asked.agent_id === null
      ? sql``
      : sql`and exists (
          select 1 from knowledge_passages as o cross join knowledge_sources as s on s.id = o.source_id
          where o.seq = w.rowid
          and (s.agent_ids is null or exists (select 1 from json_each(s.agent_ids) where value = ${asked.agent_id})))`;
  const rows = db.all<Found>(sql`
    select s.id as source_id, s.title as title, p.heading as heading, p.text as text, f.rank as rank
    from (
      select w.rowid as seq, bm25(knowledge_words, ${weights}) as rank from knowledge_words as w
      where knowledge_words match ${telling.join(" OR ")} ${mine} limit ${ranked}
    ) as f cross join knowledge_passages as p on p.seq = f.seq
    cross join knowledge_sources as s on s.id = p.source_id
    order by f.rank limit ${most}`);
  // A rare word tells more than a common one; one that no passage holds tells most, and none covers it.
  const weighed = counted.map(({ word, n }) => ({ stem: stemOf(word), weight: 1 / Math.log2(2 + n) }));
  const all = weighed.reduce((total, { weight }) => total + weight, 0);
  const found = rows.map(({ rank, ...passage }) => {
    const stems = stemsOf(`${passage.title} ${passage.heading} ${passage.text}`);
    const about = weighed.reduce((total, { stem, weight }) => total + (stems.has(stem) ? weight : 0), 0);
    return { ...passage, score: -rank, share: about / all };
  });
  return found.sort((a, b) => b.share - a.share || b.score - a.score).slice(0, asked.limit);
}
