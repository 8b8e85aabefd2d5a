/** Choosing a time for an appointment: the free ones of a day in a list, and any other typed beside it. */
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, type Choice, SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { FreeTime } from "./free-times.ts";

export interface DayFieldsProps {
  readonly date: string;
  /** What the form does when Enter is pressed in one of its fields. */
  readonly does: string;
  /** With which agent, and for what; without them only the day is asked. */
  readonly agents?: { readonly choices: readonly Choice[]; readonly chosen: string } | undefined;
  readonly kinds?:
    | {
        readonly choices: readonly Choice[];
        readonly chosen: string;
        readonly errors?: readonly string[] | undefined;
      }
    | undefined;
}

/** The day of an appointment, in the form that books it: the day that is shown is the one that counts. A button shows its free times. */
export function DayFields({ date, does, agents, kinds }: DayFieldsProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      {/* The first button of a form is the one that Enter presses. */}
      <button type="submit" name="do" value={does} hidden />
      {agents && (
        <SelectField
          of={{ name: "agent", initialValue: agents.chosen }}
          label="By the rules of"
          choices={agents.choices}
        />
      )}
      {kinds && (
        <SelectField
          key={agents?.chosen}
          of={{ name: "kind", initialValue: kinds.chosen, errors: kinds.errors }}
          label="Kind"
          choices={kinds.choices}
        />
      )}
      <TextField of={{ name: "date", initialValue: date, required: true }} label="Day" type="date" />
      <Button type="submit" name="do" value="times" size="field" formNoValidate>
        Show free times
      </Button>
    </div>
  );
}

export interface TimeFieldsProps {
  /** Null: no agent's rules are known. */
  readonly times: readonly FreeTime[] | null;
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The fields of a time on a day. Each works without the other: what is chosen in the list counts. */
export function TimeFields({ times, typed, errors }: TimeFieldsProps) {
  const hasTimes = times !== null && times.length > 0;
  return (
    <>
      {hasTimes && (
        <SelectField
          of={{ name: "clock", initialValue: typed.clock ?? "" }}
          label="Free time"
          none="Another time"
          choices={times}
        />
      )}
      {times !== null && !hasTimes && (
        <p className="text-control text-ink-2">No time is free that day by the agent's rules.</p>
      )}
      <TextField
        of={{ name: "other", initialValue: typed.other ?? "", errors: errors.clock ?? errors.date }}
        label={hasTimes ? "Another time" : "Time"}
        hint={hasTimes ? "Counts when no free time is chosen." : undefined}
        type="time"
      />
      {times !== null && (
        <CheckboxField
          of={{ name: "anyway" }}
          label="Also outside the agent's rules"
          hint="A time with another appointment is refused in any case."
        />
      )}
    </>
  );
}
