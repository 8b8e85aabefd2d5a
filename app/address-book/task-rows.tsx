/** Tasks of contacts in rows: what is to be done, by when, by whom; with the buttons that end them. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { ShownTask } from "./task-view.ts";

export interface TaskRowsProps {
  readonly tasks: readonly ShownTask[];
  readonly canManage: boolean;
  /** Whether rows say and open the contact: not on the contact's own page. */
  readonly withContact: boolean;
}

export function TaskRows({ tasks, canManage, withContact }: TaskRowsProps) {
  return (
    <Rows label="Tasks">
      {tasks.map(({ id, title, contact, who, isDone, isLate, due, done, whose, by }) => (
        <Row
          key={id}
          title={title}
          to={withContact ? `/contacts/${contact}` : undefined}
          aside={
            isDone ? (
              <Tag tone="good">Done</Tag>
            ) : (
              due !== null && <Tag tone={isLate ? "bad" : "neutral"}>{due}</Tag>
            )
          }
          note={[withContact && who, whose ?? "For anyone", done === null ? by : `done ${done}`]
            .filter(Boolean)
            .join(" · ")}
          {...(canManage && {
            action: (
              <OrganizationForm preventScrollReset className="flex gap-2">
                <input type="hidden" name="task" value={id} />
                <Button
                  type="submit"
                  name="do"
                  value={isDone ? "task_open" : "task_done"}
                  size="sm"
                  aria-label={isDone ? `Open again: ${title}` : `Done: ${title}`}
                >
                  {isDone ? "Open again" : "Done"}
                </Button>
                {isDone && (
                  <Button
                    type="submit"
                    name="do"
                    value="task_remove"
                    size="sm"
                    variant="quiet"
                    aria-label={`Delete ${title}`}
                  >
                    Delete
                  </Button>
                )}
              </OrganizationForm>
            ),
          })}
        />
      ))}
    </Rows>
  );
}
