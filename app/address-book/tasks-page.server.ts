/** /contacts/tasks and the tasks of one contact: what they show, and the answers of their forms. */
import type { Task } from "#app/contacts/contact-tasks.schema.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { personOf } from "#app/membership/actor.ts";
import { memberNames } from "#app/membership/member-names.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { ago, type Place, shortDate } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import type { Answer } from "./contact-forms.server.ts";
import { addTask, changeTask, removeTask } from "./task-verbs.server.ts";
import type { ShownTask } from "./task-view.ts";

type Behind = Pick<Deps, "db">;

function shownTask(task: Task, now: number, place: Place): ShownTask {
  const { id, contact_id, person, title, due_at, done_at, assignee_name, created_name, created_at } = task;
  const isLate =
    done_at === null && due_at !== null && localDate(due_at, place.timeZone) < localDate(now, place.timeZone);
  return {
    id,
    title,
    contact: contact_id,
    who: person === null ? "Without a name" : person.startsWith("+") ? internationally(person) : person,
    isDone: done_at !== null,
    isLate,
    due: due_at === null ? null : shortDate(due_at, now, place),
    done: done_at === null ? null : ago(done_at, now, place),
    whose: assignee_name,
    by: `${created_name}, ${ago(created_at, now, place)}`,
  };
}

const onPage = 50;
const ofContact = 20;
const views = ["open", "mine", "done"] as const;

export async function tasksPage(member: Member, request: Request) {
  const { store, organization, may } = member;
  const params = new URL(request.url).searchParams;
  const view = views.find((one) => one === params.get("show")) ?? "open";
  const after = params.get("cursor") || null;
  const assignee_id = view === "mine" ? personOf(member).id : null;
  const asked = { contact_id: null, assignee_id, done: view === "done", after };
  const { rows, next } = await store.contactTasks.list(asked, onPage);
  const now = Date.now();
  return {
    view,
    rows: rows.map((task) => shownTask(task, now, organization)),
    next,
    isFirst: after === null,
    canManage: may("contacts.manage"),
  };
}

/** The tasks of one contact: all that are open, and the last ones that were done. */
export async function contactTasks(member: Member, { db }: Behind, contact_id: string) {
  const { store, organization, may } = member;
  const asked = { contact_id, assignee_id: null, after: null };
  const [open, done, people] = await Promise.all([
    store.contactTasks.list({ ...asked, done: false }, onPage),
    store.contactTasks.list({ ...asked, done: true }, ofContact),
    may("contacts.manage") ? memberNames(db, organization.id) : [],
  ]);
  const now = Date.now();
  return {
    tasks: [...open.rows, ...done.rows].map((task) => shownTask(task, now, organization)),
    people: people.map(({ id, name }) => ({ value: id, label: name })),
    taskId: newId(now),
  };
}

const nothing = { errors: {}, typed: {}, found: null, to: null };
const good = (message: string): Answer => ({ ...nothing, status: 200, isGood: true, message });
const bad = (status: number, message: string | null, part: Partial<Answer> = {}): Answer => ({
  ...nothing,
  status,
  isGood: false,
  message,
  ...part,
});

const gone = "This task is gone already.";

/** Whether a form is one of tasks. */
export const isOfTasks = (form: FormData): boolean => String(form.get("do") ?? "").startsWith("task");

/** Adds, ends, opens again or deletes a task. @param contact_id null: on the list, where none is added */
export async function answerTask(
  member: Member,
  deps: Behind,
  form: FormData,
  contact_id: string | null,
): Promise<Answer> {
  const text = (name: string) => String(form.get(name) ?? "");
  const deed = text("do");
  if (deed === "task_add" && contact_id !== null) {
    const typed = { do: deed, title: text("title"), due_on: text("due_on"), assignee: text("assignee") };
    const input = addTask.input.safeParse({
      id: text("task"),
      contact_id,
      title: typed.title,
      due_on: typed.due_on || null,
      assignee_id: typed.assignee || null,
    });
    if (!input.success) {
      const errors: Record<string, string[]> = {};
      for (const { path, message } of input.error.issues) errors[String(path[0])] = [message];
      return bad(422, null, { errors, typed });
    }
    const kept = await addTask(member, input.data, deps);
    if (kept.ok) return good("Task added.");
    if (kept.reason === "full") return bad(409, "This contact has 200 tasks already.", { typed });
    return kept.reason === "no_member"
      ? bad(409, "This person is not a member any more. Choose another one.", { typed })
      : bad(404, "This contact doesn't exist any more.");
  }
  const id = removeTask.input.safeParse({ id: text("task") });
  if (!id.success) throw faultResponse("bad_request");
  switch (deed) {
    case "task_done":
    case "task_open": {
      const changed = await changeTask(member, { ...id.data, done: deed === "task_done" }, deps);
      return changed.ok ? good(deed === "task_done" ? "Done." : "Open again.") : bad(404, gone);
    }
    case "task_remove":
      return (await removeTask(member, id.data)).ok ? good("Task deleted.") : bad(404, gone);
    default:
      throw faultResponse("bad_request");
  }
}
