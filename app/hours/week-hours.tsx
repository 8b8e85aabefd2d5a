/** The hours of a week in a form, for an agent and for the organization: a row for each open time range of a day, and the buttons that add and copy them. */
import type { MouseEvent, ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import type { FieldSource } from "#app/ui/field.tsx";
import { AddRow, type ListPress, RemoveRow } from "#app/ui/list-buttons.tsx";
import { ListNote } from "#app/ui/list-note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { type Weekday, weekdays } from "./week.schema.ts";

type Times = { readonly from: string; readonly to: string };

/** What these rows use of a list of time ranges in a form. */
interface DayList {
  readonly name: string;
  readonly errors?: readonly string[] | undefined;
  readonly errorId: string;
  getFieldList(): ReadonlyArray<{
    readonly key: string | undefined;
    getFieldset(): {
      readonly from: FieldSource & { name: string };
      readonly to: FieldSource & { name: string };
    };
  }>;
}

export interface WeekHoursProps {
  readonly days: Readonly<Record<Weekday, DayList>>;
  readonly names: Readonly<Record<Weekday, string>>;
  readonly remove: (day: Weekday, place: number) => ListPress;
  readonly add: (day: Weekday, times: Times) => ListPress;
  readonly replace: (day: Weekday, times: readonly Times[]) => void;
}

export const WeekHours = ({ days, names, remove, add, replace }: WeekHoursProps) => (
  <div className="grid divide-y">
    {weekdays.map((day) => (
      <Day
        key={day}
        of={days[day]}
        name={names[day]}
        remove={(place) => remove(day, place)}
        add={(times) => add(day, times)}
      >
        {day === "mon" && <CopyToWeekdays monday={days.mon} replace={replace} />}
      </Day>
    ))}
  </div>
);

const others = ["tue", "wed", "thu", "fri"] as const;

interface CopyProps {
  readonly monday: DayList;
  readonly replace: WeekHoursProps["replace"];
}

/** Copies Monday's typed hours to the other workdays; a page without scripts does not show it. */
function CopyToWeekdays({ monday, replace }: CopyProps) {
  const copy = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!currentTarget.form) return;
    const typed = new FormData(currentTarget.form);
    const textOf = (name: string) => String(typed.get(name) ?? "");
    const times = monday.getFieldList().map((stretch) => {
      const { from, to } = stretch.getFieldset();
      return { from: textOf(from.name), to: textOf(to.name) };
    });
    for (const day of others) replace(day, times);
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
  readonly of: DayList;
  readonly name: string;
  readonly remove: (place: number) => ListPress;
  readonly add: (times: Times) => ListPress;
  /** Further controls of the day. */
  readonly children: ReactNode;
}

function Day({ of, name, remove, add, children }: DayProps) {
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
              <RemoveRow press={remove(place)} what={`these hours on ${name}`} />
            </div>
          );
        })}
        <ListNote of={of} />
        <div className="flex min-h-9 flex-wrap items-center gap-x-5">
          {stretches.length === 0 && <span className="text-ink-3">Closed</span>}
          <AddRow isQuiet press={add(workday)}>
            {stretches.length === 0 ? "Open this day" : "Add hours"}
          </AddRow>
          {children}
        </div>
      </div>
    </fieldset>
  );
}
