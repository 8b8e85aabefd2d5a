/** Callers' questions that were answered for good: an erased person's number or address goes from what agents know. */
import { and, eq } from "drizzle-orm";
import { agentSpec } from "#app/agents/agents.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { agents, agentVersions, knowledgePassages, knowledgeSources } from "#drizzle/organization/schema.ts";
import { type Identifiers, withoutIdentifiers } from "./erased-words.ts";

/**
 * Takes a person's identifiers from the knowledge's entries and from each agent's answers, in the draft and in every
 * version. Files and pages are documents of the organization's own, and stay as they are.
 */
export function forgetTaught(db: OrganizationDatabase, known: Identifiers, now: number): void {
  const cleared = (text: string): string => String(withoutIdentifiers(text, known));
  for (const { id, title, text } of db.select().from(knowledgeSources).where(isEntry).all()) {
    const [left, words] = [cleared(title), text === null ? null : cleared(text)];
    if (left === title && words === text) continue;
    db.update(knowledgeSources)
      .set({ title: left, text: words, updated_at: now })
      .where(eq(knowledgeSources.id, id))
      .run();
    for (const passage of db
      .select()
      .from(knowledgePassages)
      .where(eq(knowledgePassages.source_id, id))
      .all())
      db.update(knowledgePassages)
        .set({ title: cleared(passage.title), text: cleared(passage.text) })
        .where(eq(knowledgePassages.seq, passage.seq))
        .run();
  }
  const left = (spec: unknown) => {
    const before = agentSpec.parse(spec);
    const knowledge = before.knowledge.map((one) => ({
      ...one,
      question: cleared(one.question),
      answer: cleared(one.answer),
      synonyms: one.synonyms.map(cleared),
    }));
    return JSON.stringify(knowledge) === JSON.stringify(before.knowledge) ? null : { ...before, knowledge };
  };
  for (const { id, spec } of db.select({ id: agents.id, spec: agents.spec }).from(agents).all()) {
    const changed = left(spec);
    if (changed) db.update(agents).set({ spec: changed }).where(eq(agents.id, id)).run();
  }
  for (const { agent_id, version, spec } of db.select().from(agentVersions).all()) {
    const changed = left(spec);
    const isIt = and(eq(agentVersions.agent_id, agent_id), eq(agentVersions.version, version));
    if (changed) db.update(agentVersions).set({ spec: changed }).where(isIt).run();
  }
}

const isEntry = eq(knowledgeSources.kind, "entry");
