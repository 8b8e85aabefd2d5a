/** The closed days of a form, for an agent and for the organization: a row for each date, and the button that adds one. */
import { FieldGroup, type FieldSource } from "#app/ui/field.tsx";
import { AddRow, type ListPress, RemoveRow } from "#app/ui/list-buttons.tsx";
import { ListNote } from "#app/ui/list-note.tsx";
import { TextField } from "#app/ui/text-field.tsx";

export interface ClosedDayField {
  readonly key: string | undefined;
  readonly date: FieldSource;
  /** The field of the day's name; absent where days have none. */
  readonly name?: FieldSource | undefined;
  readonly remove: ListPress;
}

export interface ClosedDaysProps {
  readonly hint: string;
  readonly days: readonly ClosedDayField[];
  /** The list itself, for its errors. */
  readonly list: { readonly errors?: readonly string[] | undefined; readonly errorId: string };
  readonly add: ListPress;
}

/** Under a heading of its own, like the week's hours above it. */
export const ClosedDays = ({ hint, ...rows }: ClosedDaysProps) => (
  <FieldGroup title="Closed days" hint={hint}>
    <ClosedDayRows {...rows} />
  </FieldGroup>
);

/** On phones the name stands below its date. */
const namedRow =
  "grid grid-flow-row-dense grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[10.5rem_minmax(0,1fr)_auto]";

/** The rows alone. */
export function ClosedDayRows({ days, list, add }: Omit<ClosedDaysProps, "hint">) {
  return (
    <div className="grid gap-4">
      <div className="grid max-w-140 gap-3 empty:hidden">
        {days.map(({ key, date, name, remove }, place) => (
          <div key={key} className={name ? namedRow : "flex items-start gap-2"}>
            <TextField
              of={date}
              type="date"
              label={`Closed day ${place + 1}`}
              labelHidden
              className={name ? undefined : "max-w-60 flex-1"}
            />
            {name && (
              <TextField
                of={name}
                label={`Name of closed day ${place + 1}`}
                labelHidden
                placeholder="Name (optional)"
                autoComplete="off"
                className="max-sm:col-span-2"
              />
            )}
            <RemoveRow press={remove} what={`closed day ${place + 1}`} />
          </div>
        ))}
      </div>
      <ListNote of={list} />
      <AddRow press={add}>Add a closed day</AddRow>
    </div>
  );
}
