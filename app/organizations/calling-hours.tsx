/** The week of /settings with which new agents begin: each day open from one time to another, or closed. */
import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import { weekdayWords } from "#app/agents/agent-words.ts";
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import { SwitchField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { SettingsForm } from "./settings-form.tsx";

type Day = { readonly open: boolean; readonly from: string; readonly to: string };
type Week = Readonly<Record<Weekday, Day>>;

interface CallingHoursProps {
  readonly week: Week;
  readonly result: SubmissionResult<string[]> | null;
}

export const CallingHours = ({ week, result }: CallingHoursProps) => (
  <SettingsForm<Week>
    title="Calling hours"
    sentence="New agents start with these hours. If every day is closed, they use their template's hours."
    section="hours"
    save="Save calling hours"
    values={week}
    result={result}
  >
    {(fields) => (
      <div className="grid divide-y">
        {weekdays.map((day) => (
          <DayRow key={day} name={weekdayWords[day]} of={fields[day]} />
        ))}
      </div>
    )}
  </SettingsForm>
);

interface DayRowProps {
  readonly name: string;
  readonly of: FieldMetadata<Day, Week, string[]>;
}

/** The switch shows and hides the times with CSS, also without scripts. */
function DayRow({ name, of }: DayRowProps) {
  const { open, from, to } = of.getFieldset();
  return (
    <div className="group flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5 first:pt-0">
      <SwitchField of={open} label={name} className="w-36 sm:pt-2" />
      <div className="hidden items-start gap-2 group-has-checked:flex max-sm:basis-full sm:flex-1">
        <TextField of={from} type="time" label={`${name} from`} labelHidden className="max-w-34 flex-1" />
        <span aria-hidden="true" className="pt-2 text-ink-3">
          to
        </span>
        <TextField of={to} type="time" label={`${name} until`} labelHidden className="max-w-34 flex-1" />
      </div>
      <span className="text-ink-3 group-has-checked:hidden sm:min-h-9 sm:pt-2">Closed</span>
    </div>
  );
}
