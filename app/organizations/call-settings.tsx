/** The parts of /settings that affect calls: closed days, the default test number, and retention. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import { SaveSection } from "./save-section.tsx";
import { retentionChoices } from "./settings-choices.ts";

type Result = { readonly result: SubmissionResult<string[]> | null };

export function ClosedDays({ days, result }: { readonly days: string } & Result) {
  const [form, fields] = useForm<{ days: string }>({
    id: "settings-closed",
    lastResult: result,
    defaultValue: { days },
  });
  return (
    <Panel title="Closed days">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-140 gap-4"
      >
        <TextareaField
          of={fields.days}
          label="Holidays and other days on which nobody works"
          rows={5}
          placeholder={"2026-12-25 Christmas\n2027-01-01"}
          hint="One day a line: its date, and what for if you like. No agent books anything on them, and callers are told that you are closed."
        />
        <SaveSection section="closed">Save closed days</SaveSection>
      </OrganizationForm>
    </Panel>
  );
}

export function TestNumber({ number, result }: { readonly number: string } & Result) {
  const [form, fields] = useForm<{ default_test_number: string }>({
    id: "settings-test",
    lastResult: result,
    defaultValue: { default_test_number: number },
  });
  return (
    <Panel title="Test calls">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-140 gap-4"
      >
        <TextField
          of={fields.default_test_number}
          label="Default test number"
          type="tel"
          autoComplete="tel"
          hint="Your own phone, for trying agents out. Calls from it are answered like any other and send nobody a notification."
        />
        <SaveSection section="test">Save test number</SaveSection>
      </OrganizationForm>
    </Panel>
  );
}

export function Retention({ days, result }: { readonly days: number | null } & Result) {
  const [form, fields] = useForm<{ retention_days: string }>({
    id: "settings-retention",
    lastResult: result,
    defaultValue: { retention_days: days === null ? "" : String(days) },
  });
  return (
    <Panel title="How long calls are kept">
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-140 gap-4"
      >
        <SelectField
          of={fields.retention_days}
          label="Keep what was said for"
          none="As long as the organization exists"
          choices={retentionChoices.map((choice) => ({ value: String(choice), label: `${choice} days` }))}
          hint="Older transcripts, summaries and collected details are deleted for good, from now on and every day. The calls stay in the history with their times, numbers, outcomes and costs."
        />
        <SaveSection section="retention">Save how long</SaveSection>
      </OrganizationForm>
    </Panel>
  );
}
