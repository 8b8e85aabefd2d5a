/** Choosing a time for an appointment: the free ones of a day in a list, and any other typed beside it. */
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, type Choice, SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { FreeTime } from "./free-times.ts";

export interface DayFormProps {
  readonly date: string;
  /** With which agent, and for what; without them only the day is asked. */
  readonly agents?: { readonly choices: readonly Choice[]; readonly chosen: string } | undefined;
  readonly kinds?: { readonly choices: readonly Choice[]; readonly chosen: string } | undefined;
}

/** Asks for a day, and shows its free times. */
export function DayForm({ date, agents, kinds }: DayFormProps) {
  return (
    <Form
      method="get"
      preventScrollReset
      key={`${date} ${agents?.chosen} ${kinds?.chosen}`}
      className="flex flex-wrap items-end gap-3"
    >
      {agents && (
        <SelectField
          of={{ name: "agent", initialValue: agents.chosen }}
          label="By the rules of"
          choices={agents.choices}
        />
      )}
      {kinds && (
        <SelectField of={{ name: "kind", initialValue: kinds.chosen }} label="Kind" choices={kinds.choices} />
      )}
      <TextField of={{ name: "date", initialValue: date, required: true }} label="Day" type="date" />
      <Button type="submit" size="field">
        Show free times
      </Button>
    </Form>
  );
}

export interface TimeFieldsProps {
  readonly date: string;
  /** Null: no agent's rules are known. */
  readonly times: readonly FreeTime[] | null;
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The fields of a time on a day. Each works without the other: what is chosen in the list counts. */
export function TimeFields({ date, times, typed, errors }: TimeFieldsProps) {
  const hasTimes = times !== null && times.length > 0;
  return (
    <>
      <input type="hidden" name="date" value={date} />
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
