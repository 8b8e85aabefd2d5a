/** Tasks for contacts, for programs. */
import { z } from "zod";
import { addTask, changeTask, removeTask } from "#app/address-book/task-verbs.server.ts";
import {
  instant,
  instantOf,
  instantOrNull,
  noAnswer,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";
import { dueOn, type Task, taskTitle } from "#app/contacts/contact-tasks.schema.ts";
import type { Actor } from "#app/membership/actor.ts";
import { localDate } from "#app/platform/zoned-time.ts";

const about = { tag: "Tasks", scope: "contacts.read", section: "calls" } as const;
const changing = { ...about, scope: "contacts.manage" } as const;
const one = z.strictObject({ task_id: z.uuid().describe("The id of the task") });

const task = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  title: z.string(),
  due_on: z.string().nullable().describe("The day by which it is to be done, on the organization's clocks"),
  assignee_id: z.string().nullable().describe("The member whose it is; null: anyone's"),
  assignee_name: z.string().nullable(),
  done_at: instant.nullable(),
  created_at: instant,
});

const shown = ({ organization }: Actor, row: Task): z.output<typeof task> => ({
  id: row.id,
  contact_id: row.contact_id,
  title: row.title,
  due_on: row.due_at === null ? null : localDate(row.due_at, organization.timeZone),
  assignee_id: row.assignee_id,
  assignee_name: row.assignee_name,
  done_at: instantOrNull(row.done_at),
  created_at: instantOf(row.created_at),
});

async function found(actor: Actor, id: string) {
  const row = await actor.store.contactTasks.find(id);
  return row === null ? notFound() : shown(actor, row);
}

const assignee_id = z.string().max(64).nullable().describe("A member; null: anyone's");
const refusals = { 409: "The contact has too many tasks, or the person is no member" };
const refused = (reason: "not_found" | "full" | "no_member"): Refusal => {
  if (reason === "not_found") return notFound();
  const words = reason === "full" ? "The contact has too many tasks." : "This person is no member.";
  return new Refusal(409, reason, words);
};

export const taskOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "tasks.list",
    method: "GET",
    path: "/tasks",
    summary: "List tasks",
    description: "Open ones, what is due first; or done ones, the newest first.",
    params: nothing,
    query: z.strictObject({
      ...paging,
      contact_id: z.uuid().optional(),
      assignee_id: z.string().max(64).optional(),
      done: z.enum(["true", "false"]).default("false"),
    }),
    body: noBody,
    answer: pageOf(task),
    async run({ actor, query: { cursor, limit, contact_id, assignee_id, done } }) {
      const after = placeOf("tasks", cursor);
      if (after instanceof Refusal) return after;
      const asked = { contact_id: contact_id ?? null, assignee_id: assignee_id ?? null, after };
      const { rows, next } = await actor.store.contactTasks.list({ ...asked, done: done === "true" }, limit);
      return page(
        "tasks",
        rows.map((row) => shown(actor, row)),
        next,
      );
    },
  }),
  operation({
    ...changing,
    id: "tasks.create",
    method: "POST",
    path: "/contacts/{contact_id}/tasks",
    summary: "Create a task",
    status: 201,
    params: z.strictObject({ contact_id: z.uuid().describe("The id of the contact") }),
    query: nothing,
    body: z.strictObject({
      title: taskTitle,
      due_on: dueOn.default(null),
      assignee_id: assignee_id.default(null),
    }),
    answer: task,
    refusals,
    async run({ actor, deps, request_id: id, path: { contact_id }, body }) {
      const kept = await addTask(actor, { id, contact_id, ...body }, deps);
      return kept.ok ? found(actor, id) : refused(kept.reason);
    },
  }),
  operation({
    ...changing,
    id: "tasks.update",
    method: "PATCH",
    path: "/tasks/{task_id}",
    summary: "Change a task",
    description: "Fields that you leave out stay as they are.",
    params: one,
    query: nothing,
    body: z.strictObject({
      title: taskTitle.optional(),
      due_on: dueOn.optional(),
      assignee_id: assignee_id.optional(),
      done: z.boolean().optional(),
    }),
    answer: task,
    refusals,
    async run({ actor, deps, path: { task_id: id }, body }) {
      const kept = await changeTask(actor, { id, ...body }, deps);
      return kept.ok ? found(actor, id) : refused(kept.reason);
    },
  }),
  operation({
    ...changing,
    id: "tasks.delete",
    method: "DELETE",
    path: "/tasks/{task_id}",
    summary: "Delete a task",
    status: 204,
    params: one,
    query: nothing,
    body: nothing,
    answer: noAnswer,
    async run({ actor, path: { task_id } }) {
      return (await removeTask(actor, { id: task_id })).ok ? null : notFound();
    },
  }),
];
