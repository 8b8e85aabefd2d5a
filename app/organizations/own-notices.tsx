/** Which emails about an organization's calls a member gets: each member chooses their own. */
import type { SubmissionResult } from "@conform-to/react";
import { SwitchField } from "#app/ui/choice-field.tsx";
import { SettingsForm } from "./settings-form.tsx";

export interface OwnNoticesProps {
  /** The organization's name. */
  readonly organization: string;
  readonly wanted: readonly string[];
  readonly email: string;
  readonly result: SubmissionResult<string[]> | null;
}

export const OwnNotices = ({ organization, wanted, email, result }: OwnNoticesProps) => (
  <SettingsForm<{ booking: boolean; message: boolean; missed: boolean }>
    title={`Notifications from ${organization}`}
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
        <SwitchField of={fields.booking} label="Email me when a call books an appointment" />
        <SwitchField
          of={fields.message}
          label="Email me when a caller leaves a message or expects a call back"
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
