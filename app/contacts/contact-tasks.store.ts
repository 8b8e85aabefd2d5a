/** Tasks for contacts: written, changed, done, and listed with what is due first. */
import { eq, type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { contactTasks } from "#drizzle/organization/schema.ts";
import { exists } from "./contact-file.store.ts";
import type { Assignee, Task, TaskChange, TasksAsked } from "./contact-tasks.schema.ts";
import { most } from "./contact-terms.schema.ts";

type Kept = { ok: true; changed: boolean } | { ok: false; reason: "not_found" | "full" };
type NewTask = {
  id: string;
  contact_id: string;
  title: string;
  due_at: number | null;
  assignee: Assignee | null;
};

/** Keeps a task. The same id again changes nothing. */
export function add(
  db: OrganizationDatabase,
  { assignee, ...task }: NewTask,
  author: { id: string; name: string },
  now: number,
): Kept {
  const { contact_id } = task;
  if (!exists(db, contact_id)) return { ok: false, reason: "not_found" };
  const held = db.get<{ n: number }>(
    sql`select count(*) as n from contact_tasks where contact_id = ${contact_id}`,
  );
  if ((held?.n ?? 0) >= most.tasks) return { ok: false, reason: "full" };
  const added = db
    .insert(contactTasks)
    .values({
      ...task,
      assignee_id: assignee?.id ?? null,
      assignee_name: assignee?.name ?? null,
      created_by: author.id,
      created_name: author.name,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning({ id: contactTasks.id })
    .all();
  return { ok: true, changed: added.length > 0 };
}

/** Changes what is named of a task. @returns whether it is there */
export const change = (
  db: OrganizationDatabase,
  id: string,
  { title, due_at, assignee, done }: TaskChange,
  by: string,
  now: number,
): boolean =>
  db
    .update(contactTasks)
    .set({
      // It is there even when nothing of it changes.
      title: title ?? sql`title`,
      ...(due_at !== undefined && { due_at }),
      ...(assignee !== undefined && {
        assignee_id: assignee?.id ?? null,
        assignee_name: assignee?.name ?? null,
      }),
      ...(done === true && {
        done_at: sql`coalesce(done_at, ${now})`,
        done_by: sql`coalesce(done_by, ${by})`,
      }),
      ...(done === false && { done_at: null, done_by: null }),
    })
    .where(eq(contactTasks.id, id))
    .returning({ id: contactTasks.id })
    .all().length > 0;

/** @returns whether it was there */
export const remove = (db: OrganizationDatabase, id: string): boolean =>
  db.delete(contactTasks).where(eq(contactTasks.id, id)).returning({ id: contactTasks.id }).all().length > 0;

const shown = sql`select t.id, t.contact_id, coalesce(c.name, c.phone_number, c.email) as person, t.title, t.due_at,
  t.done_at, t.assignee_id, t.assignee_name, t.created_name, t.created_at
  from contact_tasks as t join contacts as c on c.id = t.contact_id`;

export const find = (db: OrganizationDatabase, id: string): Task | null =>
  db.get<Task>(sql`${shown} where t.id = ${id}`) ?? null;

/** What is due first comes first, and what has no day comes last. */
const openOrder = (alias: SQL): SQL => sql`coalesce(${alias}.due_at, 9e15)`;

/** A page of tasks: open ones by the day they are due, done ones with the newest first. */
export function list(
  db: OrganizationDatabase,
  { contact_id, assignee_id, done, after }: TasksAsked,
  limit: number,
): { rows: Task[]; next: string | null } {
  const [t, last] = [sql`t`, sql`last`];
  const beyond = done
    ? sql`exists (select 1 from contact_tasks as last where last.id = ${after}
        and (t.done_at, t.id) < (last.done_at, last.id))`
    : sql`exists (select 1 from contact_tasks as last where last.id = ${after}
        and (${openOrder(t)}, t.id) > (${openOrder(last)}, last.id))`;
  const found = db.all<Task>(sql`${shown}
    where t.done_at is ${done ? sql`not null` : sql`null`}
      and (${contact_id} is null or t.contact_id = ${contact_id})
      and (${assignee_id} is null or t.assignee_id = ${assignee_id})
      and (${after} is null or ${beyond})
    order by ${done ? sql`t.done_at desc, t.id desc` : sql`${openOrder(t)}, t.id`} limit ${limit + 1}`);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
