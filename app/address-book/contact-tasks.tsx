/** On a contact: what members have to do for it. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type Answered, refusedOf } from "./contact-answers.ts";
import { TaskRows } from "./task-rows.tsx";
import type { ShownTask } from "./task-view.ts";

export function TasksPanel({
  tasks,
  people,
  taskId,
  canManage,
  answer,
}: Answered & {
  readonly tasks: readonly ShownTask[];
  readonly people: readonly { readonly value: string; readonly label: string }[];
  /** The id that a new task gets. */
  readonly taskId: string;
}) {
  const refused = refusedOf(answer, "task_add");
  if (tasks.length === 0 && !canManage) return null;
  return (
    <Panel title="Tasks" id="tasks" flush>
      {tasks.length > 0 && <TaskRows tasks={tasks} canManage={canManage} withContact={false} />}
      {canManage && (
        <OrganizationForm
          preventScrollReset
          key={taskId}
          className="grid items-end gap-3 border-t p-4.5 first:border-t-0 md:grid-cols-3"
        >
          <input type="hidden" name="task" value={taskId} />
          <TextField
            of={{ name: "title", initialValue: refused?.typed.title ?? "", errors: refused?.errors.title }}
            label="New task"
            maxLength={200}
            autoComplete="off"
            className="md:col-span-3"
          />
          <TextField
            of={{ name: "due_on", initialValue: refused?.typed.due_on ?? "", errors: refused?.errors.due_on }}
            label="Due"
            type="date"
          />
          <SelectField
            of={{ name: "assignee", initialValue: refused?.typed.assignee ?? "" }}
            label="Whose"
            none="Anyone’s"
            choices={people}
          />
          <div>
            <Button type="submit" name="do" value="task_add" size="field">
              Add task
            </Button>
          </div>
        </OrganizationForm>
      )}
    </Panel>
  );
}
