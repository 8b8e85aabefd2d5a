/** Callers' questions without an answer: counted, so that the most wanted answer is written first (docs/conversation.md, "Questions from callers"). */
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { questions } from "#drizzle/organization/schema.ts";
import { areAlike, isFragment, questionKey } from "./question-key.ts";

const longestQuestion = 300;

export type Asked = { agent_id: string; call_id: string; question: string; now: number };

export type OpenQuestion = {
  id: string;
  agent_id: string;
  question: string;
  times: number;
  last_call_id: string | null;
  last_asked_at: number;
};

/** Counts a question, once in a call. A question that was answered and comes again is open again. */
export function note(db: OrganizationDatabase, { agent_id, call_id, question, now }: Asked): void {
  const key = questionKey(question);
  if (key === "" || isFragment(question)) return;
  const same = db
    .select()
    .from(questions)
    .where(and(eq(questions.agent_id, agent_id), eq(questions.key, key)))
    .get();
  const known = same?.merged_into
    ? (db.select().from(questions).where(eq(questions.id, same.merged_into)).get() ?? same)
    : same;
  if (!known) {
    db.insert(questions)
      .values({
        id: newId(now),
        agent_id,
        key,
        question: question.trim().slice(0, longestQuestion),
        first_call_id: call_id,
        last_call_id: call_id,
        last_asked_at: now,
        created_at: now,
      })
      .run();
    return;
  }
  if (known.last_call_id === call_id) return;
  db.update(questions)
    .set({ times: known.times + 1, last_call_id: call_id, last_asked_at: now, answered_at: null })
    .where(eq(questions.id, known.id))
    .run();
}

const isOpen = and(
  isNull(questions.answered_at),
  isNull(questions.dismissed_at),
  isNull(questions.merged_into),
);

/** The open questions, the most asked first. */
export function open(db: OrganizationDatabase, limit: number): OpenQuestion[] {
  return db
    .select({
      id: questions.id,
      agent_id: questions.agent_id,
      question: questions.question,
      times: questions.times,
      last_call_id: questions.last_call_id,
      last_asked_at: questions.last_asked_at,
    })
    .from(questions)
    .where(isOpen)
    .orderBy(desc(questions.times), desc(questions.last_asked_at))
    .limit(limit)
    .all();
}

export type QuestionAsked = Pick<OpenQuestion, "id" | "agent_id" | "question" | "times"> & {
  /** All agents that could not answer it, the most often asked first. */
  agent_ids: string[];
};

/** How many rows are read to find questions that ask the same. */
const lookedThrough = 200;

type Group = QuestionAsked & { key: string; ids: string[] };

/** The open questions in groups that ask the same. */
function groups(db: OrganizationDatabase): Group[] {
  const found: Group[] = [];
  const rows = db
    .select({
      id: questions.id,
      key: questions.key,
      agent_id: questions.agent_id,
      question: questions.question,
      times: questions.times,
    })
    .from(questions)
    .where(isOpen)
    .orderBy(desc(questions.times), desc(questions.last_asked_at))
    .limit(lookedThrough)
    .all();
  for (const row of rows) {
    if (isFragment(row.question)) continue;
    const known = found.find(({ key }) => areAlike(key, row.key));
    if (!known) found.push({ ...row, ids: [row.id], agent_ids: [row.agent_id] });
    else {
      known.times += row.times;
      known.ids.push(row.id);
      if (!known.agent_ids.includes(row.agent_id)) known.agent_ids.push(row.agent_id);
    }
  }
  return found.sort((a, b) => b.times - a.times);
}

/**
 * The open questions, each once however many agents were asked it and in which words, the most asked first. `id` and
 * `agent_id` are those of the agent that was asked most: its knowledge is taught first.
 */
export const openByQuestion = (db: OrganizationDatabase, limit: number): QuestionAsked[] =>
  groups(db)
    .slice(0, limit)
    .map(({ key: _key, ids: _ids, ...asked }) => asked);

const groupOf = (db: OrganizationDatabase, id: string): Group | undefined =>
  groups(db).find(({ ids }) => ids.includes(id));

/** An open question, with those that ask the same counted in; null: it is none. */
export function findOpen(db: OrganizationDatabase, id: string): QuestionAsked | null {
  const { key: _key, ids: _ids, ...asked } = groupOf(db, id) ?? {};
  return "id" in asked ? asked : null;
}

/**
 * Takes a question off the list, with those that ask the same: answered, until it is asked again; dismissed, for good.
 * @returns whether there was one
 */
export function settle(
  db: OrganizationDatabase,
  { id, as, now }: { id: string; as: "answered" | "dismissed"; now: number },
): boolean {
  const group = groupOf(db, id);
  if (!group) return false;
  const settled = as === "answered" ? { answered_at: now } : { dismissed_at: now };
  for (const one of group.ids) db.update(questions).set(settled).where(eq(questions.id, one)).run();
  return true;
}

/** Counts a question with another from now on. @returns whether both are on the list, and apart */
export function merge(db: OrganizationDatabase, { id, into }: { id: string; into: string }): boolean {
  const [from, to] = [groupOf(db, id), groupOf(db, into)];
  if (!from || !to || from === to || to.ids.includes(id)) return false;
  const kept = to.ids[0] ?? into;
  const known = db.select().from(questions).where(eq(questions.id, kept)).get();
  if (!known) return false;
  for (const one of from.ids) {
    db.update(questions).set({ merged_into: kept }).where(eq(questions.id, one)).run();
    // What was counted with it is counted with the other, too.
    db.update(questions).set({ merged_into: kept }).where(eq(questions.merged_into, one)).run();
  }
  db.update(questions)
    .set({ times: known.times + from.times })
    .where(eq(questions.id, kept))
    .run();
  return true;
}

const takeOff = (db: OrganizationDatabase, which: SQL | undefined, now: number): boolean =>
  db
    .update(questions)
    .set({ answered_at: now })
    .where(and(which, isOpen))
    .returning({ id: questions.id })
    .all().length > 0;

/** Removes a question from the list, because the agent now has an answer. @returns whether there was one */
export const markAnswered = (db: OrganizationDatabase, id: string, now: number): boolean =>
  takeOff(db, eq(questions.id, id), now);

/** The same by the question's words, for a call's script, which has no id. @returns whether there was one */
export const markAnsweredByWords = (
  db: OrganizationDatabase,
  agent_id: string,
  question: string,
  now: number,
): boolean =>
  takeOff(db, and(eq(questions.agent_id, agent_id), eq(questions.key, questionKey(question))), now);
