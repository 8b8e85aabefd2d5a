// Whether calls are recorded, what people hear first, and how long recordings are kept.
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SwitchField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { RecordingSettings } from "./recording.schema.ts";

export interface RecordingPanelProps {
  readonly settings: RecordingSettings;
  readonly error: string | null;
}

export function RecordingPanel({ settings, error }: RecordingPanelProps) {
  return (
    <Panel title="Recording" id="recording">
      <OrganizationForm key={JSON.stringify(settings)} preventScrollReset className="grid max-w-140 gap-4">
        <SwitchField
          of={{ name: "is_on", initialValue: settings.is_on }}
          label="Record phone calls"
          hint="Each agent has a switch of its own, too. Calls in the browser are never recorded."
        />
        <TextareaField
          of={{
            name: "consent",
            initialValue: settings.consent,
            errors: error === null ? undefined : [error],
            required: true,
          }}
          label="What people hear first"
          hint="Recording begins after this sentence. A caller who says no isn't recorded."
          maxLength={300}
          rows={2}
        />
        <TextField
          of={{ name: "retention_days", initialValue: settings.retention_days?.toString() ?? "" }}
          label="Delete recordings after (days)"
          hint="Leave it empty to keep them as long as their calls."
          type="number"
          min={1}
          max={730}
        />
        <Button type="submit" name="intent" value="recording" className="justify-self-start">
          Save
        </Button>
      </OrganizationForm>
    </Panel>
  );
}
