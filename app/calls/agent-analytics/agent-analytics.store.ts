/** Counts the calls of one agent in a range of days, in few scans of its own calls (docs/architecture.md, "Lists"). */
import { sql } from "drizzle-orm";
import { find as findAgent } from "#app/agents/agents.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { firstIdAt } from "#app/platform/id.ts";
import {
  type AgentFigures,
  type CountedAnswer,
  type CountedCalls,
  type CountedLast,
  type CountedWait,
  mostAnswered,
  mostCounted,
} from "./agent-figures.ts";

const lastsShown = 10;

/**
 * The figures of an agent's calls since an instant; null: the organization has no such agent.
 * @param since ms UTC
 */
export function figures(db: OrganizationDatabase, agent_id: string, since: number): AgentFigures | null {
  const agent = findAgent(db, agent_id);
  if (!agent) return null;
  const all = (first: string) =>
    sql`calls as c indexed by calls_agent where c.agent_id = ${agent_id} and c.id >= ${first}`;
  const begin = firstIdAt(since);
  const cut = db.get<{ id: string }>(
    sql`select c.id as id from ${all(begin)} order by c.id desc limit 1 offset ${mostCounted}`,
  );
  const counted = all(cut?.id ?? begin);
  const questions = agent.spec.analysis.map(({ id, label, type }) => ({ id, label, type }));
  return {
    name: agent.spec.name,
    questions,
    groups: db.all<CountedCalls>(sql`
      select c.agent_version as version, c.outcome as outcome, c.success as success, c.currency as currency,
        count(*) as calls, sum(c.answered_at is not null and c.outcome <> 'missed') as answered,
        sum(c.talk_seconds) as seconds, sum(c.cost_micros) as cost_micros, sum(c.last_said is not null) as hung_up
      from ${counted} group by 1, 2, 3, 4`),
    waits: db.all<CountedWait>(sql`
      select c.answer_ms / 10 * 10 as ms, count(*) as calls
      from ${counted} and c.answer_ms is not null group by 1 order by 1`),
    lasts: db.all<CountedLast>(sql`
      select c.last_said as said, count(*) as calls, max(c.id) as newest
      from ${counted} and c.last_said is not null group by 1 order by 2 desc, 3 desc limit ${lastsShown}`),
    answers: questions.length === 0 ? [] : answersOf(db, counted, questions),
    isCut: cut !== undefined,
  };
}

/** The answers to the questions that the agent asks now. */
function answersOf(
  db: OrganizationDatabase,
  counted: ReturnType<typeof sql>,
  questions: AgentFigures["questions"],
): CountedAnswer[] {
  const ids = JSON.stringify(questions.map(({ id }) => id));
  return db.all<CountedAnswer>(sql`
    select id, iif(type in ('text', 'number'), iif(value is null, null, ''), value) as value, count(*) as calls,
      avg(iif(type = 'number', value, null)) as average, min(iif(type = 'number', value, null)) as least,
      max(iif(type = 'number', value, null)) as most
    from (
      select a.value ->> '$.id' as id, a.value ->> '$.type' as type, a.value ->> '$.value' as value
      from (select c.id from ${counted} and c.success is not null order by c.id desc limit ${mostAnswered}) as j
        cross join call_analyses as k on k.call_id = j.id
        cross join json_each(k.answers) as a)
    where id in (select value from json_each(${ids})) group by 1, 2 order by calls desc`);
}
