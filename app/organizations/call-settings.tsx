/** The sections of /settings that apply to calls: the default test number, how long data is kept, and what is never stored. */
import type { Redaction, Retention as Retained } from "#app/object/data-classes.schema.ts";
import { count } from "#app/platform/format.ts";
import { SelectField, SwitchField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { classChoices, retentionChoices } from "./settings-choices.ts";
import { SettingsSection } from "./settings-section.tsx";

export const TestNumber = ({ number }: { readonly number: string }) => (
  <SettingsSection<{ default_test_number: string }> section="test" values={{ default_test_number: number }}>
    {(fields) => (
      <TextField
        of={fields.default_test_number}
        label="Default test number"
        type="tel"
        autoComplete="tel"
        hint="Your own phone, for testing. Calls from it are answered as usual but don't trigger notifications."
      />
    )}
  </SettingsSection>
);

type Caps<Most> = Readonly<Record<"per_day" | "per_minute" | "number_in_14_days", Most>>;

interface CampaignLimitsProps {
  /** Null: as many as the platform allows. */
  readonly lowered: Caps<number | null>;
  readonly most: Caps<number>;
  readonly locale: string;
}

export const CampaignLimits = ({ lowered, most, locale }: CampaignLimitsProps) => {
  const hint = (name: keyof typeof most) => `Up to ${count(most[name], locale)}; blank: as many.`;
  return (
    <SettingsSection<Caps<string>>
      section="campaigns"
      sentence="For all campaigns together. A number gets at most one campaign call a day, whatever you choose here. Ask support if you need more than this."
      values={{
        per_day: textOf(lowered.per_day),
        per_minute: textOf(lowered.per_minute),
        number_in_14_days: textOf(lowered.number_in_14_days),
      }}
    >
      {(fields) => (
        <>
          <TextField of={fields.per_day} label="Calls a day" inputMode="numeric" hint={hint("per_day")} />
          <TextField
            of={fields.per_minute}
            label="Calls a minute"
            inputMode="numeric"
            hint={hint("per_minute")}
          />
          <TextField
            of={fields.number_in_14_days}
            label="Calls to one number in 14 days"
            inputMode="numeric"
            hint={hint("number_in_14_days")}
          />
        </>
      )}
    </SettingsSection>
  );
};

type RetentionValues = Record<
  "retention_days" | "classes" | "messages" | "bookings" | "contacts" | "calls",
  string
>;

const choicesOf = (days: readonly number[]) =>
  days.map((choice) => ({ value: String(choice), label: choice < 730 ? `${choice} days` : yearsOf(choice) }));

const yearsOf = (days: number): string => `${Math.round(days / 365)} years`;

const textOf = (days: number | null | undefined): string => (days ? String(days) : "");

const forever = "As long as the organization exists";

interface RetentionProps {
  readonly days: number | null;
  readonly others: Retained;
}

export const Retention = ({ days, others }: RetentionProps) => (
  <SettingsSection<RetentionValues>
    section="retention"
    sentence="What is older is permanently deleted, starting now and then daily."
    values={{
      retention_days: textOf(days),
      classes: "shown",
      messages: textOf(others.messages),
      bookings: textOf(others.bookings),
      contacts: textOf(others.contacts),
      calls: textOf(others.calls),
    }}
  >
    {(fields) => (
      <>
        <input type="hidden" name={fields.classes.name} value="shown" readOnly />
        <SelectField
          of={fields.retention_days}
          label="Keep transcripts for"
          none={forever}
          choices={choicesOf(retentionChoices)}
          hint="With summaries and collected details. Calls stay in the history with their times, numbers, outcomes and costs."
        />
        <SelectField
          of={fields.messages}
          label="Keep messages for"
          none="As long as transcripts"
          choices={choicesOf(classChoices.messages)}
          hint="Messages that are done. Open ones stay."
        />
        <SelectField
          of={fields.bookings}
          label="Keep past appointments for"
          none={forever}
          choices={choicesOf(classChoices.bookings)}
        />
        <SelectField
          of={fields.contacts}
          label="Keep contacts without calls for"
          none={forever}
          choices={choicesOf(classChoices.contacts)}
          hint="Counted from their last call. Numbers that must not be called stay on that list."
        />
        <SelectField
          of={fields.calls}
          label="Keep call records for"
          none={forever}
          choices={choicesOf(classChoices.calls)}
          hint="The whole call, with its number. What it cost stays on your bills, without the number."
        />
      </>
    )}
  </SettingsSection>
);

type RedactionValues = Record<"cards" | "national_ids" | "emails" | "phones", boolean>;

export const RedactionSettings = ({ kinds }: { readonly kinds: Redaction }) => (
  <SettingsSection<RedactionValues>
    section="redaction"
    sentence="Removed from transcripts and the live view before they're stored, however they're said. It can't be undone for a call, and applies to calls from now on."
    values={{
      cards: kinds.cards ?? false,
      national_ids: kinds.national_ids ?? false,
      emails: kinds.emails ?? false,
      phones: kinds.phones ?? false,
    }}
  >
    {(fields) => (
      <>
        <SwitchField of={fields.cards} label="Payment cards" hint="Also in messages and collected details." />
        <SwitchField
          of={fields.national_ids}
          label="National ID numbers"
          hint="Social security, passport, tax and similar numbers. Also in messages and collected details."
        />
        <SwitchField of={fields.emails} label="Email addresses" />
        <SwitchField
          of={fields.phones}
          label="Phone numbers"
          hint="Your own numbers stay. The caller's number is shown beside the transcript."
        />
      </>
    )}
  </SettingsSection>
);
