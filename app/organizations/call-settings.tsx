/** The parts of /settings that calls go by: closed days, the default test number, and how long what was said is kept. */
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
        label="Holidays and other days on which nobody works"
        rows={5}
        placeholder={"2026-12-25 Christmas\n2027-01-01"}
        hint="One day a line: its date, and what for if you like. No agent books anything on them, and callers are told that you are closed."
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
        hint="Your own phone, for trying agents out. Calls from it are answered like any other and send nobody a notification."
      />
    )}
  </SettingsForm>
);

export const Retention = ({ days, result }: { readonly days: number | null } & Result) => (
  <SettingsForm<{ retention_days: string }>
    title="How long calls are kept"
    section="retention"
    save="Save how long"
    values={{ retention_days: days === null ? "" : String(days) }}
    result={result}
  >
    {(fields) => (
      <SelectField
        of={fields.retention_days}
        label="Keep what was said for"
        none="As long as the organization exists"
        choices={retentionChoices.map((choice) => ({ value: String(choice), label: `${choice} days` }))}
        hint="Older transcripts, summaries and collected details are deleted for good, from now on and every day. The calls stay in the history with their times, numbers, outcomes and costs."
      />
    )}
  </SettingsForm>
);
