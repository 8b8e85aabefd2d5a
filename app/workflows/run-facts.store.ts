/** What a run knows at a moment: what happened, the contact as it is now, and what its steps gave. */
import { eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { Json } from "#app/platform/json.ts";
import { contacts, workflowSteps } from "#drizzle/organization/schema.ts";
import type { RunFacts } from "./workflow.schema.ts";

function contactOf(db: OrganizationDatabase, id: string): Json {
  const row = db
    .select({
      id: contacts.id,
      name: contacts.name,
      phone_number: contacts.phone_number,
      email: contacts.email,
      company: contacts.company,
      status: contacts.status,
      address: contacts.address,
      time_zone: contacts.time_zone,
      custom: contacts.custom,
    })
    .from(contacts)
    .where(eq(contacts.id, id))
    .get();
  if (!row) return null;
  const tags = db.all<{ tag: string }>(
    sql`select tag from contact_tags where contact_id = ${id} order by tag`,
  );
  const lists = db.all<{ name: string }>(
    sql`select l.name from contact_list_members as m join contact_lists as l on l.id = m.list_id
      where m.contact_id = ${id} order by l.name`,
  );
  return { ...row, tags: tags.map(({ tag }) => tag), lists: lists.map(({ name }) => name) };
}

/** What each step of a run gave last. */
function given(db: OrganizationDatabase, run_id: string): Json {
  const rows = db
    .select({ step_id: workflowSteps.step_id, output: workflowSteps.output })
    .from(workflowSteps)
    .where(eq(workflowSteps.run_id, run_id))
    .orderBy(workflowSteps.seq)
    .all();
  return Object.fromEntries(rows.map(({ step_id, output }) => [step_id, output ?? {}]));
}

/** @param run_id null: it has not begun */
export const factsOf = (
  db: OrganizationDatabase,
  event: Json,
  contact_id: string | null,
  run_id: string | null,
): RunFacts => ({
  event,
  contact: contact_id === null ? null : contactOf(db, contact_id),
  steps: run_id === null ? {} : given(db, run_id),
});
