/** The hours: opening hours day by day, and closed days. */
import type { MouseEvent, ReactNode } from "react";
import { ClosedDays } from "#app/hours/closed-days.tsx";
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import { Button } from "#app/ui/button.tsx";
import { AddRow, RemoveRow } from "#app/ui/list-buttons.tsx";
import { ListNote } from "#app/ui/list-note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { weekdayWords } from "./agent-words.ts";
import type { DayField, EditorForm, EditorProps } from "./editor-form.ts";

export function Week({ form, fields }: EditorProps) {
  const days = fields.hours.getFieldset();
  return (
    <div className="grid divide-y">
      {weekdays.map((day) => (
        <Day key={day} form={form} of={days[day]} name={weekdayWords[day]}>
          {day === "mon" && <CopyToWeekdays form={form} days={days} />}
        </Day>
      ))}
    </div>
  );
}

export const DaysOff = ({ form, fields }: EditorProps) => (
  <ClosedDays
    hint="Holidays and days off. The agent won't book anything on these days."
    days={fields.holidays.getFieldList().map((holiday, index) => ({
      key: holiday.key,
      date: holiday,
      remove: form.remove.getButtonProps({ name: fields.holidays.name, index }),
    }))}
    list={fields.holidays}
    add={form.insert.getButtonProps({ name: fields.holidays.name, defaultValue: "" })}
  />
);

const others = ["tue", "wed", "thu", "fri"] as const;

interface CopyProps {
  readonly form: EditorForm;
  readonly days: Readonly<Record<Weekday, DayField>>;
}

/** Copies Monday's typed hours to the other workdays; a page without scripts does not show it. */
function CopyToWeekdays({ form, days }: CopyProps) {
  const copy = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!currentTarget.form) return;
    const typed = new FormData(currentTarget.form);
    const textOf = (name: string) => String(typed.get(name) ?? "");
    const monday = days.mon.getFieldList().map((stretch) => {
      const { from, to } = stretch.getFieldset();
      return { from: textOf(from.name), to: textOf(to.name) };
    });
    for (const day of others) form.update({ name: days[day].name, value: monday, validated: false });
  };
  return (
    <Button
      size="sm"
      variant="quiet"
      onClick={copy}
      data-list-press="copy"
      className="-ml-2.5 scriptless:hidden"
    >
      Copy to Tuesday–Friday
    </Button>
  );
}

const workday = { from: "09:00", to: "17:00" };

interface DayProps {
  readonly form: EditorForm;
  readonly of: DayField;
  readonly name: string;
  /** Further controls of the day. */
  readonly children: ReactNode;
}

function Day({ form, of, name, children }: DayProps) {
  const stretches = of.getFieldList();
  return (
    <fieldset className="grid gap-x-3 gap-y-2 py-3 first:pt-0 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <legend className="float-left font-medium text-control sm:pt-2">{name}</legend>
      <div className="grid gap-2 sm:col-start-2">
        {stretches.map((stretch, place) => {
          const { from, to } = stretch.getFieldset();
          return (
            <div key={stretch.key} className="flex items-start gap-2">
              <TextField
                of={from}
                type="time"
                label={`${name} from`}
                labelHidden
                className="max-w-34 flex-1"
              />
              <span aria-hidden="true" className="pt-2 text-ink-3">
                to
              </span>
              <TextField
                of={to}
                type="time"
                label={`${name} until`}
                labelHidden
                className="max-w-34 flex-1"
              />
              <RemoveRow
                press={form.remove.getButtonProps({ name: of.name, index: place })}
                what={`these hours on ${name}`}
              />
            </div>
          );
        })}
        <ListNote of={of} />
        <div className="flex min-h-9 flex-wrap items-center gap-x-5">
          {stretches.length === 0 && <span className="text-ink-3">Closed</span>}
          <AddRow isQuiet press={form.insert.getButtonProps({ name: of.name, defaultValue: workday })}>
            {stretches.length === 0 ? "Open this day" : "Add hours"}
          </AddRow>
          {children}
        </div>
      </div>
    </fieldset>
  );
}
