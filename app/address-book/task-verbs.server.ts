/** What members do with tasks for contacts. */
import { z } from "zod";
import { type Assignee, dueOn, type TaskChange, taskTitle } from "#app/contacts/contact-tasks.schema.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { memberNames } from "#app/membership/member-names.server.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { instantOf } from "#app/platform/zoned-time.ts";

const about = { permission: "contacts.manage", section: "calls" } as const;
type Behind = Pick<Deps, "db">;

const newTask = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  title: taskTitle,
  /** A day on the organization's clocks. */
  due_on: dueOn,
  /** A member; null: anyone's. */
  assignee_id: z.string().max(64).nullable(),
});
const taskChange = z.object({
  id: z.uuid(),
  title: taskTitle.optional(),
  due_on: dueOn.optional(),
  assignee_id: z.string().max(64).nullable().optional(),
  done: z.boolean().optional(),
});

/** `no_member`: the task was to be given to a person who is no member. */
type Kept = { ok: true } | { ok: false; reason: "not_found" | "full" | "no_member" };

async function assigneeOf(
  actor: Actor,
  { db }: Behind,
  id: string | null,
): Promise<Assignee | null | "none"> {
  if (id === null) return null;
  const known = await memberNames(db, actor.organization.id);
  return known.find((one) => one.id === id) ?? "none";
}

const dueAt = ({ organization }: Actor, day: string | null): number | null =>
  day === null ? null : instantOf(day, "00:00", organization.timeZone);

/** Writes a task down for a contact. */
export const addTask: Verb<typeof newTask, [Behind], Kept> = verb(
  { verb: "tasks.add", ...about, input: newTask },
  async (actor, { assignee_id, due_on, ...task }, deps) => {
    const assignee = await assigneeOf(actor, deps, assignee_id);
    if (assignee === "none") return { ok: false, reason: "no_member" };
    const author = { id: authorOf(actor), name: actor.by.name };
    const due_at = dueAt(actor, due_on);
    const kept = await actor.store.contactTasks.add({ ...task, due_at, assignee }, author, Date.now());
    if (kept.ok && kept.changed) await actor.record("contact.task_added", task.contact_id);
    return kept.ok ? { ok: true } : kept;
  },
);

/** Changes a task, marks it as done, or opens it again. */
export const changeTask: Verb<typeof taskChange, [Behind], Kept> = verb(
  { verb: "tasks.change", ...about, input: taskChange },
  async (actor, { id, title, due_on, assignee_id, done }, deps) => {
    const assignee = assignee_id === undefined ? undefined : await assigneeOf(actor, deps, assignee_id);
    if (assignee === "none") return { ok: false, reason: "no_member" };
    const change: TaskChange = {
      ...(title !== undefined && { title }),
      ...(due_on !== undefined && { due_at: dueAt(actor, due_on) }),
      ...(assignee !== undefined && { assignee }),
      ...(done !== undefined && { done }),
    };
    const isKnown = await actor.store.contactTasks.change(id, change, authorOf(actor), Date.now());
    if (!isKnown) return { ok: false, reason: "not_found" };
    await actor.record(done === true ? "contact.task_done" : "contact.task_changed", id);
    return { ok: true };
  },
);

const choice = z.object({ id: z.uuid() });

export const removeTask: Verb<typeof choice, [], { ok: boolean }> = verb(
  { verb: "tasks.remove", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }) => {
    const ok = await actor.store.contactTasks.remove(id);
    if (ok) await actor.record("contact.task_removed", id);
    return { ok };
  },
);
