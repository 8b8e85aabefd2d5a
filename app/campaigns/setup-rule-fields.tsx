// The fields of a campaign's later steps: when it calls, how often, how fast, and up to which cost.
import { longestCooldown } from "#app/calls/outbound/cooldown.ts";
import { CheckboxField, ChoiceField, SelectField } from "#app/ui/choice-field.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import {
  fastestPace,
  longestRetryWait,
  mostAttempts,
  mostLines,
  mostRetries,
  retriedResults,
} from "./campaign-terms.ts";
import type { SetupChoice } from "./campaign-view.ts";
import { retriedWords } from "./campaign-words.ts";
import { fieldOf, type StepFields, TickList } from "./step-fields.tsx";

const days: readonly SetupChoice[] = [
  { value: "1", label: "Monday" },
  { value: "2", label: "Tuesday" },
  { value: "3", label: "Wednesday" },
  { value: "4", label: "Thursday" },
  { value: "5", label: "Friday" },
  { value: "6", label: "Saturday" },
  { value: "7", label: "Sunday" },
];

export function ScheduleFields({ values, choices }: StepFields) {
  const of = fieldOf(values);
  return (
    <>
      <TickList name="days" label="Days" choices={days} values={values} isInline />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField of={of("from")} label="From" type="time" />
        <TextField of={of("to")} label="Until" type="time" />
      </div>
      <SelectField
        of={of("zone")}
        label="In the time of"
        hint="Whatever you choose, no one is called outside the lawful hours where they are: 8 am to 9 pm in the United States, less in some states."
        choices={choices.zones}
      />
      <CheckboxField
        of={{
          name: "rests_on_closed_days",
          initialValue: values.texts.rests_on_closed_days === "on",
        }}
        label="Call no one on closed days"
        hint="Those in the organization's settings."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          of={of("starts_on")}
          label="First day (optional)"
          hint="Blank: as soon as it's started."
          type="date"
        />
        <TextField
          of={of("ends_on")}
          label="Last day (optional)"
          hint="Blank: until everyone is done."
          type="date"
        />
      </div>
    </>
  );
}

const voicemailChoices = (message: string) => [
  { value: "off", label: "Don't check", hint: "The agent talks to whatever answers." },
  { value: "hang_up", label: "Hang up", hint: "A machine counts as not reached, and may be tried again." },
  { value: "message", label: "Leave the agent's voicemail message", hint: message },
];

export function AttemptFields({ values, choices }: StepFields) {
  const of = fieldOf(values);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          of={of("most")}
          label="Calls to one person, at most"
          type="number"
          min={1}
          max={mostAttempts}
        />
        <TextField
          of={of("cooldown_hours")}
          label="Hours from a conversation to the next call"
          hint={choices.numberCaps}
          type="number"
          min={0}
          max={longestCooldown}
        />
      </div>
      <FieldGroup title="Try again" hint="By what came of the call. 0 times: not again.">
        <div className="grid gap-4">
          {retriedResults.map((result) => (
            <fieldset key={result} className="grid gap-2 sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-start">
              <legend className="float-left font-medium text-control sm:pt-7">{retriedWords[result]}</legend>
              <div className="grid grid-cols-2 gap-4 sm:col-start-2">
                <TextField of={of(`${result}_times`)} label="Times" type="number" min={0} max={mostRetries} />
                <TextField
                  of={of(`${result}_after_minutes`)}
                  label="Minutes later"
                  type="number"
                  min={1}
                  max={longestRetryWait}
                />
              </div>
            </fieldset>
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title="When a machine answers">
        <ChoiceField
          of={of("voicemail")}
          label="When a machine answers"
          labelHidden
          choices={voicemailChoices(choices.voicemail)}
        />
        <SelectField
          of={of("call_back_number_id")}
          label="Number to call back"
          hint="The message on a voicemail says it. An agent should answer there."
          none="The number that calls"
          choices={choices.numbers}
        />
      </FieldGroup>
    </>
  );
}

export function BudgetFields({ values, choices }: StepFields) {
  const of = fieldOf(values);
  return (
    <>
      <FieldGroup title="Pace">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            of={of("per_minute")}
            label="Calls a minute"
            hint={choices.caps}
            type="number"
            min={1}
            max={fastestPace}
          />
          <TextField of={of("most_at_once")} label="At the same time" type="number" min={1} max={mostLines} />
          <TextField
            of={of("reserve_inbound")}
            label="Lines kept for callers"
            hint="So that people who call you get through."
            type="number"
            min={0}
            max={mostLines}
          />
        </div>
      </FieldGroup>
      <FieldGroup
        title="Budget"
        hint="When it is used up, the campaign ends. Running calls go on to their end."
      >
        <TextField
          of={of("budget")}
          label={`At most, in ${choices.currency} (optional)`}
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          className="max-w-60"
        />
      </FieldGroup>
      <FieldGroup title="Goal" hint="When it is reached, no one else is called.">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField of={of("goal_outcome")} label="Outcome" none="No goal" choices={choices.outcomes} />
          <TextField of={of("goal_count")} label="How many" type="number" min={1} />
        </div>
      </FieldGroup>
    </>
  );
}
