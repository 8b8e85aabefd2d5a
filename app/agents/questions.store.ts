/** Callers' questions without an answer: counted, so that the most wanted answer is written first (docs/conversation.md, "Questions from callers"). */
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { questions } from "#drizzle/organization/schema.ts";
import { questionKey } from "./question-key.ts";

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
  if (key === "") return;
  const known = db
    .select()
    .from(questions)
    .where(and(eq(questions.agent_id, agent_id), eq(questions.key, key)))
    .get();
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
    .where(isNull(questions.answered_at))
    .orderBy(desc(questions.times), desc(questions.last_asked_at))
    .limit(limit)
    .all();
}

export type QuestionAsked = Pick<OpenQuestion, "id" | "agent_id" | "question" | "times"> & {
  /** All agents that could not answer it, the most often asked first. */
  agent_ids: string[];
};

/** How many rows are read to find questions that several agents could not answer. */
const lookedThrough = 40;

/**
 * The open questions, each once however many agents were asked it, the most asked first. `id` and `agent_id` are
 * those of the agent that was asked most: its knowledge is taught first.
 */
export function openByQuestion(db: OrganizationDatabase, limit: number): QuestionAsked[] {
  const found = new Map<string, QuestionAsked>();
  const rows = db
    .select({
      id: questions.id,
      key: questions.key,
      agent_id: questions.agent_id,
      question: questions.question,
      times: questions.times,
    })
    .from(questions)
    .where(isNull(questions.answered_at))
    .orderBy(desc(questions.times), desc(questions.last_asked_at))
    .limit(lookedThrough)
    .all();
  for (const { key, ...row } of rows) {
    const known = found.get(key);
    if (!known) found.set(key, { ...row, agent_ids: [row.agent_id] });
    else {
      known.times += row.times;
      known.agent_ids.push(row.agent_id);
    }
  }
  return [...found.values()].sort((a, b) => b.times - a.times).slice(0, limit);
}

const takeOff = (db: OrganizationDatabase, which: SQL | undefined, now: number): boolean =>
  db
    .update(questions)
    .set({ answered_at: now })
    .where(and(which, isNull(questions.answered_at)))
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
