/** Which emails about an organization's calls a member gets: each member chooses their own. */
import type { SubmissionResult } from "@conform-to/react";
import { SettingsForm } from "#app/organizations/settings-form.tsx";
import { SwitchField } from "#app/ui/choice-field.tsx";

export interface OwnNoticesProps {
  readonly organization: { readonly id: string; readonly name: string };
  readonly wanted: readonly string[];
  readonly email: string;
  readonly result: SubmissionResult<string[]> | null;
}

export const OwnNotices = ({ organization, wanted, email, result }: OwnNoticesProps) => (
  <SettingsForm<{ booking: boolean; message: boolean; missed: boolean }>
    title={`Email notifications from ${organization.name}`}
    sentence={`Sent to ${email}. Each member chooses their own.`}
    section="notices"
    save="Save notifications"
    id="own-notices"
    anchor="notifications"
    scrollsUp
    values={{
      booking: wanted.includes("booking"),
      message: wanted.includes("message"),
      missed: wanted.includes("missed"),
    }}
    result={result}
  >
    {(fields) => (
      <>
        <input type="hidden" name="organization" value={organization.id} />
        <SwitchField of={fields.booking} label="Email me when a call books an appointment" />
        <SwitchField
          of={fields.message}
          label="Email me when a caller leaves a message or wants a callback"
        />
        <SwitchField
          of={fields.missed}
          label="Email me when a call is missed"
          hint="Closed, all lines busy, or the caller hung up first."
        />
      </>
    )}
  </SettingsForm>
);
