/** The sections of /settings that apply to calls: the default test number, and how long transcripts are kept. */
import { SelectField } from "#app/ui/choice-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { retentionChoices } from "./settings-choices.ts";
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

export const Retention = ({ days }: { readonly days: number | null }) => (
  <SettingsSection<{ retention_days: string }>
    section="retention"
    values={{ retention_days: days === null ? "" : String(days) }}
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
  </SettingsSection>
);
