/** The sections of /settings that apply to calls: closed days, the default test number, and how long transcripts are kept. */
import type { SubmissionResult } from "@conform-to/react";
import { SelectField } from "#app/ui/choice-field.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { retentionChoices } from "./settings-choices.ts";
import { SettingsForm } from "./settings-form.tsx";

type Result = { readonly result: SubmissionResult<string[]> | null };

export const ClosedDays = ({ days, result }: { readonly days: string } & Result) => (
  <SettingsForm<{ days: string }>
    title="Closed days"
    section="closed"
    save="Save closed days"
    values={{ days }}
    result={result}
  >
    {(fields) => (
      <TextareaField
        of={fields.days}
        label="Holidays and closures"
        rows={5}
        placeholder={"2026-12-25 Christmas\n2027-01-01"}
        hint="One per line: a date and an optional name. Agents book nothing on these days and tell callers you're closed."
      />
    )}
  </SettingsForm>
);

export const TestNumber = ({ number, result }: { readonly number: string } & Result) => (
  <SettingsForm<{ default_test_number: string }>
    title="Test calls"
    section="test"
    save="Save test number"
    values={{ default_test_number: number }}
    result={result}
  >
    {(fields) => (
      <TextField
        of={fields.default_test_number}
        label="Default test number"
        type="tel"
        autoComplete="tel"
        hint="Your own phone, for testing. Calls from it are answered as usual but don't trigger notifications."
      />
    )}
  </SettingsForm>
);

export const Retention = ({ days, result }: { readonly days: number | null } & Result) => (
  <SettingsForm<{ retention_days: string }>
    title="Data retention"
    section="retention"
    save="Save data retention"
    values={{ retention_days: days === null ? "" : String(days) }}
    result={result}
  >
    {(fields) => (
      <SelectField
        of={fields.retention_days}
        label="Keep transcripts for"
        none="As long as the organization exists"
        choices={retentionChoices.map((choice) => ({ value: String(choice), label: `${choice} days` }))}
        hint="Older transcripts, summaries and collected details are permanently deleted, starting now and then daily. Calls stay in the history with their times, numbers, outcomes and costs."
      />
    )}
  </SettingsForm>
);
