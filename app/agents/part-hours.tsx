/** The hours: opening hours day by day, and closed days. */
import { ClosedDays } from "#app/hours/closed-days.tsx";
import { WeekHours } from "#app/hours/week-hours.tsx";
import { weekdayWords } from "./agent-words.ts";
import type { EditorProps } from "./editor-form.ts";

export function Week({ form, fields }: EditorProps) {
  const days = fields.hours.getFieldset();
  return (
    <WeekHours
      days={days}
      names={weekdayWords}
      remove={(day, index) => form.remove.getButtonProps({ name: days[day].name, index })}
      add={(day, defaultValue) => form.insert.getButtonProps({ name: days[day].name, defaultValue })}
      replace={(day, value) => form.update({ name: days[day].name, value: [...value], validated: false })}
    />
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
