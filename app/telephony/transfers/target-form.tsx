// The form of one person: who, when, how long their phone rings, and how the call is announced.
import { useId, useState } from "react";
import { type Weekday, weekdays } from "#app/hours/week.schema.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ChoiceField, SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { TargetValues } from "./target-values.ts";
import { longestRing_s, longestTargetName, longestUseWhen, shortestRing_s } from "./transfer-terms.schema.ts";

export interface TargetFormProps {
  /** Null: a new person. */
  readonly id: string | null;
  readonly values: TargetValues;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const dayNames: Readonly<Record<Weekday, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

const modes = [
  {
    value: "announced",
    label: "Announced",
    hint: "They hear who calls and why, and take the call with 1 or decline with 2.",
  },
  {
    value: "warm",
    label: "Introduced",
    hint: "The caller waits with music. The person hears who calls and takes the call with 1. Then the agent introduces the two to each other, so that both hear it, and leaves.",
  },
  {
    value: "cold",
    label: "Direct",
    hint: "Put through as soon as the phone is answered. A voicemail counts as answered.",
  },
];

export function TargetForm({ id, values, errors }: TargetFormProps) {
  const of = (name: string) => ({ name, initialValue: values[name] ?? "", errors: errors[name] });
  return (
    <Panel id="person" title={id === null ? "Add a person" : `Edit ${values.name}`}>
      <OrganizationForm className="grid gap-5" action={id === null ? "?add" : `?edit=${id}`}>
        {id !== null && <input type="hidden" name="id" value={id} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            of={{ ...of("name"), required: true }}
            label="Name or team"
            hint="The agent says it: “I'll put you through to Dana.”"
            maxLength={longestTargetName}
            autoComplete="off"
          />
          <TextField
            of={{ ...of("phone_number"), required: true }}
            type="tel"
            label="Phone number"
            hint="For example, +1 415 555 0100."
            maxLength={60}
            autoComplete="off"
          />
        </div>
        <TextField
          of={of("use_when")}
          label="When callers belong here"
          hint="In your own words, like “questions about invoices and payments”. Leave blank for everything else."
          maxLength={longestUseWhen}
          autoComplete="off"
        />
        <ChoiceField of={of("mode")} label="How the call is handed over" choices={modes} />
        <TextField
          of={of("ring_seconds")}
          type="number"
          inputMode="numeric"
          min={shortestRing_s}
          max={longestRing_s}
          label="Seconds to ring"
          hint="Then the next person is tried."
          className="max-w-44"
        />
        <Hours of={of} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="do" value={id === null ? "add" : "change"} variant="go">
            {id === null ? "Add person" : "Save changes"}
          </Button>
          <ButtonLink to="/call-transfer" variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

type Of = (name: string) => { name: string; initialValue: string; errors: readonly string[] | undefined };

/** The week shows with the choice alone, also without scripts. */
function Hours({ of }: { readonly of: Of }) {
  const list = useId();
  // Browsers know the zones themselves.
  const [zones, setZones] = useState<readonly string[]>([]);
  return (
    <div className="group grid gap-3">
      <ChoiceField
        of={of("open")}
        label="Takes calls"
        look="segmented"
        choices={[
          { value: "always", label: "Always" },
          { value: "hours", label: "In these hours" },
        ]}
      />
      <div className="hidden gap-4 group-has-[input[value=hours]:checked]:grid">
        <div className="grid divide-y">
          {weekdays.map((day) => (
            <div key={day} className="group/day flex flex-wrap items-start gap-x-3 gap-y-2 py-2.5 first:pt-0">
              <SwitchField of={of(`${day}_open`)} label={dayNames[day]} className="w-36 sm:pt-2" />
              <div className="hidden items-start gap-2 group-has-checked/day:flex max-sm:basis-full sm:flex-1">
                <Span of={of} from={`${day}_from`} to={`${day}_to`} what={dayNames[day]} />
              </div>
              <span className="text-ink-3 group-has-checked/day:hidden sm:min-h-9 sm:pt-2">Closed</span>
            </div>
          ))}
        </div>
        <fieldset className="grid gap-1.5">
          <legend className="font-medium text-control">Break on every day, if there is one</legend>
          <div className="flex items-start gap-2">
            <Span of={of} from="break_from" to="break_to" what="Break" />
          </div>
        </fieldset>
        <TextField
          of={of("time_zone")}
          label="Time zone"
          list={list}
          onFocus={() => setZones(Intl.supportedValuesOf("timeZone"))}
          hint="Search by city. Closed days under Settings count here too."
          className="max-w-80"
        />
        <datalist id={list}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
    </div>
  );
}

interface SpanProps {
  readonly of: Of;
  readonly from: string;
  readonly to: string;
  readonly what: string;
}

const Span = ({ of, from, to, what }: SpanProps) => (
  <>
    <TextField of={of(from)} type="time" label={`${what} from`} labelHidden className="max-w-34 flex-1" />
    <span aria-hidden="true" className="pt-2 text-ink-3">
      to
    </span>
    <TextField of={of(to)} type="time" label={`${what} until`} labelHidden className="max-w-34 flex-1" />
  </>
);
