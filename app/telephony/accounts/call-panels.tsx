// What holds for all calls: who is shown, what is recorded, which countries, and what people in need are told.
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";

type Shape = Record<string, unknown>;
type Options<Values extends Shape> = Parameters<typeof useForm<Values>>[0];
type Fields<Values extends Shape> = ReturnType<typeof useForm<Values>>[1];

interface SectionProps<Values extends Shape> {
  readonly section: string;
  readonly title: string;
  readonly sentence: string;
  readonly result: SubmissionResult<string[]> | null;
  readonly values: NonNullable<Options<Values>["defaultValue"]>;
  readonly children: (fields: Fields<Values>) => ReactNode;
}

/** One group of settings, saved by itself. */
function Section<Values extends Shape>(props: SectionProps<Values>) {
  const { section, title, sentence, result, values, children } = props;
  const [form, fields] = useForm<Values>({ id: `form-${section}`, lastResult: result, defaultValue: values });
  const isPending = useNavigation().formData?.get("do") === section;
  return (
    <Panel title={title} id={section}>
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-140 gap-4"
      >
        <p className="text-ink-2">{sentence}</p>
        <FormErrors errors={form.errors} />
        {children(fields)}
        <div>
          <Button type="submit" name="do" value={section} pending={isPending} aria-label={`Save ${title}`}>
            Save
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

type Result = { readonly result: SubmissionResult<string[]> | null };

const machineChoices = [
  { value: "off", label: "Don't check whether a machine answers" },
  { value: "hang_up", label: "Hang up" },
  { value: "message", label: "Leave a message" },
];

interface OutgoingProps extends Result {
  readonly values: {
    default_account: string;
    caller_id: string;
    machines: string;
    voicemail_message: string;
  };
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly carrier: string }[];
  readonly numbers: readonly { readonly id: string; readonly shown: string }[];
}

export const Outgoing = ({ values, accounts, numbers, result }: OutgoingProps) => (
  <Section<OutgoingProps["values"]>
    section="outgoing"
    title="Outgoing calls"
    sentence="Where calls leave, and which number people see, unless an agent or a call names its own."
    values={values}
    result={result}
  >
    {(fields) => (
      <>
        <SelectField
          of={fields.default_account}
          label="Default carrier"
          none="Included with your plan"
          choices={accounts.map(({ id, name, carrier }) => ({ value: id, label: `${name} (${carrier})` }))}
        />
        <SelectField
          of={fields.caller_id}
          label="Default caller ID"
          none="The first number of that carrier"
          choices={numbers.map(({ id, shown }) => ({ value: id, label: shown }))}
        />
        <SelectField
          of={fields.machines}
          label="When a machine answers"
          choices={machineChoices}
          hint="For agents that leave it to this setting. Listening for a machine costs a little for each answered call."
        />
        <TextareaField
          of={fields.voicemail_message}
          label="Message for voicemail"
          rows={3}
          maxLength={400}
          hint="Spoken after the beep, unless an agent has its own."
        />
      </>
    )}
  </Section>
);

interface RecordingProps {
  readonly recording: { readonly is_on: boolean; readonly retention_days: number | null };
}

/** Recordings are personal data: they are chosen where the other data of calls is. */
export const Recording = ({ recording: { is_on, retention_days } }: RecordingProps) => (
  <Panel
    title="Recording"
    aside={
      <ButtonLink to="/settings/data#recording" size="sm">
        Change
      </ButtonLink>
    }
  >
    <p className="text-ink-2">
      {is_on
        ? `Calls are recorded once callers have heard it. ${
            retention_days === null
              ? "Recordings are kept until their call is deleted."
              : `Recordings are deleted after ${retention_days === 1 ? "a day" : `${retention_days} days`}.`
          }`
        : "Calls aren't recorded."}
    </p>
  </Panel>
);

interface CountriesProps extends Result {
  readonly values: { countries_in: string; countries_out: string };
}

export const Countries = ({ values, result }: CountriesProps) => (
  <Section<CountriesProps["values"]>
    section="countries"
    title="Countries"
    sentence="Calls from and to other countries are refused. Leave a field empty to allow every country."
    values={values}
    result={result}
  >
    {(fields) => (
      <>
        <TextareaField
          of={fields.countries_in}
          label="Calls from"
          rows={2}
          placeholder="Every country"
          hint="Names or codes, separated by commas. Withheld numbers are decided under Call protection."
        />
        <TextareaField
          of={fields.countries_out}
          label="Calls to"
          rows={2}
          placeholder="Every country that your plan includes"
          hint="This also holds for transfers to a fallback number."
        />
      </>
    )}
  </Section>
);

interface EmergencyProps extends Result {
  readonly values: { emergency_number: string };
}

export const Emergency = ({ values, result }: EmergencyProps) => (
  <Section<EmergencyProps["values"]>
    section="emergency"
    title="Emergencies"
    sentence="Callers whom no agent answers are told to dial this number in an emergency. What agents say is set in each agent, under Actions."
    values={values}
    result={result}
  >
    {(fields) => (
      <TextField
        of={fields.emergency_number}
        label="Emergency number"
        type="tel"
        autoComplete="off"
        placeholder="911"
        className="max-w-60"
        hint="Empty says nothing of it."
      />
    )}
  </Section>
);
